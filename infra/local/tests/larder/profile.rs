//! Checks the build profile of the tests: integer overflows and failed assertions end a test.

use std::hint::black_box;

#[test]
#[should_panic(expected = "attempt to add with overflow")]
fn checks_arithmetic() {
    let largest = black_box(u8::MAX);
    black_box(largest + black_box(1));
}

#[test]
#[should_panic(expected = "asserted")]
fn checks_assertions() {
    debug_assert!(black_box(false), "asserted");
}

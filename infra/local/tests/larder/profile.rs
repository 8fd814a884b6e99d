//! Checks the build profile of the tests: integer overflows and failed assertions end a test.

use std::hint::black_box;

#[test]
#[should_panic(expected = "attempt to add with overflow")]
fn arithmetic_is_checked() {
    let largest = black_box(u8::MAX);
    black_box(largest + black_box(1));
}

#[test]
#[should_panic(expected = "asserted")]
fn assertions_are_checked() {
    debug_assert!(black_box(false), "asserted");
}

//! Smooth randomness over the plane, for wood, stone and cloth.

/// Noise in `[0, 1]` that changes smoothly, with a period of about 1.
#[expect(clippy::cast_possible_truncation, reason = "lattice points are far below 2^31")]
pub fn value(seed: u64, x: f32, y: f32) -> f32 {
    let (left, top) = (x.floor(), y.floor());
    let (across, down) = (smooth(x - left), smooth(y - top));
    let corner = |dx: i32, dy: i32| lattice(seed, left as i32 + dx, top as i32 + dy);
    let upper = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * across;
    let lower = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * across;
    upper + (lower - upper) * down
}

/// Several octaves of [`value`], in `[0, 1]`.
pub fn layered(seed: u64, x: f32, y: f32, octaves: u8) -> f32 {
    let (mut sum, mut whole, mut strength, mut scale) = (0.0, 0.0, 1.0, 1.0);
    for octave in 0..octaves {
        sum += strength * value(seed.wrapping_add(u64::from(octave)), x * scale, y * scale);
        whole += strength;
        strength *= 0.5;
        scale *= 2.0;
    }
    sum / whole
}

fn smooth(part: f32) -> f32 {
    part * part * (3.0 - 2.0 * part)
}

#[expect(clippy::cast_precision_loss, reason = "16 bits fit an f32 exactly")]
fn lattice(seed: u64, x: i32, y: i32) -> f32 {
    let mut mixed = seed
        ^ u64::from(x.cast_unsigned()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ u64::from(y.cast_unsigned()).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed >> 48) as f32 / 65_535.0
}

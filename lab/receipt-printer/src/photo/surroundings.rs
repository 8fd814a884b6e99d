//! The table below and the fingers above.

use super::Table;
use super::geometry::Placed;
use super::light::Frame;
use super::noise;
use crate::Printed;
use crate::rng::Rng;

type Color = [f32; 3];

#[expect(clippy::cast_precision_loss, reason = "pixel positions are small")]
pub fn lay_table(frame: &mut Frame, rng: &mut Rng, table: Table) {
    let seed = rng.bits();
    let (sin, cos) = rng.range(-0.4, 0.4).sin_cos();
    let size = rng.range(0.7, 1.4);
    let turn = move |x: usize, y: usize| {
        let (x, y) = (x as f32 * size, y as f32 * size);
        (x * cos - y * sin, x * sin + y * cos)
    };
    match table {
        Table::Scanner => {
            let level = rng.range(246.0, 254.0);
            frame.fill_each(|_, _| [level; 3]);
        }
        Table::DarkWood => wood(frame, rng, seed, turn, [[74.0, 56.0, 42.0], [38.0, 27.0, 21.0]]),
        Table::LightWood => wood(frame, rng, seed, turn, [[205.0, 168.0, 124.0], [160.0, 120.0, 80.0]]),
        Table::Plain => {
            let color: Color = *rng.pick(&[
                [52.0, 54.0, 60.0],
                [120.0, 122.0, 118.0],
                [196.0, 190.0, 180.0],
                [70.0, 90.0, 120.0],
                [150.0, 60.0, 52.0],
            ]);
            frame.fill_each(|x, y| {
                let (x, y) = turn(x, y);
                mix(color, [0.0; 3], 0.12 * noise::layered(seed, x / 90.0, y / 90.0, 4))
            });
        }
        Table::Checks => {
            let color: Color = *rng.pick(&[[178.0, 40.0, 44.0], [44.0, 84.0, 150.0], [60.0, 120.0, 70.0]]);
            let period = rng.range(50.0, 130.0);
            frame.fill_each(|x, y| {
                let (x, y) = turn(x, y);
                let stripe = |at: f32| if (at / period).rem_euclid(2.0) < 1.0 { 0.5 } else { 0.0 };
                let weave = 0.06 * noise::value(seed, x / 2.5, y / 2.5);
                mix([236.0, 232.0, 224.0], color, stripe(x) + stripe(y) + weave)
            });
        }
        Table::Marble => {
            let dark = rng.chance(0.4);
            let (ground, vein) = if dark {
                ([44.0, 44.0, 48.0], [150.0, 148.0, 142.0])
            } else {
                ([226.0, 224.0, 220.0], [150.0, 150.0, 156.0])
            };
            frame.fill_each(|x, y| {
                let (x, y) = turn(x, y);
                let bent = noise::layered(seed, x / 300.0, y / 300.0, 5) * 9.0;
                let line = (1.0 - (x / 260.0 + bent).sin().abs()).powi(6);
                mix(ground, vein, line * 0.7 + 0.15 * noise::layered(seed ^ 7, x / 60.0, y / 60.0, 3))
            });
        }
        Table::Dots => {
            let (ground, spot): (Color, Color) = *rng.pick(&[
                ([230.0, 220.0, 190.0], [180.0, 70.0, 80.0]),
                ([50.0, 80.0, 90.0], [220.0, 210.0, 190.0]),
                ([200.0, 180.0, 200.0], [90.0, 60.0, 120.0]),
            ]);
            let period = rng.range(45.0, 100.0);
            frame.fill_each(|x, y| {
                let (x, y) = turn(x, y);
                let row = (y / period).floor();
                let shift = if row.rem_euclid(2.0) < 1.0 { 0.0 } else { period / 2.0 };
                let (dx, dy) = ((x + shift).rem_euclid(period) - period / 2.0, y.rem_euclid(period) - period / 2.0);
                let petals = 0.28 * period * (1.0 + 0.25 * (dy.atan2(dx) * 5.0).cos());
                mix(ground, spot, ((petals - dx.hypot(dy)) / 2.0).clamp(0.0, 1.0))
            });
        }
    }
}

fn wood(
    frame: &mut Frame,
    rng: &mut Rng,
    seed: u64,
    turn: impl Fn(usize, usize) -> (f32, f32),
    [light, dark]: [Color; 2],
) {
    let upright = rng.chance(0.5);
    let board = rng.range(260.0, 620.0);
    frame.fill_each(|x, y| {
        let (x, y) = turn(x, y);
        let (along, across) = if upright { (y, x) } else { (x, y) };
        let plank = (across / board).floor();
        let seam = if (across / board - plank) * board < 3.0 { 0.5 } else { 0.0 };
        let grain = noise::layered(seed, along / 420.0 + plank * 17.0, across / 14.0, 4);
        let fine = noise::value(seed ^ 5, along / 60.0, across / 2.2);
        mix(light, dark, (grain * 0.9 + fine * 0.25 + seam).min(1.0))
    });
}

fn mix(a: Color, b: Color, part: f32) -> Color {
    let part = part.clamp(0.0, 1.0);
    std::array::from_fn(|channel| a[channel] + (b[channel] - a[channel]) * part)
}

/// A fingertip at the edge of the paper, coming from outside: beside the footer it may reach over the text, elsewhere
/// not.
#[expect(clippy::cast_precision_loss, reason = "pixel positions are small")]
pub fn put_finger(frame: &mut Frame, rng: &mut Rng, placed: &Placed, printed: &Printed) {
    let footer = printed.footer_from as f32 / printed.image.height() as f32;
    let right = rng.chance(0.5);
    let in_footer = footer < 0.9 && rng.chance(0.5);
    let (along, reach) =
        if in_footer { (rng.range(footer + 0.06, 0.97), 0.12) } else { (rng.range(0.08, 0.92), 0.012) };
    let edge = placed.point(if right { 1.0 } else { 0.0 }, along);
    let inward = placed.point(if right { 0.9 } else { 0.1 }, along);
    let length = (inward.0 - edge.0).hypot(inward.1 - edge.1).max(1.0);
    let (along_x, along_y) = ((inward.0 - edge.0) / length, (inward.1 - edge.1) / length);
    let width = placed.paper_width();
    let radius = width * rng.range(0.09, 0.13);
    // The tip's foremost point, where it may reach; its centre is a radius behind.
    let back = radius - reach * width;
    let (centre_x, centre_y) = (edge.0 - along_x * back, edge.1 - along_y * back);
    let skin: Color =
        *rng.pick(&[[222.0, 172.0, 146.0], [200.0, 148.0, 118.0], [150.0, 102.0, 76.0], [96.0, 64.0, 48.0]]);
    let (frame_width, frame_height) = frame.size();
    for y in 0..frame_height {
        for x in 0..frame_width {
            let (dx, dy) = (x as f32 - centre_x, y as f32 - centre_y);
            let forward = dx * along_x + dy * along_y;
            let beside = (dx * along_y - dy * along_x).abs();
            // Around the tip's centre a circle, behind it a bar that widens a little.
            let wide = if forward > 0.0 { radius } else { radius * (1.0 - forward / (radius * 30.0)).min(1.15) };
            let off = if forward > 0.0 { forward.hypot(beside) } else { beside } / wide;
            if off < 1.0 {
                let round = (1.0 - off * off).sqrt();
                let shade = 0.45 + 0.55 * round;
                let mut color = skin.map(|level| level * shade);
                let nail = ((forward - radius * 0.3) / (radius * 0.5)).hypot(beside / (radius * 0.55));
                if nail < 1.0 {
                    color = mix(color, [235.0, 200.0, 185.0], 0.45);
                }
                frame.blend(x, y, color, ((1.0 - off) * wide / 2.0).clamp(0.0, 1.0));
            } else if off < 1.25 {
                frame.blend(x, y, [0.0; 3], (1.25 - off) * 1.2);
            }
        }
    }
}

//! The paper as a bent surface in space, and where the camera sees it.

use image::{RgbImage, imageops};

use super::Conditions;
use super::light::Frame;
use crate::Printed;
use crate::rng::Rng;

type Vec3 = [f32; 3];

/// A surface of `COLUMNS` by `rows` small faces; the paper's width is 1.
pub struct Shape {
    rows: usize,
    /// Height of the paper, flat.
    length: f32,
    points: Vec<Vec3>,
}

/// The surface as the camera sees it.
pub struct Placed {
    rows: usize,
    /// In pixels of the picture.
    points: Vec<(f32, f32)>,
    /// Light that falls on each point, where 1 falls on a flat one.
    light: Vec<f32>,
}

const COLUMNS: usize = 40;

impl Shape {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the mesh has a few thousand points"
    )]
    pub fn draw(rng: &mut Rng, conditions: &Conditions, printed: &Printed) -> Self {
        let (width, height) = printed.image.dimensions();
        let length = height as f32 / width as f32;
        let rows = ((COLUMNS as f32 * length).ceil() as usize).clamp(COLUMNS / 4, COLUMNS * 6);
        let along = profile(rng, rows, length, conditions.curl, conditions.folds);
        let across = profile(rng, COLUMNS, 1.0, conditions.curl * 0.35, 0);
        let creases: Vec<Crease> = (0..conditions.creases).map(|_| Crease::draw(rng, length)).collect();
        let mut points = Vec::with_capacity((rows + 1) * (COLUMNS + 1));
        for (row, &(y, lift)) in along.iter().enumerate() {
            for (column, &(x, bend)) in across.iter().enumerate() {
                let flat = (column as f32 / COLUMNS as f32, row as f32 / rows as f32 * length);
                let ridge: f32 = creases.iter().map(|crease| crease.height(flat)).sum();
                points.push([x - 0.5, y - length / 2.0, lift + bend + ridge]);
            }
        }
        Self { rows, length, points }
    }

    /// Turns it, looks at it through a pinhole and fits it into the picture.
    pub fn place(&self, rng: &mut Rng, conditions: &Conditions, (width, height): (u32, u32)) -> Placed {
        let turned: Vec<Vec3> = self
            .points
            .iter()
            .map(|&point| {
                let point = about_z(point, conditions.tilt);
                about_y(about_x(point, conditions.slant.0), conditions.slant.1)
            })
            .collect();
        // A phone is held about one and a half times the paper's length away.
        let distance = 1.6 * self.length.max(1.0);
        let seen: Vec<(f32, f32)> = turned
            .iter()
            .map(|&[x, y, z]| {
                let scale = distance / (distance - z).max(distance * 0.2);
                (x * scale, y * scale)
            })
            .collect();
        let points = fit(rng, &seen, conditions.fill, (width, height));
        let (from, ambient) = ([rng.range(-0.5, 0.5), rng.range(-0.5, 0.5), 1.0], rng.range(0.35, 0.55));
        let light = self.light(&turned, normalised(from), ambient);
        Placed { rows: self.rows, points, light }
    }

    fn light(&self, turned: &[Vec3], from: Vec3, ambient: f32) -> Vec<f32> {
        let at = |row: usize, column: usize| turned[row * (COLUMNS + 1) + column];
        let mut light = Vec::with_capacity(turned.len());
        for row in 0..=self.rows {
            for column in 0..=COLUMNS {
                let along = minus(at((row + 1).min(self.rows), column), at(row.saturating_sub(1), column));
                let across = minus(at(row, (column + 1).min(COLUMNS)), at(row, column.saturating_sub(1)));
                let normal = normalised(cross(across, along));
                let falls = dot(normal, from).max(0.0) / from[2];
                light.push(ambient + (1.0 - ambient) * falls);
            }
        }
        light
    }
}

/// Position and height along a strip of paper that keeps its length while it bends.
#[expect(clippy::cast_precision_loss, reason = "a few hundred steps")]
fn profile(rng: &mut Rng, steps: usize, length: f32, curl: f32, folds: u8) -> Vec<(f32, f32)> {
    let (up, down) = (rng.range(0.3, 1.0) * curl, rng.range(0.3, 1.0) * curl);
    let waves: Vec<(f32, f32, f32)> = (1..=3u8)
        .map(|k| (f32::from(k) * rng.range(0.6, 1.4), rng.range(0.0, 6.3), rng.range(0.0, 0.14) * curl))
        .collect();
    let folds: Vec<(f32, f32)> = (0..folds).map(|_| (rng.range(0.15, 0.85), rng.range(-0.28, 0.28))).collect();
    let step = length / steps as f32;
    let (mut position, mut height) = (0.0, 0.0);
    let mut points = vec![(0.0, 0.0)];
    for index in 0..steps {
        let at = (index as f32 + 0.5) / steps as f32;
        let from_middle = 2.0 * at - 1.0;
        let bend = if from_middle < 0.0 { up } else { down } * from_middle.powi(3) * 1.1;
        let wave: f32 = waves.iter().map(|(k, phase, size)| (at * k * 6.3 + phase).sin() * size).sum();
        // A fold is a ridge: the paper rises to it on one side, falls on the other, and levels out.
        let fold: f32 = folds
            .iter()
            .map(|(place, size)| {
                let off = at - place;
                -off.signum() * size * (1.0 - off.abs() / 0.22).max(0.0)
            })
            .sum();
        let angle = (bend + wave + fold).clamp(-1.2, 1.2);
        position += step * angle.cos();
        height += step * angle.sin();
        points.push((position, height));
    }
    // The paper's middle stays where it was; the ends come closer.
    let shift = (length - position) / 2.0;
    let lowest = points.iter().map(|point| point.1).fold(f32::INFINITY, f32::min);
    points.into_iter().map(|(position, height)| (position + shift, height - lowest)).collect()
}

/// A small ridge or groove along a line.
struct Crease {
    from: (f32, f32),
    direction: (f32, f32),
    reach: f32,
    depth: f32,
    width: f32,
}

impl Crease {
    fn draw(rng: &mut Rng, length: f32) -> Self {
        let angle = rng.range(0.0, 6.3);
        Self {
            from: (rng.unit(), rng.range(0.0, length)),
            direction: (angle.cos(), angle.sin()),
            reach: rng.range(0.2, 0.7),
            depth: rng.range(-0.012, 0.012),
            width: rng.range(0.04, 0.1),
        }
    }

    fn height(&self, (x, y): (f32, f32)) -> f32 {
        let (x, y) = (x - self.from.0, y - self.from.1);
        let along = x * self.direction.0 + y * self.direction.1;
        let beside = (x * self.direction.1 - y * self.direction.0).abs();
        let fades = (1.0 - along.abs() / self.reach).clamp(0.0, 1.0);
        self.depth * (1.0 - beside / self.width).max(0.0) * fades
    }
}

#[expect(clippy::cast_precision_loss, reason = "sizes of pictures are small")]
fn fit(rng: &mut Rng, seen: &[(f32, f32)], fill: f32, (width, height): (u32, u32)) -> Vec<(f32, f32)> {
    let (width, height) = (width as f32, height as f32);
    let range = |part: fn(&(f32, f32)) -> f32| {
        seen.iter().map(part).fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
    };
    let ((left, right), (top, bottom)) = (range(|point| point.0), range(|point| point.1));
    let scale = (width * fill / (right - left)).min(height * fill / (bottom - top));
    // A random position in the remaining room.
    let room_x = (width - (right - left) * scale) * rng.range(0.3, 0.7);
    let room_y = (height - (bottom - top) * scale) * rng.range(0.3, 0.7);
    seen.iter().map(|(x, y)| ((x - left) * scale + room_x, (y - top) * scale + room_y)).collect()
}

impl Placed {
    /// Returns the position of a point of the paper in the picture; `across` and `along` go from 0 to 1.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the mesh has a few thousand points"
    )]
    pub fn point(&self, across: f32, along: f32) -> (f32, f32) {
        let column = (across.clamp(0.0, 1.0) * COLUMNS as f32).round() as usize;
        let row = (along.clamp(0.0, 1.0) * self.rows as f32).round() as usize;
        self.points[row * (COLUMNS + 1) + column]
    }

    /// Pixels of the picture that the paper's width takes.
    pub fn paper_width(&self) -> f32 {
        let ((x0, y0), (x1, y1)) = (self.point(0.0, 0.5), self.point(1.0, 0.5));
        (x1 - x0).hypot(y1 - y0)
    }

    #[expect(clippy::cast_precision_loss, reason = "sizes of pictures are small")]
    pub fn draw(&self, frame: &mut Frame, print: &RgbImage) {
        // The print is brought to about the picture's scale first, so that one look-up a pixel is enough.
        let scale = self.paper_width() / print.width() as f32;
        let scaled;
        let texture = if scale < 0.95 {
            scaled = shrink(print, scale);
            &scaled
        } else {
            print
        };
        self.each_pixel(|x, y, across, along, light| {
            let color = sample(texture, across * texture.width() as f32, along * texture.height() as f32);
            frame.set(x, y, color.map(|level| level * light));
        });
    }

    /// The shadow of the paper on the table.
    pub fn cast_shadow(&self, frame: &mut Frame, rng: &mut Rng) {
        let (shift_x, shift_y) = (rng.range(-12.0, 12.0), rng.range(2.0, 14.0));
        // A shadow has no detail: a quarter of the resolution will do.
        let (width, height) = frame.size();
        let (width, height) = (width.div_ceil(4), height.div_ceil(4));
        let mut mask = vec![0.0f32; width * height];
        self.each_pixel(|x, y, _, _, _| {
            if let Some(place) = mask.get_mut(y / 4 * width + x / 4).filter(|_| x / 4 < width) {
                *place = 1.0;
            }
        });
        super::light::blur_plane(&mut mask, (width, height), rng.range(1.2, 3.5));
        let depth = rng.range(0.3, 0.6);
        frame.scale_each(|x, y| {
            let (x, y) = (shifted(x, shift_x, width * 4) / 4, shifted(y, shift_y, height * 4) / 4);
            1.0 - depth * mask[y * width + x]
        });
    }

    /// Calls with the pixel, the place on the paper (0 to 1 each way) and the light there.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pixels of a picture are small numbers, and clamped to it"
    )]
    fn each_pixel(&self, mut visit: impl FnMut(usize, usize, f32, f32, f32)) {
        for row in 0..self.rows {
            for column in 0..COLUMNS {
                let index = |down: usize, right: usize| (row + down) * (COLUMNS + 1) + column + right;
                let corner = |down: usize, right: usize| {
                    let at = index(down, right);
                    let place = ((column + right) as f32 / COLUMNS as f32, (row + down) as f32 / self.rows as f32);
                    (self.points[at], place, self.light[at])
                };
                for triangle in [[corner(0, 0), corner(0, 1), corner(1, 0)], [corner(1, 1), corner(1, 0), corner(0, 1)]]
                {
                    let [(a, pa, la), (b, pb, lb), (c, pc, lc)] = triangle;
                    let area = (b.0 - a.0) * (c.1 - a.1) - (c.0 - a.0) * (b.1 - a.1);
                    if area.abs() < 1e-6 {
                        continue;
                    }
                    let low = |f: fn(&(f32, f32)) -> f32| f(&a).min(f(&b)).min(f(&c)).floor().max(0.0) as usize;
                    let high = |f: fn(&(f32, f32)) -> f32| f(&a).max(f(&b)).max(f(&c)).ceil().max(0.0) as usize;
                    for y in low(|p| p.1)..=high(|p| p.1) {
                        for x in low(|p| p.0)..=high(|p| p.0) {
                            let p = (x as f32 + 0.5, y as f32 + 0.5);
                            let second = ((p.0 - a.0) * (c.1 - a.1) - (c.0 - a.0) * (p.1 - a.1)) / area;
                            let third = ((b.0 - a.0) * (p.1 - a.1) - (p.0 - a.0) * (b.1 - a.1)) / area;
                            let first = 1.0 - second - third;
                            if first < -1e-3 || second < -1e-3 || third < -1e-3 {
                                continue;
                            }
                            visit(
                                x,
                                y,
                                first * pa.0 + second * pb.0 + third * pc.0,
                                first * pa.1 + second * pb.1 + third * pc.1,
                                first * la + second * lb + third * lc,
                            );
                        }
                    }
                }
            }
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "sizes of pictures are small positive numbers"
)]
fn shrink(print: &RgbImage, scale: f32) -> RgbImage {
    let size = |side: u32| ((side as f32 * scale).round() as u32).max(1);
    imageops::resize(print, size(print.width()), size(print.height()), imageops::FilterType::Triangle)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "clamped to the picture"
)]
fn shifted(at: usize, by: f32, length: usize) -> usize {
    (at as f32 - by).clamp(0.0, length as f32 - 1.0) as usize
}

/// Bilinear, with the edges continued.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "clamped to the texture"
)]
fn sample(texture: &RgbImage, x: f32, y: f32) -> Vec3 {
    let (x, y) =
        ((x - 0.5).clamp(0.0, texture.width() as f32 - 1.001), (y - 0.5).clamp(0.0, texture.height() as f32 - 1.001));
    let (left, top) = (x as u32, y as u32);
    let (across, down) = (x - left as f32, y - top as f32);
    let (right, below) = ((left + 1).min(texture.width() - 1), (top + 1).min(texture.height() - 1));
    let at = |x: u32, y: u32| texture.get_pixel(x, y).0;
    let (above, beneath) = ([at(left, top), at(right, top)], [at(left, below), at(right, below)]);
    std::array::from_fn(|channel| {
        let between =
            |pair: [[u8; 3]; 2]| f32::from(pair[0][channel]) * (1.0 - across) + f32::from(pair[1][channel]) * across;
        let (upper, lower) = (between(above), between(beneath));
        upper * (1.0 - down) + lower * down
    })
}

fn about_x([x, y, z]: Vec3, degrees: f32) -> Vec3 {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [x, y * cos - z * sin, y * sin + z * cos]
}

fn about_y([x, y, z]: Vec3, degrees: f32) -> Vec3 {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [x * cos + z * sin, y, z * cos - x * sin]
}

fn about_z([x, y, z]: Vec3, degrees: f32) -> Vec3 {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [x * cos - y * sin, x * sin + y * cos, z]
}

fn minus(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: Vec3, b: Vec3) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn normalised(a: Vec3) -> Vec3 {
    let length = dot(a, a).sqrt().max(1e-9);
    a.map(|part| part / length)
}

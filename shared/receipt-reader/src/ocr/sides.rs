//! The four sides of a page.

use super::geometry::Point;

/// A value for each side of a page.
#[derive(Clone, Copy)]
pub struct Sides<T> {
    pub left: T,
    pub right: T,
    pub top: T,
    pub bottom: T,
}

impl Sides<f32> {
    /// Returns the bounds of points that are turned by an angle.
    pub fn around(points: impl Iterator<Item = Point>, angle: f32) -> Self {
        let (sine, cosine) = angle.sin_cos();
        let none = Self { left: f32::MAX, right: f32::MIN, top: f32::MAX, bottom: f32::MIN };
        points.map(|Point { x, y }| (x * cosine - y * sine, x * sine + y * cosine)).fold(none, |sides, (x, y)| Self {
            left: sides.left.min(x),
            right: sides.right.max(x),
            top: sides.top.min(y),
            bottom: sides.bottom.max(y),
        })
    }

    pub fn with_margin(self, margin: f32) -> Self {
        Self {
            left: self.left - margin,
            right: self.right + margin,
            top: self.top - margin,
            bottom: self.bottom + margin,
        }
    }
}

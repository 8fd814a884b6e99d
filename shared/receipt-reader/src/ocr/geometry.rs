//! Places on a picture: quadrilaterals around printed words, in pixels.

use rten_imageproc::RotatedRect;

/// A point in pixels; y grows downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Point {
    pub fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    pub fn distance(self, other: Self) -> f32 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// The point a part of the way (0 to 1) towards another.
    pub fn towards(self, other: Self, part: f32) -> Self {
        Self::new(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }

    fn middle(self, other: Self) -> Self {
        self.towards(other, 0.5)
    }
}

/// The four corners around a piece of text: top left, top right, bottom right, bottom left, as the text is read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quad(pub [Point; 4]);

impl Quad {
    /// The corners of a rectangle in any position, ordered as if its text ran from left to right.
    pub fn around(rect: &RotatedRect) -> Self {
        let mut corners = rect.corners().map(|corner| Point::new(corner.x, corner.y));
        corners.sort_by(|a, b| a.x.total_cmp(&b.x));
        let [mut top_left, mut bottom_left, mut top_right, mut bottom_right] = corners;
        if top_left.y > bottom_left.y {
            std::mem::swap(&mut top_left, &mut bottom_left);
        }
        if top_right.y > bottom_right.y {
            std::mem::swap(&mut top_right, &mut bottom_right);
        }
        Self([top_left, top_right, bottom_right, bottom_left])
    }

    pub fn width(&self) -> f32 {
        let [top_left, top_right, bottom_right, bottom_left] = self.0;
        top_left.distance(top_right).max(bottom_left.distance(bottom_right))
    }

    pub fn height(&self) -> f32 {
        let [top_left, top_right, bottom_right, bottom_left] = self.0;
        top_left.distance(bottom_left).max(top_right.distance(bottom_right))
    }

    /// The height of a line, whichever way it runs.
    pub fn thickness(&self) -> f32 {
        self.height().min(self.width())
    }

    /// Returns true if the text runs up or down the picture: a line of print is always much longer than high.
    pub fn is_upright_column(&self) -> bool {
        self.height() >= 1.5 * self.width()
    }

    /// The same place read from the bottom to the top: what a picture turned by 90° needs.
    pub fn turned(&self) -> Self {
        let [top_left, top_right, bottom_right, bottom_left] = self.0;
        Self([bottom_left, top_left, top_right, bottom_right])
    }

    /// The same place read upside down.
    pub fn flipped(&self) -> Self {
        self.turned().turned()
    }

    /// So much of it from the left, in heights of the line.
    pub fn beginning(&self, heights: f32) -> Self {
        let share = (heights * self.height() / self.width()).min(1.0);
        let [top_left, top_right, bottom_right, bottom_left] = self.0;
        Self([top_left, top_left.towards(top_right, share), bottom_left.towards(bottom_right, share), bottom_left])
    }

    pub fn center(&self) -> Point {
        self.0[0].middle(self.0[2]).middle(self.0[1].middle(self.0[3]))
    }

    /// The middle of the left edge.
    pub fn start(&self) -> Point {
        self.0[0].middle(self.0[3])
    }

    /// The middle of the right edge.
    pub fn end(&self) -> Point {
        self.0[1].middle(self.0[2])
    }

    /// How much the line sinks (positive) or rises per pixel to the right.
    pub fn slope(&self) -> f32 {
        let (start, end) = (self.start(), self.end());
        (end.y - start.y) / (end.x - start.x).max(1.0)
    }

    /// Returns true if both are in one place: the middle of one of them lies in the other.
    pub fn covers(&self, other: &Self) -> bool {
        self.contains(other.center()) || other.contains(self.center())
    }

    fn contains(&self, point: Point) -> bool {
        let [origin, right, _, down] = self.0;
        let is_along = |end: Point| {
            let (x, y) = (end.x - origin.x, end.y - origin.y);
            (0.0..=x * x + y * y).contains(&((point.x - origin.x) * x + (point.y - origin.y) * y))
        };
        is_along(right) && is_along(down)
    }

    pub fn map(&self, change: impl Fn(Point) -> Point) -> Self {
        Self(self.0.map(change))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(x: f32, y: f32, width: f32) -> Quad {
        Quad([(x, y), (x + width, y), (x + width, y + 20.0), (x, y + 20.0)].map(|(x, y)| Point::new(x, y)))
    }

    #[test]
    fn joins_two_pieces_at_one_place() {
        assert!(line(0.0, 0.0, 200.0).covers(&line(0.0, 3.0, 200.0)));
        assert!(line(0.0, 0.0, 200.0).covers(&line(150.0, 0.0, 40.0)), "a part of it");
        assert!(line(150.0, 0.0, 40.0).covers(&line(0.0, 0.0, 200.0)));
        assert!(!line(0.0, 0.0, 200.0).covers(&line(0.0, 24.0, 200.0)), "the next line");
        assert!(!line(0.0, 0.0, 100.0).covers(&line(110.0, 0.0, 100.0)), "beside it");
        let slanted = |y: f32| {
            Quad([(0.0, y), (200.0, y + 40.0), (196.0, y + 60.0), (-4.0, y + 20.0)].map(|(x, y)| Point::new(x, y)))
        };
        assert!(slanted(0.0).covers(&slanted(4.0)));
        assert!(!slanted(0.0).covers(&slanted(24.0)), "the next of slanted lines");
    }
}

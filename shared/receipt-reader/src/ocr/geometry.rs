//! Points and quadrilaterals on a picture, in pixels.

use rten_imageproc::RotatedRect;

/// The maximum distance of corners at nearly the same place, in heights of the line.
const SAME_CORNER: f32 = 0.3;
/// The minimum length of a line of text, in its thicknesses. A shorter box may run in any direction.
pub const MIN_LINE_RATIO: f32 = 1.5;

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

    /// Returns the point a part of the way (0 to 1) to another.
    pub fn lerp(self, other: Self, part: f32) -> Self {
        Self::new(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }

    fn middle(self, other: Self) -> Self {
        self.lerp(other, 0.5)
    }
}

/// The four corners of a text box in reading order: top left, top right, bottom right, bottom left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quad(pub [Point; 4]);

impl Quad {
    /// Returns the corners of a rectangle in any position, ordered as if its text ran from left to right.
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

    /// Returns true if the corners are at nearly the same places.
    pub fn is_nearly(&self, other: &Self) -> bool {
        let tolerance = SAME_CORNER * self.thickness().min(other.thickness());
        self.0.iter().zip(&other.0).all(|(a, b)| a.distance(*b) < tolerance)
    }

    /// Returns the height of a line in any direction.
    pub fn thickness(&self) -> f32 {
        self.height().min(self.width())
    }

    /// Returns true if the text runs up or down the picture: lines are much longer than high.
    pub fn is_vertical(&self) -> bool {
        self.height() >= MIN_LINE_RATIO * self.width()
    }

    /// Returns the same box read from bottom to top, as on a picture turned by 90°.
    pub fn rotated_90(&self) -> Self {
        let [top_left, top_right, bottom_right, bottom_left] = self.0;
        Self([bottom_left, top_left, top_right, bottom_right])
    }

    /// Returns the same box read upside down.
    pub fn rotated_180(&self) -> Self {
        self.rotated_90().rotated_90()
    }

    /// Returns its left part, of a length in heights of the line.
    pub fn left_part(&self, heights: f32) -> Self {
        let share = (heights * self.height() / self.width()).min(1.0);
        let [top_left, top_right, bottom_right, bottom_left] = self.0;
        Self([top_left, top_left.lerp(top_right, share), bottom_left.lerp(bottom_right, share), bottom_left])
    }

    pub fn center(&self) -> Point {
        self.0[0].middle(self.0[2]).middle(self.0[1].middle(self.0[3]))
    }

    /// Returns the middle of the left edge.
    pub fn start(&self) -> Point {
        self.0[0].middle(self.0[3])
    }

    /// Returns the middle of the right edge.
    pub fn end(&self) -> Point {
        self.0[1].middle(self.0[2])
    }

    /// Returns how much the line sinks (positive) or rises per pixel to the right.
    pub fn slope(&self) -> f32 {
        let (start, end) = (self.start(), self.end());
        (end.y - start.y) / (end.x - start.x).max(1.0)
    }

    /// Returns true if the middle of one box is inside the other.
    pub fn is_same_place(&self, other: &Self) -> bool {
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
        crate::tests::quad([x, y, x + width, y + 20.0])
    }

    #[test]
    fn recognises_two_boxes_at_one_place() {
        assert!(line(0.0, 0.0, 200.0).is_same_place(&line(0.0, 3.0, 200.0)));
        assert!(line(0.0, 0.0, 200.0).is_same_place(&line(150.0, 0.0, 40.0)), "a part");
        assert!(line(150.0, 0.0, 40.0).is_same_place(&line(0.0, 0.0, 200.0)));
        assert!(!line(0.0, 0.0, 200.0).is_same_place(&line(0.0, 24.0, 200.0)), "next line");
        assert!(!line(0.0, 0.0, 100.0).is_same_place(&line(110.0, 0.0, 100.0)), "neighbour");
        let skewed = |y: f32| {
            Quad([(0.0, y), (200.0, y + 40.0), (196.0, y + 60.0), (-4.0, y + 20.0)].map(|(x, y)| Point::new(x, y)))
        };
        assert!(skewed(0.0).is_same_place(&skewed(4.0)));
        assert!(!skewed(0.0).is_same_place(&skewed(24.0)), "next of two skewed lines");
    }
}

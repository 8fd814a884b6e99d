//! The networks, and the budget of one scan.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use crate::ocr::geometry::Quad;
use crate::ocr::line_image;
use crate::ocr::models::Models;
use crate::ocr::text_box::TextBox;

/// The budget of a scan of one photo, in pixels of detection: some eight seconds of one core. Nine of ten receipts take
/// a quarter of it or less, one of a hundred lines takes nearly all of it, and a page of a newspaper would take several
/// times as much (`lab/notes/reader.md`). Work is counted instead of time, so that a photo is read alike on every
/// machine.
const SCAN_BUDGET: usize = 12_000_000;
/// The budget of a date label: five times the cost of an ordinary one.
const LABEL_BUDGET: usize = 2_500_000;
/// The additional budget for each further photo of a receipt, and the minimum that it has. Eight photos full of print
/// stay below the half minute that a request has.
const FURTHER_PHOTO_BUDGET: usize = 3_000_000;
const MIN_PHOTO_BUDGET: usize = 4_000_000;
/// The cost of recognising a column of a line image, in pixels of detection.
const COLUMN_COST: usize = 110;
/// The fixed cost of every line image, in columns.
const IMAGE_COLUMNS: usize = 16;

/// The divisor of the time limit for decoding PDFs: an ordinary one takes tenths of a second.
const PDF_TIME_SHARES: u32 = 3;

/// The networks, the budget of a scan and its cost so far.
pub struct Session {
    pub models: &'static Models,
    budget: Cell<usize>,
    spent: Cell<usize>,
    /// The time limit on a machine that needs longer for the budget than the client waits.
    time_limit: Option<TimeLimit>,
    cut_short: Cell<bool>,
    /// What an earlier pass read with certainty, in pixels of the picture: it is not recognised again.
    pub certain_boxes: RefCell<Vec<TextBox>>,
}

struct TimeLimit {
    start: Instant,
    duration: Duration,
}

impl TimeLimit {
    /// Returns the work that can still be done at the pace so far; unlimited before any work.
    fn remaining_work(&self, spent: usize) -> usize {
        let elapsed = self.start.elapsed();
        match self.duration.checked_sub(elapsed) {
            None => 0,
            Some(_) if spent == 0 => usize::MAX,
            Some(left) => {
                let (left, elapsed) = (left.as_millis(), elapsed.as_millis().max(1));
                usize::try_from(u128::try_from(spent).unwrap_or(0) * left / elapsed).unwrap_or(usize::MAX)
            }
        }
    }
}

impl Session {
    pub fn new(models: &'static Models) -> Self {
        Self::with_budget(models, SCAN_BUDGET)
    }

    /// Creates a session for a picture of a date label, which is small.
    pub fn for_label(models: &'static Models) -> Self {
        Self::with_budget(models, LABEL_BUDGET)
    }

    fn with_budget(models: &'static Models, budget: usize) -> Self {
        Self {
            models,
            budget: Cell::new(budget),
            spent: Cell::new(0),
            time_limit: None,
            cut_short: Cell::new(false),
            certain_boxes: RefCell::default(),
        }
    }

    /// Sets a time limit from now on, beside the budget.
    #[must_use]
    pub fn with_time_limit(self, duration: Duration) -> Self {
        Self { time_limit: Some(TimeLimit { start: Instant::now(), duration }), ..self }
    }

    /// Returns when PDFs have to be decoded, so that a client waits no longer for an unreadable one than for a photo.
    pub fn pdf_deadline(&self) -> Option<Instant> {
        self.time_limit.as_ref().map(|limit| limit.start + limit.duration / PDF_TIME_SHARES)
    }

    /// Returns true if the time is over.
    pub fn is_late(&self) -> bool {
        self.time_limit.as_ref().is_some_and(|limit| limit.start.elapsed() >= limit.duration)
    }

    /// Notes whether text was left out because the budget was spent.
    pub fn set_cut_short(&self, cut_short: bool) {
        self.cut_short.set(cut_short);
    }

    pub fn is_cut_short(&self) -> bool {
        self.cut_short.get()
    }

    pub fn allow_further_photo(&self) {
        self.budget.set((self.budget.get() + FURTHER_PHOTO_BUDGET).max(self.spent() + MIN_PHOTO_BUDGET));
    }

    pub fn spent(&self) -> usize {
        self.spent.get()
    }

    /// Returns the remaining budget, in pixels of detection.
    pub fn remaining(&self) -> usize {
        let work = self.budget.get().saturating_sub(self.spent());
        self.time_limit.as_ref().map_or(work, |limit| work.min(limit.remaining_work(self.spent())))
    }

    /// Counts the cost of detection.
    pub fn count_detection(&self, pixels: usize) {
        self.spent.set(self.spent() + pixels);
    }

    /// Counts the cost of recognising line images of these widths.
    pub fn count_recognition(&self, widths: impl Iterator<Item = usize>) {
        self.spent.set(self.spent() + widths.map(cost).sum::<usize>());
    }

    /// Returns the first boxes, as many as can be recognised with one of so many shares of the remaining budget.
    pub fn affordable<'a>(&self, quads: &'a [Quad], shares: usize) -> &'a [Quad] {
        let budget = self.remaining() / shares;
        let totals = quads.iter().scan(0_usize, |total, quad| {
            *total += cost(line_image::image_width(quad));
            Some(*total)
        });
        &quads[..totals.take_while(|total| *total <= budget).count()]
    }
}

/// Returns the cost of recognising some boxes.
pub fn recognition_cost(quads: &[Quad]) -> usize {
    quads.iter().map(|quad| cost(line_image::image_width(quad))).sum()
}

fn cost(width: usize) -> usize {
    COLUMN_COST * (width + IMAGE_COLUMNS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::decode;
    use crate::tests::{fixture, quad};
    use crate::text::normal_form;
    use image::{RgbImage, imageops};

    fn session(budget: usize) -> Session {
        Session::with_budget(Models::shared().unwrap(), budget)
    }

    #[test]
    fn spends_the_budget_on_the_first_lines() {
        let lines = [100.0, 400.0, 10.0].map(|width| quad([0.0, 0.0, width, 10.0]));
        let all = recognition_cost(&lines);
        assert_eq!(session(all).affordable(&lines, 1).len(), 3);
        assert_eq!(session(all - 1).affordable(&lines, 1).len(), 2);
        assert_eq!(session(all).affordable(&lines, 2).len(), 1, "not the third instead of the second");
        assert_eq!(session(0).affordable(&lines, 1).len(), 0);
    }

    #[test]
    fn leaves_the_rest_of_the_budget_to_the_next_photo() {
        let session = session(SCAN_BUDGET);
        session.count_detection(2_000_000);
        session.allow_further_photo();
        assert_eq!(session.remaining(), SCAN_BUDGET + FURTHER_PHOTO_BUDGET - 2_000_000);
        session.count_detection(2 * SCAN_BUDGET);
        assert_eq!(session.remaining(), 0);
        session.allow_further_photo();
        assert_eq!(session.remaining(), MIN_PHOTO_BUDGET);
    }

    #[test]
    fn allows_less_work_if_the_time_is_short() {
        let steady = session(SCAN_BUDGET).with_time_limit(Duration::from_hours(1));
        assert_eq!(steady.remaining(), SCAN_BUDGET, "nothing is known of the pace");
        steady.count_detection(2_000_000);
        assert_eq!(steady.remaining(), SCAN_BUDGET - 2_000_000, "at this pace all of it is done within the hour");
        // Short, because an `Instant` before the start of the machine does not exist.
        let half = Duration::from_secs(10);
        let start = Instant::now().checked_sub(half).unwrap();
        let slow = Session { time_limit: Some(TimeLimit { start, duration: 2 * half }), ..session(SCAN_BUDGET) };
        slow.count_detection(2_000_000);
        assert!(
            (1_900_000..=2_000_000).contains(&slow.remaining()),
            "as much again in the other half: {}",
            slow.remaining()
        );
        assert!(session(SCAN_BUDGET).with_time_limit(Duration::ZERO).is_late());
    }

    #[test]
    fn spends_a_small_part_of_a_scans_budget_on_a_receipt() {
        let session = session(SCAN_BUDGET);
        session.rows(decode::decode(&fixture("english.jpg")).unwrap()).unwrap();
        assert!((100_000..SCAN_BUDGET / 4).contains(&session.spent()), "{}", session.spent());
    }

    #[test]
    fn reads_a_page_full_of_print_from_the_top_within_the_limit() {
        let [english, german] = ["english.jpg", "german.jpg"].map(|name| decode::decode(&fixture(name)).unwrap());
        let (width, height) = english.dimensions();
        let mut page = RgbImage::new(4 * width, 4 * height);
        imageops::tile(&mut page, &english);
        // One German receipt at the lower right.
        imageops::overlay(&mut page, &german, i64::from(3 * width), i64::from(3 * height));
        let few = session(SCAN_BUDGET / 2);
        let rows = few.rows(page).unwrap();
        assert!((SCAN_BUDGET / 3..=SCAN_BUDGET / 2).contains(&few.spent()), "{}", few.spent());
        let texts: Vec<String> = rows.iter().map(|row| normal_form(&row.text())).collect();
        let is_read = |word: &str| texts.iter().any(|text| text.contains(word));
        assert!(is_read("total") && !is_read("summe"), "{texts:?}");
        assert!(few.is_cut_short());
    }
}

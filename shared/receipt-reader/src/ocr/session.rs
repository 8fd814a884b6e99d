//! The networks, and how much they may still look at for one scan.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::ocr::geometry::Quad;
use crate::ocr::line_image;
use crate::ocr::models::Models;

/// What a scan of one photo may cost, in pixels that text is looked for on: some eight seconds of two cores. Nine of
/// ten receipts take a quarter of it or less, one of a hundred lines takes nearly all of it, and a page of a newspaper
/// would take several times as much (`lab/README.md`). Work is counted and not time, so that the same photo is read
/// the same on every machine.
const SCAN: usize = 12_000_000;
/// What a label may cost: five times an ordinary one.
const LABEL: usize = 2_500_000;
/// For each further photo of the same receipt, and what it has at least, whatever those before it took. Eight photos
/// full of print stay below the half minute that a request has.
const FURTHER_PHOTO: usize = 3_000_000;
const MIN_FOR_A_PHOTO: usize = 4_000_000;
/// What reading a column of a strip costs, in pixels that text is looked for on, …
const COLUMN: usize = 110;
/// … and what every strip costs besides, in columns.
const STRIP: usize = 16;

/// The part of the time that taking PDFs apart may take: an ordinary one takes tenths of a second.
const PDF_SHARE: u32 = 3;

/// The networks, what a scan may cost and what it has cost so far.
pub struct Session {
    pub models: &'static Models,
    most: Cell<usize>,
    spent: Cell<usize>,
    /// When it has to be done, on a machine on which the work that is allowed would take longer than whoever waits
    /// does.
    time: Option<Time>,
    cut_short: Cell<bool>,
}

struct Time {
    began: Instant,
    most: Duration,
}

impl Time {
    /// What can still be done at the pace that was kept so far, of which nothing is known before anything was done.
    fn left(&self, spent: usize) -> usize {
        let gone = self.began.elapsed();
        match self.most.checked_sub(gone) {
            None => 0,
            Some(_) if spent == 0 => usize::MAX,
            Some(left) => {
                let (left, gone) = (left.as_millis(), gone.as_millis().max(1));
                usize::try_from(u128::try_from(spent).unwrap_or(0) * left / gone).unwrap_or(usize::MAX)
            }
        }
    }
}

impl Session {
    pub fn new(models: &'static Models) -> Self {
        Self::with(models, SCAN)
    }

    /// For a picture of a label, which is small.
    pub fn of_label(models: &'static Models) -> Self {
        Self::with(models, LABEL)
    }

    fn with(models: &'static Models, most: usize) -> Self {
        Self { models, most: Cell::new(most), spent: Cell::new(0), time: None, cut_short: Cell::new(false) }
    }

    /// With so much time for it from now on, besides what the work may come to.
    #[must_use]
    pub fn within(self, most: Duration) -> Self {
        Self { time: Some(Time { began: Instant::now(), most }), ..self }
    }

    /// When PDFs have to be taken apart, so that others wait no longer for one that cannot be read than for a photo.
    pub fn pdf_deadline(&self) -> Option<Instant> {
        self.time.as_ref().map(|time| time.began + time.most / PDF_SHARE)
    }

    /// Returns true if the time is over.
    pub fn is_late(&self) -> bool {
        self.time.as_ref().is_some_and(|time| time.began.elapsed() >= time.most)
    }

    /// Note whether something was left out of what is looked at, because it would have been too much.
    pub fn note_cut(&self, cut_short: bool) {
        self.cut_short.set(cut_short);
    }

    pub fn was_cut_short(&self) -> bool {
        self.cut_short.get()
    }

    pub fn allow_further_photo(&self) {
        self.most.set((self.most.get() + FURTHER_PHOTO).max(self.spent() + MIN_FOR_A_PHOTO));
    }

    pub fn spent(&self) -> usize {
        self.spent.get()
    }

    /// What may still be spent, in pixels that text is looked for on.
    pub fn left(&self) -> usize {
        let work = self.most.get().saturating_sub(self.spent());
        self.time.as_ref().map_or(work, |time| work.min(time.left(self.spent())))
    }

    /// Counts looking for text on so many pixels.
    pub fn looked_at(&self, pixels: usize) {
        self.spent.set(self.spent() + pixels);
    }

    /// Counts reading strips of these widths.
    pub fn read(&self, widths: impl Iterator<Item = usize>) {
        self.spent.set(self.spent() + widths.map(cost).sum::<usize>());
    }

    /// The first of some pieces of text: so many that reading them takes no more than one of so many shares of what is
    /// left.
    pub fn affordable<'a>(&self, quads: &'a [Quad], shares: usize) -> &'a [Quad] {
        let most = self.left() / shares;
        let totals = quads.iter().scan(0_usize, |total, quad| {
            *total += cost(line_image::strip_width(quad));
            Some(*total)
        });
        &quads[..totals.take_while(|total| *total <= most).count()]
    }
}

/// What reading some pieces of text costs.
pub fn reading(quads: &[Quad]) -> usize {
    quads.iter().map(|quad| cost(line_image::strip_width(quad))).sum()
}

fn cost(width: usize) -> usize {
    COLUMN * (width + STRIP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ocr::geometry::Point;
    use crate::picture::decode;
    use crate::tests::fixture;
    use crate::text::normal_form;
    use image::{RgbImage, imageops};

    fn session(most: usize) -> Session {
        Session::with(Models::shared().unwrap(), most)
    }

    #[test]
    fn spends_the_budget_on_the_first_lines() {
        let line =
            |width: f32| Quad([(0.0, 0.0), (width, 0.0), (width, 10.0), (0.0, 10.0)].map(|(x, y)| Point::new(x, y)));
        let lines = [100.0, 400.0, 10.0].map(line);
        let all = reading(&lines);
        assert_eq!(session(all).affordable(&lines, 1).len(), 3);
        assert_eq!(session(all - 1).affordable(&lines, 1).len(), 2);
        assert_eq!(session(all).affordable(&lines, 2).len(), 1, "not the third in place of the second");
        assert_eq!(session(0).affordable(&lines, 1).len(), 0);
    }

    #[test]
    fn leaves_the_rest_of_the_budget_to_the_next_photo() {
        let session = session(SCAN);
        session.looked_at(2_000_000);
        session.allow_further_photo();
        assert_eq!(session.left(), SCAN + FURTHER_PHOTO - 2_000_000);
        session.looked_at(2 * SCAN);
        assert_eq!(session.left(), 0);
        session.allow_further_photo();
        assert_eq!(session.left(), MIN_FOR_A_PHOTO);
    }

    #[test]
    fn allows_less_work_where_the_time_is_short() {
        let hour = Duration::from_hours(1);
        let unhurried = session(SCAN).within(hour);
        assert_eq!(unhurried.left(), SCAN, "nothing is known of the pace");
        unhurried.looked_at(2_000_000);
        assert_eq!(unhurried.left(), SCAN - 2_000_000, "at this pace all of it is done within the hour");
        let Some(began) = Instant::now().checked_sub(hour / 2) else { return };
        let slow = Session { time: Some(Time { began, most: hour }), ..session(SCAN) };
        slow.looked_at(2_000_000);
        assert!((1_900_000..=2_000_000).contains(&slow.left()), "as much again in the other half: {}", slow.left());
        assert!(session(SCAN).within(Duration::ZERO).is_late());
    }

    #[test]
    fn spends_a_small_part_of_a_scans_budget_on_a_receipt() {
        let session = session(SCAN);
        session.rows(decode::decode(&fixture("english.jpg")).unwrap()).unwrap();
        assert!((100_000..SCAN / 4).contains(&session.spent()), "{}", session.spent());
    }

    #[test]
    fn reads_a_page_full_of_print_from_the_top_within_the_limit() {
        let [english, german] = ["english.jpg", "german.jpg"].map(|name| decode::decode(&fixture(name)).unwrap());
        let (width, height) = english.dimensions();
        let mut page = RgbImage::new(4 * width, 4 * height);
        imageops::tile(&mut page, &english);
        // One German receipt at the lower right.
        imageops::overlay(&mut page, &german, i64::from(3 * width), i64::from(3 * height));
        let few = session(SCAN / 2);
        let rows = few.rows(page).unwrap();
        assert!((SCAN / 3..=SCAN / 2).contains(&few.spent()), "{}", few.spent());
        let texts: Vec<String> = rows.iter().map(|row| normal_form(&row.text())).collect();
        let is_read = |word: &str| texts.iter().any(|text| text.contains(word));
        assert!(is_read("total") && !is_read("summe"), "{texts:?}");
        assert!(few.was_cut_short());
    }
}

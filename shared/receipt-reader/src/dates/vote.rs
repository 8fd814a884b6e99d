//! Combines the dates of several passes over a label.

use chrono::NaiveDate;
use domain::printed_date::PrintedDate;

/// A date that one pass read.
#[derive(Debug, Clone, PartialEq)]
pub struct PassDate {
    pub printed: PrintedDate,
    /// True if its numbers may have another order, and nothing shows which.
    pub is_ambiguous: bool,
    /// Its readings in other orders.
    pub alternatives: Vec<PrintedDate>,
}

/// Returns true if another pass would not change the result: all passes read the same date, and it is sure.
pub fn is_settled(passes: &[Vec<PassDate>]) -> bool {
    vote(passes, usize::MAX).first().is_some_and(|date| date.is_sure)
}

/// Returns the dates, at most `max_dates`, that of most passes first. It is sure if it is in one pass and either two
/// passes agree and none contradicts, or three agree and a single one that is not sure contradicts.
pub fn vote(passes: &[Vec<PassDate>], max_dates: usize) -> Vec<PrintedDate> {
    let firsts: Vec<&PassDate> = passes.iter().filter_map(|pass| pass.first()).collect();
    let mut ranked: Vec<(NaiveDate, usize)> = Vec::new();
    for first in &firsts {
        let weight = if first.printed.is_sure { 2 } else { 1 };
        match ranked.iter_mut().find(|(date, _)| *date == first.printed.date) {
            Some((_, weights)) => *weights += weight,
            None => ranked.push((first.printed.date, weight)),
        }
    }
    ranked.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
    let Some((best, _)) = ranked.first().copied() else { return Vec::new() };
    let (votes, contrary): (Vec<&PassDate>, Vec<&PassDate>) =
        firsts.iter().partition(|first| first.printed.date == best);
    let is_sure = votes.iter().any(|vote| vote.printed.is_sure)
        && !votes.iter().any(|vote| vote.is_ambiguous)
        && (votes.len() >= 2 && contrary.is_empty()
            || votes.len() >= 3 && contrary.len() == 1 && !contrary[0].printed.is_sure);
    let voted = ranked.iter().filter_map(|(date, _)| best_of(&firsts, *date));
    let orders = firsts.iter().filter(|first| first.is_ambiguous).flat_map(|first| &first.alternatives);
    let further = passes.iter().flatten().map(|found| &found.printed);
    let mut dates: Vec<PrintedDate> = Vec::new();
    for date in voted.clone().take(1).chain(orders).chain(voted.skip(1)).chain(further) {
        if dates.len() < max_dates && !dates.iter().any(|known| known.date == date.date) {
            dates.push(PrintedDate { is_sure: dates.is_empty() && is_sure, ..date.clone() });
        }
    }
    dates
}

/// Returns a date from the pass that is surest of it.
fn best_of<'a>(firsts: &[&'a PassDate], date: NaiveDate) -> Option<&'a PrintedDate> {
    let same = firsts.iter().map(|first| &first.printed).filter(|printed| printed.date == date);
    same.max_by_key(|printed| (printed.kind.is_some(), printed.is_sure))
}

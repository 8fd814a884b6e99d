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

/// Returns true if the passes so far are sure of a date, so that another one is not needed.
pub fn is_settled(passes: &[Vec<PassDate>]) -> bool {
    vote(passes, usize::MAX).first().is_some_and(|date| date.is_sure)
}

/// Returns the dates, at most `max_dates`, that of most passes first. It is sure if one pass is sure of it, another
/// agrees, and none contradicts.
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
    let (votes, others): (Vec<&Vec<PassDate>>, Vec<&Vec<PassDate>>) =
        passes.iter().filter(|pass| !pass.is_empty()).partition(|pass| pass[0].printed.date == best);
    // A pass that saw only the date of production, beside which a sure pass saw the best one, does not contradict.
    let is_production = |date: NaiveDate| {
        let mut sure = votes.iter().filter(|vote| vote[0].printed.is_sure);
        date < best && sure.any(|vote| vote[1..].iter().any(|other| other.printed.date == date))
    };
    let is_sure = votes.len() >= 2
        && votes.iter().any(|vote| vote[0].printed.is_sure)
        && !votes.iter().any(|vote| vote[0].is_ambiguous)
        && others.iter().all(|pass| pass.len() == 1 && is_production(pass[0].printed.date));
    let voted = ranked.iter().filter_map(|(date, _)| best_of(&firsts, *date));
    let orders = firsts.iter().filter(|first| first.is_ambiguous).flat_map(|first| &first.alternatives);
    let further = passes.iter().flatten().map(|found| &found.printed);
    let mut dates: Vec<PrintedDate> = Vec::new();
    for date in voted.clone().take(1).chain(orders).chain(voted.skip(1)).chain(further) {
        if dates.len() < max_dates && !dates.iter().any(|other| other.date == date.date) {
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

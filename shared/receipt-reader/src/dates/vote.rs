//! What several looks at a label agree on.

use chrono::NaiveDate;
use domain::printed_date::PrintedDate;

/// The dates of one look, the likeliest first.
pub type Look = Vec<Seen>;

/// A date as it was seen at one look.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    pub date: PrintedDate,
    /// Its numbers may have another order, and nothing says which.
    pub is_ambiguous: bool,
    /// What it is in another order.
    pub others: Vec<PrintedDate>,
}

/// Returns true if another look would not change the result: all see the same date, and it is sure.
pub fn is_settled(looks: &[Look]) -> bool {
    vote(looks, usize::MAX).first().is_some_and(|date| date.is_sure)
}

/// Returns at most so many dates, the one that most looks see first. It is sure if one look at least is, two agree, and
/// none contradicts; or three agree, and one that is not sure does not.
pub fn vote(looks: &[Look], most: usize) -> Vec<PrintedDate> {
    let firsts: Vec<&Seen> = looks.iter().filter_map(|look| look.first()).collect();
    let mut ranked: Vec<(NaiveDate, usize)> = Vec::new();
    for seen in &firsts {
        let weight = if seen.date.is_sure { 2 } else { 1 };
        match ranked.iter_mut().find(|(date, _)| *date == seen.date.date) {
            Some((_, weights)) => *weights += weight,
            None => ranked.push((seen.date.date, weight)),
        }
    }
    ranked.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
    let Some((best, _)) = ranked.first().copied() else { return Vec::new() };
    let (votes, contrary): (Vec<&Seen>, Vec<&Seen>) = firsts.iter().partition(|seen| seen.date.date == best);
    let is_sure = votes.iter().any(|seen| seen.date.is_sure)
        && !votes.iter().any(|seen| seen.is_ambiguous)
        && (votes.len() >= 2 && contrary.is_empty()
            || votes.len() >= 3 && contrary.len() == 1 && !contrary[0].date.is_sure);
    let voted = ranked.iter().filter_map(|(date, _)| best_of(&firsts, *date));
    let orders = firsts.iter().filter(|seen| seen.is_ambiguous).flat_map(|seen| &seen.others);
    let further = looks.iter().flatten().map(|seen| &seen.date);
    let mut dates: Vec<PrintedDate> = Vec::new();
    for date in voted.clone().take(1).chain(orders).chain(voted.skip(1)).chain(further) {
        if dates.len() < most && !dates.iter().any(|known| known.date == date.date) {
            dates.push(PrintedDate { is_sure: dates.is_empty() && is_sure, ..date.clone() });
        }
    }
    dates
}

/// A date as the look saw it that is the surest of it, and what it is by the others.
fn best_of<'a>(firsts: &[&'a Seen], date: NaiveDate) -> Option<&'a PrintedDate> {
    let seen = firsts.iter().map(|seen| &seen.date).filter(|seen| seen.date == date);
    seen.max_by_key(|seen| (seen.kind.is_some(), seen.is_sure))
}

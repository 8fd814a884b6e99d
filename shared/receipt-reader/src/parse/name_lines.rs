//! Names that run over several lines.

use super::line::{FURTHEST_SET_IN, Line, is_set_in};
use super::parts::{MAX_FURTHER_NAME_LINES, Part};
use crate::text::vocabulary::words;

/// The lines above a product's that its name begins on, from the top.
pub fn names_above(
    parts: &[Part],
    lines: &[Line],
    at: usize,
    line: usize,
    widest: usize,
    begins_above: bool,
) -> Vec<usize> {
    let mut above = Vec::new();
    let mut first = line;
    for part in parts[..at].iter().rev().take(MAX_FURTHER_NAME_LINES) {
        let Part::Name { line: name, quantity } = part else { break };
        // What has an article number of its own is a thing of its own.
        if lines[*name].has_code && lines[first].has_code {
            break;
        }
        // Of three lines the last two are set in alike.
        let is_level = (lines[first].left - lines[*name].left).abs() <= 0.35 * lines[first].height;
        let goes_on = is_level && is_set_in_below(lines, *name);
        let belongs = begins_above || goes_on || is_wrapped(&lines[*name], &lines[first], widest);
        if *name + 1 != first || !belongs {
            break;
        }
        above.insert(0, *name);
        first = *name;
        // A count in front begins it.
        if quantity.is_some() {
            break;
        }
    }
    above
}

/// Whether a line is set in below the name that it, or another level one right above it, goes on with.
fn is_set_in_below(lines: &[Line], at: usize) -> bool {
    let above = (0..at).rev().take(MAX_FURTHER_NAME_LINES - 1);
    let mut names = above.take_while(|&above| lines[above].amount.is_none() && lines[above].names_something());
    names.any(|above| is_set_in(&lines[above], &lines[at]))
}

/// Whether a line has nothing of an address, a number or a slogan.
pub fn could_begin_a_name(line: &Line) -> bool {
    !line.label.contains(['#', ':', '!', '@']) && line.label.chars().filter(char::is_ascii_digit).count() < 3
}

/// The name of a product, with the lines before and behind it that a long name runs over.
pub fn full_name(
    parts: &[Part],
    lines: &[Line],
    at: usize,
    line: usize,
    widest: usize,
    above: &[usize],
    hanging: bool,
) -> String {
    let mut names: Vec<&str> = above.iter().map(|line| lines[*line].label.as_str()).collect();
    names.push(lines[line].label.as_str());
    let first = above.first().copied().unwrap_or(line);
    // Some tills print the price beside the first of the lines. Then what follows is set in, and no name begins above.
    if first == line && lines[line].amount.is_some() {
        let mut last = line;
        for part in parts[at + 1..].iter().take(MAX_FURTHER_NAME_LINES) {
            let Part::Name { line: below, quantity: None } = part else { break };
            let is_next = *below == last + 1
                && (is_wrapped(&lines[last], &lines[*below], widest)
                    || hanging && fills_its_line(&lines[last], &lines[*below], widest))
                && (hanging || is_set_in(&lines[line], &lines[*below]));
            if !is_next || is_promotion(&lines[*below].label) {
                break;
            }
            names.push(lines[*below].label.as_str());
            last = *below;
        }
    }
    names.join(" ")
}

/// Whether names without an amount stand nowhere but right below products with one: there, they go on. A leaning photo
/// hides that they are set in.
pub fn hang_below(parts: &[Part], lines: &[Line], widest: usize) -> bool {
    let (mut hanging, mut others) = (0, 0);
    // What stands above the first product is the shop's name.
    let goods = parts.iter().skip_while(|part| !matches!(part, Part::Product { .. }));
    let mut before: Option<&Part> = None;
    for part in goods {
        if let Part::Name { line, quantity: None } = part {
            match before {
                Some(Part::Product { line: above, .. })
                    if above + 1 == *line
                        && lines[*above].amount.is_some()
                        && !is_promotion(&lines[*line].label)
                        && fills_its_line(&lines[*above], &lines[*line], widest) =>
                {
                    hanging += 1;
                }
                // The third line of a name.
                Some(Part::Name { .. }) => {}
                _ => others += 1,
            }
        }
        before = Some(part);
    }
    hanging >= 3 && hanging >= 4 * others
}

/// Whether names without an amount stand right above most of the products, and nowhere else: there, names begin.
pub fn begin_above(parts: &[Part], lines: &[Line]) -> bool {
    let (mut above, mut others, mut products) = (0, 0, 0);
    for (at, part) in parts.iter().enumerate() {
        match (part, parts.get(at + 1)) {
            (Part::Name { line, .. }, Some(Part::Product { line: below, .. })) if line + 1 == *below => above += 1,
            // The second line of a name's three.
            (Part::Name { .. }, Some(Part::Name { .. })) => {}
            (Part::Name { .. }, _) if products > 0 => others += 1,
            (Part::Product { line, .. }, _) if lines[*line].names_something() => products += 1,
            _ => {}
        }
    }
    above >= 3 && above * 2 >= products && above >= 4 * others
}

/// Whether a line goes on in the next one: the next word would not have fitted any more, as far as the receipt's widest
/// name shows.
fn is_wrapped(first: &Line, second: &Line, widest: usize) -> bool {
    if is_set_in(first, second) {
        fills_its_line(first, second, widest)
    } else {
        // No name goes on further left than it began, and none begins in capitals only.
        !is_set_in(second, first)
            && (second.left - first.left).abs() < FURTHEST_SET_IN * first.height
            && (!is_in_capitals(&first.label) || is_in_capitals(&second.label))
            && width_with_next_word(first, second) > widest
            && first.label.chars().count() >= 14
    }
}

fn is_in_capitals(label: &str) -> bool {
    !label.chars().any(char::is_lowercase)
}

/// Whether a line with the next one's first word would be about as wide as names get.
fn fills_its_line(first: &Line, second: &Line, widest: usize) -> bool {
    width_with_next_word(first, second) * 10 >= widest * 6
}

fn width_with_next_word(first: &Line, second: &Line) -> usize {
    let next_word = second.label.split(' ').next().map_or(0, |word| word.chars().count());
    first.label.chars().count() + 1 + next_word
}

/// Remarks on a price that shops print below a product.
fn is_promotion(label: &str) -> bool {
    const WORDS: &[&str] = &[
        "SALE", "FREE", "SAVE", "PRICE", "DEAL", "OFFER", "SPECIAL", "CLUB", "BUY", "GET", "ITEM", "AKTION", "ANGEBOT",
        "MEMBER", "PRIME", "TARE", "WEIGHT", "REG", "LIMIT", "CARD",
    ];
    words(label).iter().any(|word| WORDS.contains(&word.as_str()))
}

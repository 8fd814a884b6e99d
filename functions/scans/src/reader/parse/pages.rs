//! Several photos of one long receipt: what the end of one and the beginning of the next have in common is there once.

use super::line::Line;

/// A photo's first and last lines may be cut in half by its edge: so many may be left out on either side of the seam.
const CUT_LINES: usize = 2;
/// A longer overlap than this is two photos of the same thing; it is looked for all the same, but no further.
const LONGEST_OVERLAP: usize = 120;
/// How alike two readings of one line are at least.
const ALIKE: f32 = 0.72;

/// A page's lines with the text that they are compared by.
pub struct PageLines {
    pub lines: Vec<Line>,
    pub texts: Vec<String>,
}

/// Puts pages one below the other, overlaps merged.
pub fn join(pages: Vec<PageLines>) -> Vec<Line> {
    let mut joined = PageLines { lines: Vec::new(), texts: Vec::new() };
    for page in pages {
        let seam = seam(&joined.texts, &page.texts);
        joined.lines.truncate(seam.keep);
        joined.texts.truncate(seam.keep);
        joined.lines.extend(page.lines.into_iter().skip(seam.skip));
        joined.texts.extend(page.texts.into_iter().skip(seam.skip));
    }
    joined.lines
}

/// How much of the upper page is kept, and how much of the lower one is skipped.
struct Seam {
    keep: usize,
    skip: usize,
}

fn seam(upper: &[String], lower: &[String]) -> Seam {
    let mut best = (0.0_f32, Seam { keep: upper.len(), skip: 0 });
    let pairs: Vec<Vec<u16>> = lower.iter().map(|text| letter_pairs(text)).collect();
    let tail = upper.len().saturating_sub(LONGEST_OVERLAP + CUT_LINES);
    let upper_pairs: Vec<Vec<u16>> = upper[tail..].iter().map(|text| letter_pairs(text)).collect();
    for cut_above in 0..=CUT_LINES.min(upper.len()) {
        for cut_below in 0..=CUT_LINES.min(lower.len()) {
            let longest = (upper_pairs.len().saturating_sub(cut_above)).min(lower.len() - cut_below).min(LONGEST_OVERLAP);
            for length in 2..=longest {
                let end = upper_pairs.len() - cut_above;
                let above = &upper_pairs[end - length..end];
                let below = &pairs[cut_below..cut_below + length];
                #[expect(clippy::cast_precision_loss, reason = "overlaps are short")]
                let (alike, all) = (above.iter().zip(below).filter(|(a, b)| likeness(a, b) >= ALIKE).count() as f32, length as f32);
                // Equal lines in a row prove an overlap; a few that differ among many that do not are misread.
                let score = alike - 2.0 * (all - alike) - 0.1 * f32::from(u8::try_from(cut_above + cut_below).unwrap_or(u8::MAX));
                if alike / all >= 0.75 && score > best.0 && score >= 1.5 {
                    best = (score, Seam { keep: upper.len() - cut_above, skip: cut_below + length });
                }
            }
        }
    }
    best.1
}

/// The sorted pairs of neighbouring letters of a text, by which texts are compared (Dice).
fn letter_pairs(text: &str) -> Vec<u16> {
    let glyphs: Vec<u16> = text.chars().filter(|c| !c.is_whitespace()).map(|c| u16::try_from(u32::from(c) % 251).unwrap_or(0)).collect();
    let mut pairs: Vec<u16> = glyphs.windows(2).map(|pair| pair[0] * 256 + pair[1]).collect();
    pairs.sort_unstable();
    pairs
}

/// 2 × common pairs / all pairs: 1 for equal texts.
fn likeness(a: &[u16], b: &[u16]) -> f32 {
    let (mut at, mut other, mut common) = (0, 0, 0_u16);
    while at < a.len() && other < b.len() {
        match a[at].cmp(&b[other]) {
            std::cmp::Ordering::Less => at += 1,
            std::cmp::Ordering::Greater => other += 1,
            std::cmp::Ordering::Equal => {
                common += 1;
                at += 1;
                other += 1;
            }
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "lines are short")]
    let all = (a.len() + b.len()) as f32;
    if all == 0.0 { 0.0 } else { 2.0 * f32::from(common) / all }
}

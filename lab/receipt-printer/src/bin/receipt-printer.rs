//! Writes photographed receipts with their truth into a folder: see `--help`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool talks on its streams")]

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

use image::imageops;
use receipt_printer::pairs;
use receipt_printer::photo::encode;
use receipt_printer::{Conditions, Layout, Order, Printed, Severity, Truth, photograph, print_any_shop, print_order};

const HELP: &str = "\
receipt-printer: prints receipts with known truth, and photographs them badly

usage: receipt-printer --out DIR [--count N] [--seed S] [--severity LIST] [--layouts LIST] [--lines N] [--pixels N]
       receipt-printer --out DIR --pairs N [--seed S] [--severity LIST] [--layouts LIST]
       receipt-printer --out DIR --shops N [--seed S] [--severity LIST] [--pixels N]
       receipt-printer --out DIR --bare N [--seed S]
       receipt-printer --out DIR --newspapers N [--seed S] [--lines N]

  --out DIR        where pictures (JPEG) and truths (JSON) go; made where missing
  --count N        how many receipts (default 12); layouts and severities take turns
  --pairs N        pairs of pictures instead, with a pairs.json that tells which are the same receipt
  --shops N        receipts of N shops drawn at random instead; seeds count up by two, so that even ones stay even
  --bare N         pictures of tables without a receipt instead
  --newspapers N   pages full of print instead, four columns of 90 lines or as --lines tells, upright and on their side
  --seed S         the first receipt's seed (default 1); the same seed gives the same files
  --severity LIST  of scan, good, hard, separated by commas (default: all three)
  --layouts LIST   of us-after, us-before, us-for, club, us-sale, columns, long-en, uk, de-inline, de-before, de-after,
                   long-de, separated by commas (default: all twelve)
  --lines N        how many things were bought (default: as the layout's shop has it)
  --pixels N       the longer side of a picture (default: as the severity has it)";

const NEWSPAPER_COLUMNS: u64 = 4;
const NEWSPAPER_LINES: usize = 90;
const NEWSPAPER_QUALITY: u8 = 80;

struct Wish {
    out: String,
    count: u64,
    pairs: Option<u64>,
    shops: Option<u64>,
    bare: Option<u64>,
    newspapers: Option<u64>,
    seed: u64,
    severities: Vec<Severity>,
    layouts: Vec<Layout>,
    lines: Option<usize>,
    pixels: Option<u32>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        println!("{HELP}");
        return ExitCode::SUCCESS;
    }
    match wish(&arguments).and_then(|wish| fulfil(&wish)) {
        Ok(told) => {
            println!("{told}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("receipt-printer: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn wish(arguments: &[String]) -> Result<Wish, String> {
    let mut wish = Wish {
        out: String::new(),
        count: 12,
        pairs: None,
        shops: None,
        bare: None,
        newspapers: None,
        seed: 1,
        severities: Severity::ALL.to_vec(),
        layouts: Layout::ALL.to_vec(),
        lines: None,
        pixels: None,
    };
    let mut arguments = arguments.iter();
    while let Some(option) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{option} needs a value; see --help"))?;
        let number = || number::<u64>(option, value);
        match option.as_str() {
            "--out" => wish.out.clone_from(value),
            "--count" => wish.count = number()?,
            "--pairs" => wish.pairs = Some(number()?),
            "--shops" => wish.shops = Some(number()?),
            "--newspapers" => wish.newspapers = Some(number()?),
            "--bare" => wish.bare = Some(number()?),
            "--seed" => wish.seed = number()?,
            "--severity" => wish.severities = list(value, Severity::from_name)?,
            "--layouts" => wish.layouts = list(value, Layout::from_name)?,
            "--lines" => wish.lines = Some(self::number(option, value)?),
            "--pixels" => wish.pixels = Some(self::number(option, value)?),
            _ => return Err(format!("no such option: {option}; see --help")),
        }
    }
    if wish.out.is_empty() {
        return Err("--out DIR is missing; see --help".to_owned());
    }
    Ok(wish)
}

fn number<T: FromStr>(option: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{option} needs a whole number and not {value:?}"))
}

fn list<T>(value: &str, from_name: fn(&str) -> Option<T>) -> Result<Vec<T>, String> {
    value.split(',').map(|name| from_name(name).ok_or_else(|| format!("unknown name {name:?}; see --help"))).collect()
}

fn fulfil(wish: &Wish) -> Result<String, String> {
    let out = Path::new(&wish.out);
    fs::create_dir_all(out).map_err(|error| format!("{} cannot be made: {error}", wish.out))?;
    if let Some(count) = wish.bare {
        for index in 0..count {
            let seed = wish.seed.wrapping_add(index);
            write(&out.join(format!("bare-{seed}.jpg")), &receipt_printer::not_a_receipt(seed))?;
        }
        return Ok(format!("{count} pictures without a receipt in {}", wish.out));
    }
    if let Some(count) = wish.newspapers {
        for index in 0..count {
            let seed = wish.seed.wrapping_add(index);
            let page = receipt_printer::newspaper(seed, NEWSPAPER_COLUMNS, wish.lines.unwrap_or(NEWSPAPER_LINES));
            write(&out.join(format!("newspaper-{seed}.jpg")), &encode(&page, NEWSPAPER_QUALITY, None))?;
            let on_its_side = encode(&imageops::rotate90(&page), NEWSPAPER_QUALITY, None);
            write(&out.join(format!("newspaper-{seed}-side.jpg")), &on_its_side)?;
        }
        return Ok(format!("{count} pages, upright and on their side, in {}", wish.out));
    }
    if let Some(count) = wish.pairs {
        return write_pairs(wish, out, count);
    }
    if let Some(count) = wish.shops {
        side_by_side(count, |index| {
            let seed = wish.seed.wrapping_add(2 * index);
            let printed = print_any_shop(seed);
            let severity = wish.severities[in_turn(index, wish.severities.len())?];
            let kind = printed.truth.kind.clone();
            write_photo(wish, out, printed, (seed, &kind, severity))
        })?;
        return Ok(format!("{count} shops in {}", wish.out));
    }
    side_by_side(wish.count, |index| {
        let seed = wish.seed.wrapping_add(index);
        let (layout, severity) = turn(wish, index)?;
        let printed = print_order(seed, layout, &Order { lines: wish.lines, ..Order::default() });
        write_photo(wish, out, printed, (seed, layout.name(), severity))
    })?;
    Ok(format!("{} receipts in {}", wish.count, wish.out))
}

/// Photographs a receipt, and writes the picture and its truth.
fn write_photo(
    wish: &Wish,
    out: &Path,
    mut printed: Printed,
    (seed, kind, severity): (u64, &str, Severity),
) -> Result<(), String> {
    printed.truth.id = format!("{seed:05}-{kind}-{}", severity.name());
    printed.truth.file = format!("{}.jpg", printed.truth.id);
    printed.truth.kind = format!("{kind}, {}", severity.name());
    let drawn = Conditions::draw(seed, severity);
    let conditions = Conditions { long_side: wish.pixels.unwrap_or(drawn.long_side), ..drawn };
    let photo = photograph(&printed, seed, &conditions);
    write(&out.join(&printed.truth.file), &photo.jpeg())?;
    write_truth(out, &printed.truth)
}

fn in_turn(index: u64, choices: usize) -> Result<usize, String> {
    usize::try_from(index).map(|turn| turn % choices).map_err(|_| "that many cannot be counted here".to_owned())
}

/// Layouts and severities take turns, so that every layout is seen in every severity.
fn turn(wish: &Wish, index: u64) -> Result<(Layout, Severity), String> {
    let turn = usize::try_from(index).map_err(|_| "that many cannot be counted here".to_owned())?;
    let layout = wish.layouts[turn % wish.layouts.len()];
    Ok((layout, wish.severities[turn / wish.layouts.len() % wish.severities.len()]))
}

/// Does a piece of work for every index, on all cores. Each picture has its own seed, so the order does not matter.
fn side_by_side<T: Send>(count: u64, work: impl Fn(u64) -> Result<T, String> + Sync) -> Result<Vec<T>, String> {
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut done = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut done = Vec::new();
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= count {
                            return Ok(done);
                        }
                        done.push((index, work(index)?));
                    }
                })
            })
            .collect();
        let mut all = Vec::new();
        for worker in workers {
            let part: Result<Vec<(u64, T)>, String> = worker.join().map_err(|_| "a worker panicked".to_owned())?;
            all.extend(part?);
        }
        Ok::<_, String>(all)
    })?;
    done.sort_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

fn write_pairs(wish: &Wish, out: &Path, count: u64) -> Result<String, String> {
    let pairs = side_by_side(count, |index| {
        let (layout, severity) = turn(wish, index)?;
        let (pair, pictures) = pairs::pair(wish.seed.wrapping_add(index), layout, severity);
        for (name, (photo, truth)) in pair.files.iter().zip(pictures) {
            write(&out.join(name), &photo.jpeg())?;
            write_truth(out, &truth)?;
        }
        Ok(pair)
    })?;
    let text = serde_json::to_string_pretty(&pairs).map_err(|error| error.to_string())?;
    write(&out.join("pairs.json"), text.as_bytes())?;
    Ok(format!("{count} pairs in {}", wish.out))
}

fn write_truth(out: &Path, truth: &Truth) -> Result<(), String> {
    let text = serde_json::to_string_pretty(truth).map_err(|error| error.to_string())?;
    write(&out.join(format!("{}.json", truth.id)), text.as_bytes())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

//! The text of Fits in a link, beside the program: the answers of all kernels, so that the receiver needs none of
//! these kernels.
//!
//! The text consists of lines. A line consists of fields, which are separated by tabs. The lines are, in this order: a
//! version; the numbers of needs; the headline; the facts below the headline; the columns, each followed by the facts
//! about its kernels if the kernels' names do not give these facts; the distinct answers, each followed by its remedy
//! as code if it has one; the rows with the indices of their answers, each followed by its verdicts on other
//! architectures. In a field, a tab is written as `\t`, a line feed as `\n`, a carriage return as `\r`, and a backslash
//! as `\\`. The text is packed like the program.

use std::collections::HashMap;

use relo::CoreKind;

use super::{Cell, Column, Fit, FitRow, Fits, Near, OfKernel, Other, RowKind, Said, Way};

/// The first line.
const HEAD: &str = "btfscope fits 1";
/// The most rows and answers that are accepted; a program has hundreds.
const MOST: usize = 1 << 16;
/// The most columns that are accepted. A matrix draws each column in each row on the screen, and a program has some
/// hundreds: one for each open kernel, and one for each series of an atlas that answers in its own way.
pub const MOST_COLUMNS: usize = 1000;

/// Why the answers in a link cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CarriedError {
    /// The first line is another one: a newer version, or a different text.
    #[error("the answers in the link are not those of this version of btfscope; ask the kernels again")]
    Head,
    /// A line is invalid; lines are counted from 1.
    #[error("the answers in the link are damaged in line {0}")]
    Line(usize),
    /// There are more than [`MOST_COLUMNS`] columns.
    #[error("the answers have more than {MOST_COLUMNS} columns of kernels, which a link does not hold")]
    Columns,
}

/// Writes the answers as text.
pub fn write(fits: &Fits) -> String {
    let mut out = format!("{HEAD}\n");
    line(&mut out, ["n", &fits.needs.to_string(), &fits.met.to_string(), &fits.note]);
    for (mark, texts) in [("h", &fits.headline), ("b", &fits.facts)] {
        if !texts.is_empty() {
            line(&mut out, std::iter::once(mark).chain(texts.iter().map(String::as_str)));
        }
    }
    for c in &fits.columns {
        let marks = format!("{}{}", if c.open { "o" } else { "" }, if c.foreign { "f" } else { "" });
        let mut fields = vec!["c".to_owned(), c.fit.letter().to_owned(), marks, c.title.clone(), c.group.clone()];
        for (name, place) in c.kernels.iter().zip(&c.places) {
            fields.extend([place.to_string(), name.clone()]);
        }
        line(&mut out, fields.iter().map(String::as_str));
        let own = |(name, of): (&String, &OfKernel)| *of != OfKernel::named(name);
        if c.kernels.iter().zip(&c.of).any(own) {
            let facts = c.of.iter().flat_map(OfKernel::fields);
            line(&mut out, std::iter::once("k").chain(facts));
        }
    }
    let mut known: HashMap<&Cell, usize> = HashMap::new();
    for cell in fits.rows.iter().flat_map(|row| &row.cells) {
        let next = known.len();
        if *known.entry(cell).or_insert(next) == next {
            let near = cell.near.map_or(String::new(), |n| format!("{} {} {}", n.here, n.there, u8::from(n.newer)));
            let relocation = cell.relocation.map_or(String::new(), |n| n.to_string());
            let texts = [&cell.why, &cell.words, &cell.way_out, &near, &cell.question, &relocation];
            let text = cell.text();
            line(&mut out, ["a", cell.fit.letter(), &text].into_iter().chain(texts.map(String::as_str)));
            if let Some(way) = &cell.way {
                line(&mut out, ["w", way.kind.word(), &way.name, &way.of]);
            }
        }
    }
    for row in &fits.rows {
        let relocation = row.relocation.map_or(String::new(), |n| n.to_string());
        let texts = ["r", row.kind.as_str(), &row.name, &row.of, &row.since, &relocation, &row.question];
        let mut fields = texts.map(str::to_owned).to_vec();
        fields.extend(row.cells.iter().filter_map(|cell| known.get(cell)).map(ToString::to_string));
        line(&mut out, fields.iter().map(String::as_str));
        for other in &row.others {
            let numbers = [other.kernels, other.fails, other.unknown, other.elsewhere].map(|n| n.to_string());
            line(&mut out, ["o", &other.arch].into_iter().chain(numbers.iter().map(String::as_str)));
        }
    }
    out
}

/// Parses the answers. Nothing in the text is trusted: invalid indices are errors.
///
/// # Errors
/// The text is not of this form, or damaged.
pub fn read(text: &str) -> Result<Fits, CarriedError> {
    let mut lines = text.lines().enumerate();
    if lines.next().is_none_or(|(_, first)| first != HEAD) {
        return Err(CarriedError::Head);
    }
    let mut fits = Fits::default();
    let mut cells: Vec<Cell> = Vec::new();
    let mut room = MOST_TEXT;
    for (at, text) in lines {
        let fields: Vec<String> = text.split('\t').map(plain).collect();
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        if take(&fields, &mut fits, &mut cells, &mut room).is_none() || cells.len() > MOST {
            return Err(CarriedError::Line(at + 1));
        }
        if fits.columns.len() > MOST_COLUMNS {
            return Err(CarriedError::Columns);
        }
    }
    Ok(fits)
}

/// The most bytes of text in the cells of all rows, 256 MiB. Each row has copies of the answers that it names, so that a
/// link of a megabyte could ask for a hundred gigabytes. Of a real link they have some hundred bytes each, and a link has
/// room to name half a million.
const MOST_TEXT: usize = 256 << 20;

/// Takes a line. `room`: how many bytes the texts of cells may still have.
fn take(fields: &[&str], fits: &mut Fits, cells: &mut Vec<Cell>, room: &mut usize) -> Option<()> {
    match *fields {
        ["n", needs, met, note] => {
            (fits.needs, fits.met) = (needs.parse().ok()?, met.parse().ok()?);
            note.clone_into(&mut fits.note);
        }
        // Links from before November 2026 have no headline.
        ["h", ref sentences @ ..] => fits.headline = sentences.iter().map(|s| (*s).to_owned()).collect(),
        ["b", ref facts @ ..] => fits.facts = facts.iter().map(|fact| (*fact).to_owned()).collect(),
        ["c", fit, marks, title, group, ref kernels @ ..] => {
            let (pairs, rest) = kernels.as_chunks::<2>();
            // Rows come after all columns, and have a cell for each column.
            if pairs.is_empty() || !rest.is_empty() || !fits.rows.is_empty() {
                return None;
            }
            let places = pairs.iter().map(|[place, _]| place.parse().ok()).collect::<Option<Vec<u32>>>()?;
            fits.columns.push(Column {
                group: group.to_owned(),
                title: title.to_owned(),
                kernels: pairs.iter().map(|[_, name]| (*name).to_owned()).collect(),
                of: pairs.iter().map(|[_, name]| OfKernel::named(name)).collect(),
                places,
                open: marks.contains('o'),
                foreign: marks.contains('f'),
                fit: fit_of(fit)?,
            });
        }
        ["k", ref facts @ ..] => {
            let (facts, rest) = facts.as_chunks::<4>();
            let column = fits.columns.last_mut()?;
            if !rest.is_empty() || facts.len() != column.kernels.len() {
                return None;
            }
            column.of = facts.iter().map(OfKernel::read).collect();
        }
        ["w", kind, name, of] => cells.last_mut()?.way = Some(Way::read(kind, name, of)?),
        ["o", arch, kernels, fails, unknown, elsewhere] => fits.rows.last_mut()?.others.push(Other {
            arch: arch.to_owned(),
            kernels: kernels.parse().ok()?,
            fails: fails.parse().ok()?,
            unknown: unknown.parse().ok()?,
            elsewhere: elsewhere.parse().ok()?,
        }),
        ["a", fit, text, why, words, way_out, near, question, relocation] => cells.push(Cell {
            fit: fit_of(fit)?,
            said: Said::read(fit_of(fit)?, text),
            why: why.to_owned(),
            words: words.to_owned(),
            way_out: way_out.to_owned(),
            near: if near.is_empty() { None } else { Some(near_of(near)?) },
            question: question.to_owned(),
            relocation: number(relocation)?,
            way: None,
        }),
        ["r", kind, name, of, since, relocation, question, ref places @ ..] => {
            if places.len() != fits.columns.len() || fits.rows.len() >= MOST {
                return None;
            }
            // libbpf's text for a relocation begins with the word for its kind; the link has no other record of the
            // kind.
            let word = name.split(' ').next().unwrap_or_default();
            let kind_of = || CoreKind::ALL.into_iter().find(|kind| kind.as_str() == word);
            let cell = |place: &&str| cells.get(place.parse::<usize>().ok()?);
            let named: Vec<&Cell> = places.iter().map(cell).collect::<Option<_>>()?;
            for cell in &named {
                *room = room.checked_sub(length(cell))?;
            }
            let kind = RowKind::read(kind)?;
            let programs = of.split(", ").filter(|name| kind != RowKind::Program && !name.is_empty());
            fits.rows.push(FitRow {
                kind,
                programs: programs.map(str::to_owned).collect(),
                others: Vec::new(),
                name: name.to_owned(),
                of: of.to_owned(),
                since: since.to_owned(),
                relocation: number(relocation)?,
                relo_kind: if relocation.is_empty() { None } else { kind_of() },
                question: question.to_owned(),
                cells: named.into_iter().cloned().collect(),
            });
        }
        _ => return None,
    }
    Some(())
}

/// How many bytes the texts of a cell have.
fn length(cell: &Cell) -> usize {
    let way = cell.way.as_ref().map_or(0, |way| way.name.len() + way.of.len());
    let texts = [&cell.why, &cell.words, &cell.way_out, &cell.question];
    cell.text().len() + way + texts.map(String::len).iter().sum::<usize>()
}

/// A number, or `Some(None)` for an empty text; `None` if it is neither.
fn number(text: &str) -> Option<Option<u32>> {
    if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) }
}

fn near_of(text: &str) -> Option<Near> {
    let mut numbers = text.split(' ').map(|n| n.parse::<u32>().ok());
    let mut next = || numbers.next().flatten();
    let near = Near { here: next()?, there: next()?, newer: next()? == 1 };
    numbers.next().is_none().then_some(near)
}

fn fit_of(text: &str) -> Option<Fit> {
    Fit::ALL.into_iter().find(|fit| fit.letter() == text)
}

fn line<'f>(out: &mut String, fields: impl IntoIterator<Item = &'f str>) {
    // The backslash is escaped first, because the other escapes have one. A carriage return is escaped, because
    // `str::lines` would drop it at the end of a line.
    let escaped =
        |field: &str| field.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r");
    out.push_str(&fields.into_iter().map(escaped).collect::<Vec<_>>().join("\t"));
    out.push('\n');
}

fn plain(field: &str) -> String {
    let mut out = String::with_capacity(field.len());
    let mut chars = field.chars();
    while let Some(c) = chars.next() {
        out.extend(match c {
            '\\' => chars.next().map(|c| match c {
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                c => c,
            }),
            c => Some(c),
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fits::WayKind;

    fn cell(fit: Fit, text: &str, near: Option<Near>) -> Cell {
        let words = "prog 'a':\n\tfailed \\ \r".to_owned();
        let (why, way_out) = ("gone, since".to_owned(), String::new());
        let (question, relocation) = ("struct inode".to_owned(), near.map(|n: Near| n.here));
        let way = near.map(|_| Way { kind: WayKind::Kfunc, name: "f".to_owned(), of: "int f(void)".to_owned() });
        Cell { fit, said: Said::read(fit, text), why, words, way_out, near, question, relocation, way }
    }

    fn fits() -> Fits {
        let column = |title: &str, open, foreign, places: &[u32]| Column {
            group: "amd64".to_owned(),
            title: title.to_owned(),
            kernels: places.iter().map(|p| format!("kernel {p}")).collect(),
            places: places.to_vec(),
            of: places.iter().map(|p| OfKernel { version: format!("6.1.{p}"), ..OfKernel::default() }).collect(),
            open,
            foreign,
            fit: Fit::Fails,
        };
        let row = |name: &str, relocation, cells| FitRow {
            kind: RowKind::Need(needs::NeedKind::Core),
            name: name.to_owned(),
            of: "p, q".to_owned(),
            programs: vec!["p".to_owned(), "q".to_owned()],
            others: vec![Other { arch: "arm64".to_owned(), kernels: 9, fails: 4, unknown: 1, elsewhere: 2 }],
            since: "6.9+".to_owned(),
            relocation,
            relo_kind: None,
            question: "inode.i_atime".to_owned(),
            cells,
        };
        let near = Some(Near { here: 7, there: 2, newer: true });
        let (good, bad) = (cell(Fit::Loads, "there", None), cell(Fit::Fails, "absent", near));
        Fits {
            facts: vec!["1 of 2 kernels".to_owned()],
            headline: vec!["Loads on amd64 5.10.".to_owned(), "On 6.1, its program fails.".to_owned()],
            columns: vec![column("5.10 – 6.1", false, false, &[3, 4]), column("mine", true, true, &[0])],
            rows: vec![row("one", Some(7), vec![good.clone(), bad.clone()]), row("", None, vec![bad, good])],
            note: "1 of them unknown".to_owned(),
            needs: 12,
            met: 10,
            met_names: Vec::new(),
        }
    }

    #[test]
    fn what_was_written_is_read() {
        let text = write(&fits());
        assert_eq!(read(&text), Ok(fits()));
        // Equal answers are written once.
        assert_eq!(text.lines().filter(|line| line.starts_with("a\t")).count(), 2, "{text}");
    }

    /// A megabyte of text with one long answer for very many columns.
    #[test]
    fn rows_that_copy_too_much_are_refused() {
        let text = |columns: usize, why: usize| {
            let row = ["r", RowKind::Program.as_str(), "p", "xdp", "", "", ""].join("\t");
            let mut text = format!("{HEAD}\n");
            text.push_str(&"c\tl\t\tt\tg\t1\tkernel\n".repeat(columns));
            text.push_str(&format!("a\tl\t\t{}\t\t\t\t\t\n", "w".repeat(why)));
            text.push_str(&format!("{row}{}\n", "\t0".repeat(columns)));
            text
        };
        let (columns, why) = (MOST_COLUMNS - 100, 400_000);
        assert!(text(columns, why).len() < share::MAX_UNPACKED);
        assert_eq!(read(&text(columns, why)), Err(CarriedError::Line(columns + 3)));
        assert!(read(&text(columns, 1_000)).is_ok_and(|fits| fits.rows[0].cells.len() == columns));
    }

    #[test]
    fn there_are_only_so_many_columns() {
        let columns = |count| format!("{HEAD}\n{}", "c\tf\t\tx\t\t1\ty\n".repeat(count));
        assert_eq!(read(&columns(MOST_COLUMNS)).map(|fits| fits.columns.len()), Ok(MOST_COLUMNS));
        assert_eq!(read(&columns(MOST_COLUMNS + 1)), Err(CarriedError::Columns));
    }

    #[test]
    fn damage_is_an_error_and_no_panic() {
        let text = write(&fits());
        assert_eq!(read(""), Err(CarriedError::Head));
        assert_eq!(read("btfscope fits 2\n"), Err(CarriedError::Head));
        assert_eq!(read(&text.replace("l\tthere", "x\tthere")), Err(CarriedError::Line(9)));
        assert_eq!(read(&text.replace("w\tkfunc", "w\tmagic")), Err(CarriedError::Line(11)));
        assert_eq!(read(&text.replace("k\t6.1.3", "k\t6.1.3\t\t\t\t")), Err(CarriedError::Line(6)));
        assert_eq!(read(&text.replace("\t0\t1\n", "\t0\t9\n")), Err(CarriedError::Line(12)));
        assert_eq!(read(&text.replace("\t0\t1\n", "\t0\n")), Err(CarriedError::Line(12)));
        assert_eq!(read(&format!("{text}c\tf\t\tx\t\t1\ty\n")), Err(CarriedError::Line(16)));
        for cut in (0..text.len()).filter(|&at| text.is_char_boundary(at)) {
            // A text that was cut off may still be valid, but then every index in it is valid, too.
            if let Ok(fits) = read(&text[..cut]) {
                assert!(fits.rows.iter().all(|row| row.cells.len() == fits.columns.len()));
            }
        }
    }
}

//! Values as texts to copy.

use btf::Btf;
use dump::{Sink, TokenKind, Tokens};
use value::{JsonOptions, MapOptions, MapStyle, MapTypes, TextOptions, map_dump_within, usual_budget};

use super::sheet::{By, Sheet};
use crate::words::grouped;

btf::named! {
    /// The form of the output.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Output {
        /// No text: rows are shown.
        #[default]
        Rows = "Values";
        /// The text of the kernel (`bpf_snprintf_btf`, `cat` of a pinned map); for a map, the text of `bpftool map
        /// dump`.
        Text = "Text";
        /// For each value the JSON of `bpftool map dump`; for a map the JSON of `bpftool -p map dump`.
        Json = "JSON";
    }
    /// All forms.
    pub const ALL;
    /// Its name.
    pub fn title;
}

/// The options of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PrintOptions {
    /// Text: everything on one line.
    pub compact: bool,
    /// Text: leave out the names of members and types.
    pub skip_names: bool,
    /// Text: print members that are zero, too.
    pub emit_zeroes: bool,
}

/// The output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printed {
    /// The text.
    pub text: String,
    /// Why the text is incomplete, as a sentence: a limit was reached, or bytes could not be read.
    pub problem: Option<String>,
}

impl Printed {
    /// The text as tokens without links.
    pub fn tokens(&self) -> Tokens {
        let mut tokens = Tokens::new();
        // Alternating kinds keep the lines apart, because adjacent tokens of the same kind are joined.
        let kinds = [TokenKind::Text, TokenKind::Punct].into_iter().cycle();
        self.text.split_inclusive('\n').zip(kinds).for_each(|(line, kind)| tokens.token(kind, line));
        tokens
    }
}

/// The most records that are printed.
const MOST_RECORDS: usize = 50_000;
/// After this many bytes of text, no further record is printed.
const ENOUGH: usize = 1 << 20;

/// Prints the records of a sheet.
pub fn print(btf: &Btf, sheet: &Sheet, output: Output, options: PrintOptions) -> Printed {
    if let By::Map { key, value, .. } = &sheet.by {
        let style = if output == Output::Json { MapStyle::Pretty } else { MapStyle::Plain };
        let types = MapTypes { btf, key: *key, value: *value };
        let entries = sheet.entries();
        let budget = usual_budget(btf, sheet.bytes.len() as u64);
        let options = MapOptions { style, order: Some(sheet.order) };
        let (text, result) = map_dump_within(&types, &entries, &options, &budget);
        let stopped = budget.check().err().map(|stopped| format!("The printing was {stopped}."));
        let problem = stopped.or_else(|| result.err().map(|e| format!("Not all of it could be read: {e}.")));
        return Printed { text, problem };
    }
    let mut pieces = sheet.pieces(btf, MOST_RECORDS + 1);
    let is_cut = pieces.len() > MOST_RECORDS;
    pieces.truncate(MOST_RECORDS);
    let budget = usual_budget(btf, sheet.bytes.len() as u64);
    let text_options = TextOptions {
        compact: options.compact,
        skip_names: options.skip_names,
        emit_zeroes: options.emit_zeroes,
        ..TextOptions::default()
    };
    let mut out = String::new();
    let mut problem = None;
    let list = output == Output::Json && pieces.len() > 1;
    if list {
        out.push_str("[\n");
    }
    for (i, piece) in pieces.iter().enumerate() {
        if out.len() > ENOUGH {
            problem = Some(format!("The first {} of {} are printed.", grouped(i as u64), grouped(sheet.count(btf))));
            break;
        }
        let Ok(record) = sheet.record(btf, piece) else { continue };
        let (text, error) = match output {
            Output::Json => {
                let (text, result) = value::json_within(&record, &JsonOptions { pretty: true, plain: false }, &budget);
                (text, result.err().map(|e| e.to_string()))
            }
            Output::Rows | Output::Text => {
                let printed = value::text_within(&record, &text_options, &budget);
                (printed.text, printed.result.err().map(|e| e.to_string()))
            }
        };
        out.push_str(&text);
        out.push_str(if list && i + 1 < pieces.len() { ",\n" } else { "\n" });
        if let Err(stopped) = budget.check() {
            problem = Some(format!("The printing was {stopped}."));
            break;
        }
        if let Some(e) = error.filter(|_| problem.is_none()) {
            let which = if piece.name.is_empty() { String::new() } else { format!("{}: ", piece.name) };
            problem = Some(format!("{which}{e}."));
        }
    }
    if list {
        out.push_str("]\n");
    }
    if is_cut && problem.is_none() {
        problem = Some(format!("The first {} are printed.", grouped(MOST_RECORDS as u64)));
    }
    Printed { text: out, problem }
}

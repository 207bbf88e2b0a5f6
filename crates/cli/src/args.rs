//! Arguments that several commands share. The arguments of a single command are in the file of that command.

use std::path::PathBuf;

use btf::{Btf, Budget, Endian};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::parser::{MatchesError, ValueSource};
use clap::{ArgMatches, Args, Command, ValueEnum};

use crate::fail::Failure;
use crate::files::{Target, save};
use crate::room;

/// FILE, for commands that read it without the base BTF that it may continue.
#[derive(Args, Clone, Debug)]
pub struct OneFile {
    /// The file to open; - is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Which file of an archive or package to open, by the end of its path; else its kernel
    #[arg(long, value_name = "PATH")]
    pub entry: Option<String>,
}

/// FILE, and the base BTF that it continues.
#[derive(Args, Clone, Debug)]
pub struct OnBase {
    #[command(flatten)]
    pub one: OneFile,
    /// The BTF that FILE continues: the kernel of a module
    #[arg(long, short = 'B', value_name = "FILE")]
    pub base: Option<PathBuf>,
}

/// `--out` of commands whose result is a file.
#[derive(Args, Clone, Debug)]
pub struct OutFile {
    /// The file to write; - is standard output
    #[arg(long, short, value_name = "OUT")]
    pub out: Target,
}

/// `--out` of commands that print a result and can also save it.
#[derive(Args, Debug)]
pub struct Saved {
    /// Save what the link carries as a file, too: BTF, or an object for a relocation
    #[arg(long, short, value_name = "FILE")]
    out: Option<Target>,
}

impl Saved {
    /// Writes the file, if one was named.
    ///
    /// # Errors
    /// When the file cannot be written, or `--out` names standard output.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        let Some(to) = &self.out else { return Ok(()) };
        to.not_stdout("the printed result")?;
        save(to, bytes)
    }
}

/// `--limit`: the most work and output of a command. The size of the input alone bounds neither.
#[derive(Args, Clone, Copy, Default, Debug)]
pub struct Limit {
    /// The most steps of work and bytes of output: a number, also with k, M or G; 0: no limit. Without it: 8M plus 64
    /// for each byte of types
    #[arg(long, value_name = "N", value_parser = number)]
    limit: Option<u64>,
}

/// The id of `--limit` in clap. It shows whether a command has a `--limit` of its own.
const LIMIT: &str = "limit";

/// Adds [`Limit`] as a hidden option to each command that has no `--limit` of its own. The help of `btfscope` itself
/// explains the option for all commands.
pub fn with_limit(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    if names.is_empty() && command.get_arguments().all(|arg| arg.get_id() != LIMIT) {
        // clap replaces the description of the command by the doc comment of `Limit`, so it is set again.
        let about = command.get_about().cloned();
        return Limit::augment_args(command).mut_arg(LIMIT, |arg| arg.hide(true)).about(about.unwrap_or_default());
    }
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, with_limit))
}

/// Sets the limit of the output from `--limit`. Some commands have a `--limit` that counts results, not bytes. If such
/// a `--limit` is given, the output has no limit.
pub fn note_limit(matches: &ArgMatches) {
    let mut at = matches;
    while let Some((_, below)) = at.subcommand() {
        at = below;
    }
    match at.try_get_one::<u64>(LIMIT) {
        Ok(Some(0)) => room::set(u64::MAX),
        Ok(Some(most)) => room::set(*most),
        Ok(None) | Err(MatchesError::UnknownArgument { .. }) => {}
        Err(_) if at.value_source(LIMIT) == Some(ValueSource::CommandLine) => room::set(u64::MAX),
        Err(_) => {}
    }
}

impl Limit {
    /// The budget for work on these BTFs: the given limit, or else [`Budget::of`] the BTFs.
    pub fn budget<'a>(self, btfs: impl IntoIterator<Item = &'a Btf>) -> Budget {
        self.or(Budget::of(btfs))
    }

    /// The given limit as a budget (0: no limit), or else the budget `usual`.
    pub fn or(self, usual: Budget) -> Budget {
        match self.limit {
            None => usual,
            Some(0) => Budget::endless(),
            Some(most) => Budget::new(most),
        }
    }
}

/// Parses a decimal number. A k, M or G behind it (upper or lower case) multiplies it by 10^3, 10^6 or 10^9.
fn number(text: &str) -> Result<u64, String> {
    let (digits, factor) = match text.strip_suffix(['k', 'K', 'm', 'M', 'g', 'G']) {
        Some(digits) if text.ends_with(['k', 'K']) => (digits, 1_000),
        Some(digits) if text.ends_with(['m', 'M']) => (digits, 1_000_000),
        Some(digits) => (digits, 1_000_000_000),
        None => (text, 1),
    };
    let number: u64 = digits.parse().map_err(|_| "expected a number, with k, M or G behind it".to_owned())?;
    number.checked_mul(factor).ok_or_else(|| "it is too large; 0 is no limit".to_owned())
}

/// How a table is printed.
#[derive(Args, Clone, Copy, Debug)]
pub struct Printed {
    /// How to print it; tsv has a line of titles
    #[arg(long, short, value_name = "FORMAT", value_enum, default_value_t)]
    format: TableFormat,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl Printed {
    /// The chosen format.
    pub fn format(self) -> TableFormat {
        if self.json { TableFormat::Json } else { self.format }
    }
}

/// The formats of tables.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TableFormat {
    #[default]
    Text,
    Tsv,
    Json,
}

/// A byte order.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Little,
    Big,
}

impl From<Order> for Endian {
    fn from(order: Order) -> Endian {
        match order {
            Order::Little => Endian::Little,
            Order::Big => Endian::Big,
        }
    }
}

/// Parses a word that stands for one of `all`.
pub fn one_of<T, const N: usize>(all: [T; N], word: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let meant = move |typed: String| all.into_iter().find(|one| word(*one) == typed).ok_or("it is none of the words");
    PossibleValuesParser::new(all.map(word)).try_map(meant)
}

/// The colours of a picture.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

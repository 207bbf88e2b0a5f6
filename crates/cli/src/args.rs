//! What several commands can be given. What only one can stands in the file of that command.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// FILE, of commands to which its base does not matter.
#[derive(Args, Clone, Debug)]
pub struct OneFile {
    /// What to open; - is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Which file of an archive or package to open, by the end of its path; else its kernel
    #[arg(long, value_name = "PATH")]
    pub entry: Option<String>,
}

/// FILE, and how to read it.
#[derive(Args, Clone, Debug)]
pub struct OnBase {
    #[command(flatten)]
    pub one: OneFile,
    /// The BTF that FILE continues: the kernel of a module
    #[arg(long, short = 'B', value_name = "FILE")]
    pub base: Option<PathBuf>,
}

/// `--out`, where it is what the command is for.
#[derive(Args, Clone, Debug)]
pub struct OutFile {
    /// The file to write
    #[arg(long, short, value_name = "OUT")]
    pub out: PathBuf,
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
    /// What was asked for.
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

/// The colours of a picture.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

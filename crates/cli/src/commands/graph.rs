//! `graph`: the neighbourhood of a type, as an SVG file or as a table.

use ::picture::{Caption, Drawing, svg};
use clap::builder::TypedValueParser;
use clap::{ValueEnum, value_parser};
use dump::{Sink, TokenKind};
use place::Layered;
use relate::{Expansion, GraphOptions, Users, build};

use crate::args::{OnBase, Theme};
use crate::fail::Failure;
use crate::files::{Target, save_and_say};
use crate::out::Out;
use crate::types::one;
use crate::with_base::Which;

/// Draw what a type holds and points to, and who uses it, as an SVG file
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A solid line leads to a type that is embedded, a dashed one to a type that is pointed to, taken or
returned. Types that are used everywhere, like list_head, are expanded only by --expand. The number
below a name says how many types expanding it would add.

Examples:
  btfscope graph vmlinux sk_buff -o sk_buff.svg
  btfscope graph vmlinux task_struct --uses 2 --used-by 0 --theme dark > task.svg
  btfscope graph vmlinux net --expand netns_ipv4 --format table")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    /// Its name or id
    #[arg(value_name = "TYPE")]
    of: String,
    /// Steps to types that it uses
    #[arg(long, value_name = "STEPS", default_value_t = 1, value_parser = value_parser!(u32).range(0..=6))]
    uses: u32,
    /// Steps to types that use it
    #[arg(long, value_name = "STEPS", default_value_t = 1, value_parser = value_parser!(u32).range(0..=6))]
    used_by: u32,
    /// At most so many types
    #[arg(long, short = 'n', value_name = "NODES", default_value_t = 120, value_parser = value_parser!(u16).range(1..=1000).map(usize::from))]
    limit: usize,
    /// Show the neighbours of this type, too. Can be repeated
    #[arg(long, value_name = "TYPE")]
    expand: Vec<String>,
    /// Do not show the neighbours of this type. Can be repeated
    #[arg(long, value_name = "TYPE")]
    collapse: Vec<String>,
    /// A node for each qualifier, typedef, pointer and array
    #[arg(long)]
    unfolded: bool,
    /// Its colours
    #[arg(long, value_name = "THEME", value_enum, default_value_t)]
    theme: Theme,
    /// A drawing, or its edges as lines of text
    #[arg(long, short, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
    /// The file to write, in place of standard output
    #[arg(long, short, value_name = "OUT")]
    out: Option<Target>,
    /// As JSON: {nodes: [{id, label, kind, size, rank, more}], edges: [{from, to, relation, names}], cut}
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// The formats of graphs.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Format {
    #[default]
    Svg,
    Table,
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened or has no such type, and when the output cannot be written.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let Some(to) = args.out.as_ref().filter(|to| !to.is_stdout()) else { return draw(args, out) };
    let mut text = String::new();
    let status = draw(args, &mut text)?;
    save_and_say(to, text.as_bytes(), &format!("the graph around {}", args.of))?;
    Ok(status)
}

fn draw(args: &Args, out: &mut dyn Sink) -> Result<u8, Failure> {
    let (input, status) = Which::from(&args.file).open_and_warn()?;
    let btf = &*input.btf;
    let id = one(&input, &args.of)?;
    let mut options = GraphOptions {
        uses: args.uses,
        used_by: args.used_by,
        most: args.limit,
        most_uses: usize::MAX,
        folded: !args.unfolded,
        ..GraphOptions::default()
    };
    for (specs, what) in [(&args.expand, Expansion::Expanded), (&args.collapse, Expansion::Collapsed)] {
        for spec in specs {
            options.nodes.insert(one(&input, spec)?, what);
        }
    }
    let graph = build(btf, &Users::new(btf), id, &options);
    if args.json {
        json::print(&json::graphs::graph(&graph), out);
        return Ok(status);
    }
    if args.format == Format::Table {
        for edge in &graph.edges {
            let label = |i: usize| graph.nodes.get(i).map_or("", |n| n.label.as_str());
            out.token(TokenKind::Text, label(edge.from));
            out.token(TokenKind::Comment, &format!("  {}  ", edge.relation.words()));
            let tags = if edge.tags.is_empty() { String::new() } else { format!("  [{}]", edge.tags.join(", ")) };
            out.token(TokenKind::Text, &format!("{}  {}{tags}\n", label(edge.to), edge.names.join(", ")));
        }
        return Ok(status);
    }
    let theme = match args.theme {
        Theme::Light => ::picture::Theme::Light,
        Theme::Dark => ::picture::Theme::Dark,
    };
    let mut drawing = Drawing::new(&graph);
    drawing.arrange(&Layered);
    let label = graph.nodes.first().map_or("", |n| n.label.as_str());
    let file = input.name.rsplit('/').next().unwrap_or(&input.name);
    let source = format!("{file} · btfscope");
    let text = svg(&drawing, theme, Caption { title: &format!("{label}: graph"), source: &source });
    out.token(TokenKind::Text, &text);
    Ok(status)
}

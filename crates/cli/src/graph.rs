//! `graph`: the neighbourhood of a type, as an SVG file or as a table.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use dump::{Sink, TokenKind};
use place::Layered;
use relate::{Caption, Drawing, Expansion, GraphOptions, Theme, Users, build, svg};

use crate::args::{flag, format, with_file};
use crate::fail::Failure;
use crate::open::Which;
use crate::out::{Out, out};
use crate::users::one;

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened or has no such type.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let input = Which::new(args).open()?;
    let status = input.warn();
    let btf = &*input.btf;
    let id = one(&input, args.get_one::<String>("type").map_or("", String::as_str))?;
    let steps = |name: &str| args.get_one::<u32>(name).copied().unwrap_or(1);
    let mut options = GraphOptions {
        uses: steps("uses"),
        used_by: steps("used-by"),
        most: args.get_one::<usize>("limit").copied().unwrap_or(120),
        most_uses: usize::MAX,
        folded: !args.get_flag("unfolded"),
        ..GraphOptions::default()
    };
    for (word, what) in [("expand", Expansion::Expanded), ("collapse", Expansion::Collapsed)] {
        for spec in args.get_many::<String>(word).into_iter().flatten() {
            options.nodes.insert(one(&input, spec)?, what);
        }
    }
    let graph = build(btf, &Users::new(btf), id, &options);
    if args.get_one::<String>("format").is_some_and(|f| f == "table") {
        for edge in &graph.edges {
            let label = |i: usize| graph.nodes.get(i).map_or("", |n| n.label.as_str());
            out!(out, "{}", label(edge.from));
            out.token(TokenKind::Comment, &format!("  {}  ", edge.relation.words()));
            out!(out, "{}  {}\n", label(edge.to), edge.names.join(", "));
        }
        return Ok(status);
    }
    let theme = match args.get_one::<String>("theme").map(String::as_str) {
        Some("dark") => Theme::Dark,
        _ => Theme::Light,
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

/// What can be typed.
pub fn command() -> Command {
    let steps = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("STEPS")
            .default_value("1")
            .value_parser(value_parser!(u32).range(0..=6))
            .help(help)
    };
    let node = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("TYPE").action(ArgAction::Append).help(help)
    };
    with_file(Command::new("graph"))
        .about("Draw what a type holds and points to, and who uses it, as an SVG file")
        .arg(Arg::new("type").value_name("TYPE").required(true).help("Its name or id"))
        .arg(steps("uses", "How far to what it uses"))
        .arg(steps("used-by", "How far to those that use it"))
        .arg(
            Arg::new("limit")
                .long("limit")
                .short('n')
                .value_name("NODES")
                .default_value("120")
                .value_parser(value_parser!(u16).range(1..=1000).map(usize::from))
                .help("At most so many types"),
        )
        .arg(node("expand", "Show the neighbours of this type, too. Can be repeated"))
        .arg(node("collapse", "Do not show them. Can be repeated"))
        .arg(flag("unfolded").help("A node for each qualifier, typedef, pointer and array"))
        .arg(
            Arg::new("theme")
                .long("theme")
                .value_name("THEME")
                .default_value("light")
                .value_parser(PossibleValuesParser::new(["light", "dark"]))
                .help("Its colours"),
        )
        .arg(format(&["svg", "table"], "A drawing, or its edges as lines of text"))
        .after_help(
            "Solid lines embed, dashed ones point, take or return. Types that are used all over, like list_head,
are not expanded by themselves; below each name is how many types expanding it would add.

Examples:
  btfscope graph vmlinux sk_buff > sk_buff.svg
  btfscope graph vmlinux task_struct --uses 2 --used-by 0 --theme dark > task.svg
  btfscope graph vmlinux net --expand netns_ipv4 --format table",
        )
}

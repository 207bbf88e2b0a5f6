//! `picture`: the map of a type, its bits or its tree, as an SVG file.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use dump::{Sink, TokenKind};
use model::path;
use model::picture::{Frame, InType, TypePicture};
use model::tree::{Expanded, expand_anonymous};

use crate::args::with_file;
use crate::fail::Failure;
use crate::open::Which;
use crate::out::Out;
use crate::users::one;

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened or has no such type or member, or the type has nothing to draw.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let text = |name: &str| args.get_one::<String>(name).map_or("", String::as_str);
    let input = Which::new(args).open()?;
    let status = input.warn();
    let btf = &*input.btf;
    let id = one(&input, text("type"))?;
    let member = text("member");
    let path = path::from_names(btf, id, member)
        .ok_or_else(|| Failure::NotFound(format!("{}: {} has no member “{member}”", input.name, text("type"))))?;
    let mut open = Expanded::default();
    expand_anonymous(btf, id, &mut open);
    open.reveal(&path);
    let of = InType { id, path, flipped: false };
    let picture = match text("view") {
        "strip" => TypePicture::Strip(of),
        "tree" => TypePicture::Tree(of, open.0.into_iter().collect()),
        _ => TypePicture::Layout(of),
    };
    let file = input.name.rsplit('/').next().unwrap_or(&input.name);
    let frame = Frame {
        title: format!("{}: {}", dump::type_name(btf, id), text("view")),
        source: format!("{file} · btfscope"),
        dark: text("theme") == "dark",
    };
    let svg = picture.draw(btf, &frame);
    let svg =
        svg.ok_or_else(|| Failure::NotFound(format!("{}: {} has nothing to draw there", input.name, text("type"))))?;
    out.token(TokenKind::Text, &svg);
    Ok(status)
}

/// What can be typed.
pub fn command() -> Command {
    let choice = |name: &'static str, values: &'static [&'static str], help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name(if name == "view" { "VIEW" } else { "THEME" })
            .default_value(values.first().copied().unwrap_or_default())
            .value_parser(PossibleValuesParser::new(values))
            .help(help)
    };
    with_file(Command::new("picture"))
        .about("Draw the map of a type, its bit strip or its tree, as an SVG file")
        .arg(Arg::new("type").value_name("TYPE").required(true).help("Its name or id"))
        .arg(choice("view", &["layout", "strip", "tree"], "What of it"))
        .arg(Arg::new("member").long("member").value_name("PATH").help("The member that is selected: mm.pgd"))
        .arg(choice("theme", &["light", "dark"], "Its colours"))
        .after_help(
            "Examples:
  btfscope picture vmlinux sk_buff > sk_buff.svg
  btfscope picture vmlinux sk_buff --view strip --member fclone --theme dark > bits.svg",
        )
}

//! `picture`: the map of a type, its bits or its tree, as an SVG file.

use clap::ValueEnum;
use dump::{Sink, TokenKind};
use model::path;
use model::picture::{Frame, InType, TypePicture};
use model::tree::{Expanded, expand_anonymous};

use crate::args::{OnBase, Theme};
use crate::fail::Failure;
use crate::files::{Target, save_and_say};
use crate::out::Out;
use crate::types::one;
use crate::with_base::Which;

/// Draw the map of a type, its bit strip or its tree, as an SVG file
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  btfscope picture vmlinux sk_buff -o sk_buff.svg
  btfscope picture vmlinux sk_buff --view strip --member fclone --theme dark > bits.svg")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    /// Its name or id
    #[arg(value_name = "TYPE")]
    of: String,
    /// The view of it to draw
    #[arg(long, value_name = "VIEW", value_enum, default_value_t)]
    view: View,
    /// The member that is selected: mm.pgd
    #[arg(long, value_name = "PATH")]
    member: Option<String>,
    /// The file to write, in place of standard output
    #[arg(long, short, value_name = "OUT")]
    out: Option<Target>,
    /// Its colours
    #[arg(long, value_name = "THEME", value_enum, default_value_t)]
    theme: Theme,
}

/// The view of the type that is drawn.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
enum View {
    #[default]
    Layout,
    Strip,
    Tree,
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened or has no such type or member, the type has nothing to draw, or the output cannot be
/// written.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let (input, status) = Which::from(&args.file).open_and_warn()?;
    let btf = &*input.btf;
    let id = one(&input, &args.of)?;
    let member = args.member.as_deref().unwrap_or_default();
    let path = path::from_names(btf, id, member)
        .ok_or_else(|| input.not_found(format!("{} has no member “{member}”", args.of)))?;
    let mut open = Expanded::default();
    expand_anonymous(btf, id, &mut open);
    open.reveal(&path);
    let of = InType { id, path, flipped: false };
    let (view, picture) = match args.view {
        View::Layout => ("layout", TypePicture::Layout(of)),
        View::Strip => ("strip", TypePicture::Strip(of)),
        View::Tree => ("tree", TypePicture::Tree(of, open.0.into_iter().collect())),
    };
    let file = input.name.rsplit('/').next().unwrap_or(&input.name);
    let frame = Frame {
        title: format!("{}: {view}", dump::type_name(btf, id)),
        source: format!("{file} · btfscope"),
        dark: args.theme == Theme::Dark,
    };
    let svg = picture.draw(btf, &frame);
    let svg = svg.ok_or_else(|| input.not_found(format!("{} has nothing to draw there", args.of)))?;
    match args.out.as_ref().filter(|to| !to.is_stdout()) {
        Some(to) => save_and_say(to, svg.as_bytes(), &format!("the {view} of {}", args.of))?,
        None => out.token(TokenKind::Text, &svg),
    }
    Ok(status)
}

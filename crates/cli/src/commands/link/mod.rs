//! `link`: a link that carries a type or a relocation.

mod relocation;

use std::env;

use clap::ValueEnum;
use model::path::Path;
use model::share;
use model::views::View;
use text::counted;

use crate::args::{OnBase, Saved};
use crate::fail::{Failure, say};
use crate::out::{Out, out};
use crate::types::called;
use crate::with_base::Which;
use crate::with_base::in_atlas;

/// Make a link that carries a type or a relocation and what it needs, for anybody to see without the file
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Types that TYPE embeds always go along. The size is on stderr: chats take about 2,000
characters, mail and documents 8,000.

With --reloc, FILE is a program object, and the link carries a CO-RE relocation of it: its
instruction, its types, and the types that it meets in each KERNEL. The link shows the result of
the relocation on these kernels, and why it fails.

Examples:
  btfscope link vmlinux sk_buff --site https://example.org/btfscope/
  btfscope link vmlinux task_struct --depth 0 --view tree
  btfscope link vmlinux tcp_sock --out tcp_sock.btf
  btfscope link prog.bpf.o --reloc fentry/vfs_read+0xe8 --target vmlinux-6.12")]
pub struct Args {
    #[command(flatten)]
    pub file: OnBase,
    /// The name or id of a type
    #[arg(value_name = "TYPE", required_unless_present = "reloc", conflicts_with = "reloc")]
    of: Option<String>,
    #[command(flatten)]
    pub relocation: relocation::Relocation,
    /// Also take structs behind up to N pointers; structs behind more are only declared
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=100), conflicts_with = "reloc")]
    depth: u32,
    /// The view of it that the link opens
    #[arg(long, value_name = "VIEW", value_enum, default_value_t, conflicts_with = "reloc")]
    view: Shown,
    /// Where the page is: https://example.org/btfscope/; else what BTFSCOPE_SITE says
    #[arg(long, value_name = "ADDRESS")]
    site: Option<String>,
    #[command(flatten)]
    pub saved: Saved,
    /// As JSON: {link, characters, about}
    #[arg(long)]
    json: bool,
}

/// The view of the type that the link opens.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Shown {
    #[default]
    Layout,
    Tree,
    C,
    Record,
}

/// Runs `link`.
///
/// # Errors
/// When the file cannot be opened or has no such type, the type needs more than a link may hold, or the file of `--out`
/// cannot be written.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    if let Some(wanted) = &args.relocation.reloc {
        return relocation::link(wanted, args, out);
    }
    let (input, status) = Which::from(&args.file).open_and_warn()?;
    let btf = &*input.btf;
    let spec = args.of.as_deref().unwrap_or_default();
    let view = match args.view {
        Shown::Layout => View::Layout,
        Shown::Tree => View::Tree,
        Shown::C => View::Code,
        Shown::Record => View::Record,
    };
    let Some(&root) = called(&input, spec)?.first() else {
        return Err(input.not_found(format!("no type “{spec}”")));
    };
    let packed = share::pack(btf, root, args.depth).map_err(|bytes| {
        Failure::Bad(format!(
            "{}: “{spec}” needs {bytes} bytes of BTF; a link holds {}",
            input.name,
            ::share::MAX_UNPACKED
        ))
    })?;
    args.saved.write(&packed.blob)?;
    let fragment = share::address(btf, &packed, last_part(&input.name), view, &Path::root()).to_fragment();
    let about =
        format!("{} ({} declared only), {} bytes", counted(packed.types, "type"), packed.forwards, packed.blob.len());
    print(&fragment, &about, args, out);
    if let Some((_, kernel)) = in_atlas::named(&args.file.one.file) {
        let fragment = share::atlas_address(btf, root, kernel, view).to_fragment();
        say(&format!(
            "for a page that has this kernel in its atlas, this link is shorter: {}",
            on_site(args, &fragment)
        ));
    }
    Ok(status)
}

/// The name of a file without its folder.
pub fn last_part(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Prints a link, and on stderr its content and its length.
pub fn print(fragment: &str, about: &str, args: &Args, out: &mut Out) {
    let link = on_site(args, fragment);
    let depth = if args.of.is_some() { args.depth } else { 0 };
    say(&format!("{about}; {} characters: {}", link.len(), share::fits(link.len(), depth)));
    if site(args).is_none() {
        say(
            "the link is for `cargo xtask serve` on this computer; name another place by --site ADDRESS or BTFSCOPE_SITE",
        );
    }
    if args.json {
        json::print(&json::links::LinkOf { link: &link, characters: json::Count::of(link.len()), about }, out);
        return;
    }
    out!(out, "{link}\n");
}

fn on_site(args: &Args, fragment: &str) -> String {
    let site = site(args);
    format!("{}{fragment}", site.as_deref().unwrap_or(LOCAL).split('#').next().unwrap_or_default())
}

fn site(args: &Args) -> Option<String> {
    args.site.clone().or_else(|| env::var(SITE).ok().filter(|site| !site.is_empty()))
}

/// The environment variable with the page's address.
const SITE: &str = "BTFSCOPE_SITE";

/// Where `cargo xtask serve` shows the page.
const LOCAL: &str = "http://127.0.0.1:8080/";

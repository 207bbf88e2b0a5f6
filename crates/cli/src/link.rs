//! `link`: a link that carries a type; and `open`: what such a link carries.

use std::env;
use std::fs;
use std::path::PathBuf;

use ::share::LinkError;
use btf::{Btf, Endian, TypeId};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use dump::{CFileOptions, Sink, TokenKind};
use model::address::{Address, Source};
use model::pad::PadTarget;
use model::path::Path;
use model::share;
use model::views::View;
use scratch::Bits;

use crate::args::with_file;
use crate::fail::{Failure, say};
use crate::link_reloc;
use crate::open::Which;
use crate::out::{Out, out};
use crate::types::called;

/// What can be typed after `link`.
pub fn command() -> Command {
    with_file(Command::new("link"))
        .about("Make a link that carries a type or a relocation and what it needs, for anybody to see without the file")
        .arg(
            Arg::new("type")
                .value_name("TYPE")
                .required_unless_present("reloc")
                .conflicts_with("reloc")
                .help("The name or id of a type"),
        )
        .args(link_reloc::args())
        .arg(
            Arg::new("depth")
                .long("depth")
                .value_name("N")
                .default_value("1")
                .value_parser(value_parser!(u32).range(0..=100))
                .conflicts_with("reloc")
                .help("Structs behind so many pointers go along; those beyond are declared only"),
        )
        .arg(
            Arg::new("view")
                .long("view")
                .value_name("VIEW")
                .default_value("layout")
                .value_parser(PossibleValuesParser::new(["layout", "tree", "c", "record"]))
                .conflicts_with("reloc")
                .help("What the link shows of it"),
        )
        .arg(
            Arg::new("site")
                .long("site")
                .value_name("ADDRESS")
                .help("Where the page is: https://example.org/btfscope/; else what BTFSCOPE_SITE says"),
        )
        .arg(out_file())
        .after_help(
            "What a type embeds always goes along. The size is told on stderr: chats take about 2,000
characters, mail and documents 8,000.

With --reloc, FILE is a program object, and the link carries a CO-RE relocation of it: its
instruction, its types, and those of each KERNEL that it meets there. Whoever opens it sees what
becomes of it on them, and why it fails.

Examples:
  btfscope link vmlinux sk_buff --site https://example.org/btfscope/
  btfscope link vmlinux task_struct --depth 0 --view tree
  btfscope link vmlinux tcp_sock --out tcp_sock.btf
  btfscope link prog.bpf.o --reloc fentry/vfs_read+0xe8 --target vmlinux-6.12",
        )
}

/// What can be typed after `open`.
pub fn open_command() -> Command {
    Command::new("open")
        .about("Print what a link carries: types as C, relocations with what becomes of them")
        .arg(Arg::new("link").value_name("LINK").required(true).help("The link, or its part from the # on"))
        .arg(out_file())
        .after_help(
            "Examples:
  btfscope open 'https://example.org/btfscope/#v=1&f=data:...'
  btfscope open \"$LINK\" --out types.btf",
        )
}

fn out_file() -> Arg {
    Arg::new("out")
        .long("out")
        .short('o')
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help("Save what the link carries as a file, too: BTF, or of a relocation an object")
}

/// Runs `link`.
///
/// # Errors
/// When the file cannot be opened, has no such type, or the type needs more than a link may hold.
pub fn link(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    if let Some(wanted) = args.get_one::<String>("reloc") {
        return link_reloc::link(wanted, args, out);
    }
    let input = Which::new(args).open()?;
    let status = input.warn();
    let btf = &*input.btf;
    let spec = args.get_one::<String>("type").map_or("", String::as_str);
    let depth = args.get_one::<u32>("depth").copied().unwrap_or(1);
    let view = args.get_one::<String>("view").and_then(|word| View::from_word(word)).unwrap_or_default();
    let Some(&root) = called(&input, spec)?.first() else {
        return Err(Failure::NotFound(format!("{}: no type “{spec}”", input.name)));
    };
    let packed = share::pack(btf, root, depth).map_err(|bytes| {
        Failure::Bad(format!(
            "{}: “{spec}” needs {bytes} bytes of BTF; a link holds {}",
            input.name,
            ::share::MAX_UNPACKED
        ))
    })?;
    if let Some(path) = args.get_one::<PathBuf>("out") {
        fs::write(path, &packed.blob).map_err(|e| Failure::Bad(format!("{}: {e}", path.display())))?;
    }
    let fragment = share::address(btf, &packed, last_part(&input.name), view, &Path::root()).to_fragment();
    let about = format!("{} types ({} declared only), {} bytes", packed.types, packed.forwards, packed.blob.len());
    print(&fragment, &about, args, out);
    Ok(status)
}

/// The name of a file without its folder.
pub fn last_part(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Prints a link, and on stderr what is in it, and how long it is.
pub fn print(fragment: &str, about: &str, args: &ArgMatches, out: &mut Out) {
    let site = args.get_one::<String>("site").cloned().or_else(|| env::var(SITE).ok().filter(|site| !site.is_empty()));
    let place = site.as_deref().unwrap_or(LOCAL);
    let link = format!("{}{fragment}", place.split('#').next().unwrap_or_default());
    say(&format!("{about}; {} characters: {}", link.len(), share::fits(link.len())));
    if site.is_none() {
        say(
            "the link is for `cargo xtask serve` on this computer; name another place by --site ADDRESS or BTFSCOPE_SITE",
        );
    }
    out!(out, "{link}\n");
}

/// The environment variable that says where the page is.
const SITE: &str = "BTFSCOPE_SITE";

/// Where `cargo xtask serve` shows the page.
const LOCAL: &str = "http://127.0.0.1:8080/";

/// Runs `open`.
///
/// # Errors
/// When the link is damaged, or carries no types.
pub fn open(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let link = args.get_one::<String>("link").map_or("", String::as_str).trim();
    let bad = |what: String| Failure::Bad(format!("link: {what}"));
    let fragment = link.find('#').and_then(|at| link.get(at..)).ok_or_else(|| bad("it has no # part".to_owned()))?;
    let address = Address::parse(fragment).map_err(|e| bad(e.to_string()))?;
    let (text, name) = match address.main_file() {
        Some(Source::Data { text, name }) => (text, name),
        Some(Source::Pad { text, target }) => return open_pad(text, *target, args, out),
        Some(Source::Digest { sha256, name }) => {
            let what = format!("link: its types are not in it: it shows {} of {name}", wanted(&address));
            return Err(Failure::NotFound(format!("{what} (SHA-256 of its BTF: {sha256})")));
        }
        Some(Source::Name(name) | Source::Sample(name)) => {
            return Err(Failure::NotFound(format!(
                "link: its types are not in it: it shows {} of {name}",
                wanted(&address)
            )));
        }
        Some(Source::Url(url)) => {
            let what = wanted(&address);
            return Err(Failure::NotFound(format!("link: its types are not in it: it shows {what} of {url}")));
        }
        None => return Err(bad("it names no file".to_owned())),
    };
    let bytes = ::share::unpack(text).map_err(|e| bad(e.to_string()))?;
    if let Some(path) = args.get_one::<PathBuf>("out") {
        fs::write(path, &bytes).map_err(|e| Failure::Bad(format!("{}: {e}", path.display())))?;
    }
    if !address.relocation.is_empty() {
        return link_reloc::open(&address, name, bytes, out);
    }
    let size = bytes.len();
    let btf = Btf::parse(bytes, None).map_err(|e| bad(format!("the BTF in it: {e}")))?;
    for e in btf.diagnostics() {
        say(&format!("link: warning: the BTF in it: {e}"));
    }
    let root = address.id.map(TypeId).filter(|id| btf.get(*id).is_some()).unwrap_or(TypeId(1));
    let about = format!("/* {} of {name}: {} types, {size} bytes of BTF */\n", wanted(&address), btf.own_type_count());
    out.token(TokenKind::Comment, &about.replace("*/ ", "* / "));
    dump::c_of(&btf, &[root], out, &CFileOptions { portable: true, ..CFileOptions::default() });
    Ok(0)
}

/// The source of a scratch pad, as it was typed.
fn open_pad(text: &str, target: PadTarget, args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let bad = |e: LinkError| Failure::Bad(format!("link: {e}."));
    let source = String::from_utf8(::share::unpack(text).map_err(bad)?).map_err(|_| bad(LinkError::Deflate))?;
    let bits = if target.wide { Bits::B64 } else { Bits::B32 };
    let endian = if target.big { Endian::Big } else { Endian::Little };
    let compiled = scratch::compile(&source, scratch::Target { bits, endian });
    for m in &compiled.marks {
        say(&crate::scratch_pad::told("link", m));
    }
    if let (Some(path), Some(blob)) = (args.get_one::<PathBuf>("out"), &compiled.blob) {
        fs::write(path, blob).map_err(|e| Failure::Bad(format!("{}: {e}", path.display())))?;
    }
    out.token(TokenKind::Text, &source);
    Ok(if compiled.has_errors() { 2 } else { 0 })
}

/// What the link shows, in words.
fn wanted(address: &Address) -> String {
    match address.type_name.as_str() {
        _ if !address.relocation.is_empty() => format!("relocation {}", address.relocation),
        "" => "a type".to_owned(),
        name => format!("{} {name}", address.kind).trim_start().to_owned(),
    }
}

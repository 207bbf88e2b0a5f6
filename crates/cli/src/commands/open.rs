//! `open`: prints the types, the relocation or the scratch pad that a link carries.

use std::sync::Arc;

use ::share::LinkError;
use bpf::Object;
use btf::{Btf, Endian, TypeId};
use dump::{CFileOptions, Sink, TokenKind};
use json::Count;
use json::links::Carried;
use model::address::{self, Address, Role, Source};
use model::pad::PadTarget;
use model::pad::hex::HexText;
use scratch::Bits;
use text::counted;

use crate::args::Saved;
use crate::fail::{Failure, say, say_mark};
use crate::out::Out;
use crate::relocations;

/// Print what a link carries: types as C, relocations with their results
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  btfscope open 'https://example.org/btfscope/#v=1&f=data:...'
  btfscope open \"$LINK\" --out types.btf")]
pub struct Args {
    /// The link, or its part from the # on
    #[arg(value_name = "LINK")]
    link: String,
    #[command(flatten)]
    saved: Saved,
    /// As JSON: {file, shows, types, bytes, c}; of a relocation what relocs prints
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// When the link is damaged, or carries neither types nor a relocation nor a scratch pad, and when the file of `--out`
/// cannot be written.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let link = args.link.trim();
    let bad = |what: String| Failure::Bad(format!("link: {what}"));
    let fragment = link.find('#').and_then(|at| link.get(at..)).ok_or_else(|| bad("it has no # part".to_owned()))?;
    let address = Address::parse(fragment).map_err(|e| bad(e.to_string()))?;
    let not_in_it = |file: String| {
        let what = wanted(&address);
        Err(Failure::NotFound(format!("link: it carries no types; it shows {what} of {file}")))
    };
    let (text, name) = match address.main_file() {
        Some(Source::Data { text, name }) => (text, name),
        Some(Source::Pad { text, target }) => return open_pad(text, *target, args, out),
        Some(Source::Digest { sha256, name }) => return not_in_it(format!("{name} (SHA-256 of its BTF: {sha256})")),
        Some(Source::Name(name) | Source::Sample(name)) => return not_in_it(name.to_string()),
        Some(Source::Atlas(kernel)) => {
            return not_in_it(format!("{kernel}: see `btfscope layout X.atlas#{kernel}`"));
        }
        Some(Source::Url(url)) => return not_in_it(url.to_string()),
        None => return Err(bad("it names no file".to_owned())),
    };
    let bytes = ::share::unpack(text).map_err(|e| bad(e.to_string()))?;
    args.saved.write(&bytes)?;
    if matches!(address.shown, address::Shown::Relocation(_)) {
        return open_relocation(&address, name, bytes, args.json, out);
    }
    let size = bytes.len();
    let btf = Btf::parse(bytes, None).map_err(|e| bad(format!("the BTF in it: {e}")))?;
    for e in btf.diagnostics() {
        say(&format!("link: warning: the BTF in it: {e}"));
    }
    let root = address.id.map(TypeId).filter(|id| btf.get(*id).is_some()).unwrap_or(TypeId(1));
    let options = CFileOptions { portable: true, ..CFileOptions::default() };
    if args.json {
        let mut c = String::new();
        dump::c_of(&btf, &[root], &mut c, &options);
        let (shows, types) = (&*wanted(&address), btf.own_type_count());
        json::print(&Carried { file: name, shows, types, bytes: Count::of(size), c: &c }, out);
        return Ok(0);
    }
    // Both names are from the link, and must not end the comment.
    let shown = format!("{} of {name}", wanted(&address)).replace("*/", "* /");
    let about = format!("/* {shown}: {}, {size} bytes of BTF */\n", counted(btf.own_type_count(), "type"));
    out.token(TokenKind::Comment, &about);
    dump::c_of(&btf, &[root], out, &options);
    Ok(0)
}

/// Compiles the C source of a scratch pad, and prints the source as it was typed. Returns 2 if it has errors. A pad of
/// bytes goes to [`open_bytes`].
fn open_pad(text: &str, target: PadTarget, args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let bad = |e: LinkError| Failure::Bad(format!("link: {e}."));
    let source = String::from_utf8(::share::unpack(text).map_err(bad)?).map_err(|_| bad(LinkError::Deflate))?;
    if target.bytes {
        return open_bytes(&source, args, out);
    }
    let bits = if target.wide { Bits::B64 } else { Bits::B32 };
    let endian = if target.big { Endian::Big } else { Endian::Little };
    let compiled = scratch::compile(&source, scratch::Target { bits, endian });
    for m in &compiled.marks {
        say_mark("link", m);
    }
    if let Some(blob) = &compiled.blob {
        args.saved.write(blob)?;
    }
    if args.json {
        let blob = compiled.blob.as_deref().unwrap_or_default();
        let types = Btf::parse(blob.to_vec(), None).map_or(0, |btf| btf.own_type_count());
        let shows = "declarations";
        json::print(&Carried { file: "scratch pad", shows, types, bytes: Count::of(blob.len()), c: &source }, out);
    } else {
        out.token(TokenKind::Text, &source);
    }
    Ok(if compiled.has_errors() { 2 } else { 0 })
}

/// Reads the bytes of a scratch pad, and prints them as they were typed. Returns 2 if they are no sound BTF.
fn open_bytes(source: &str, args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let written = HexText::read(source);
    let read = Btf::parse(written.bytes.clone(), None);
    args.saved.write(&written.bytes)?;
    if args.json {
        let types = read.as_ref().map_or(0, Btf::own_type_count);
        let bytes = Count::of(written.bytes.len());
        json::print(&Carried { file: "scratch pad", shows: "bytes", types, bytes, c: source }, out);
    } else {
        out.token(TokenKind::Text, source);
    }
    let is_whole = read.is_ok_and(|btf| btf.diagnostics().is_empty()) && written.faults.is_empty();
    Ok(if is_whole { 0 } else { 2 })
}

/// The type or relocation that the link shows, in words.
fn wanted(address: &Address) -> String {
    match (&address.shown, address.type_name.as_str()) {
        (address::Shown::Relocation(key), _) => format!("relocation {key}"),
        (_, "") => "a type".to_owned(),
        (_, name) => format!("{} {name}", address.kind).trim_start().to_owned(),
    }
}

/// Prints the relocation in a link, and its result on each kernel whose types the link carries.
///
/// # Errors
/// When the carried data cannot be read.
fn open_relocation(address: &Address, name: &str, bytes: Vec<u8>, json: bool, out: &mut Out) -> Result<u8, Failure> {
    let bad = |what: String| Failure::Bad(format!("link: {what}"));
    let as_json = if json { container::open(name, &bytes)?.btf_ext } else { None };
    let object = Object::parse(bytes).map_err(|e| bad(format!("the object in it: {e}")))?;
    if let Some(first) = object.problems().first() {
        say(&format!("link: warning: the object in it: {first}"));
    }
    let mut kernels = Vec::new();
    for (role, source) in &address.files {
        if let (Role::Target, Source::Data { text, name }) = (role, source) {
            let blob = ::share::unpack(text).map_err(|e| bad(e.to_string()))?;
            let btf = Btf::parse(blob, None).map_err(|e| bad(format!("the types of {name} in it: {e}")))?;
            kernels.push((name.clone(), Arc::new(btf)));
        }
    }
    relocations::show(name, &object, kernels, as_json.as_ref(), out);
    Ok(0)
}

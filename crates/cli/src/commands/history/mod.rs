//! `history`: a type or a field over the kernels of an atlas.

mod lanes;

use atlas::{AtlasKernel, Form, Select};
use btf::{Budget, DeclTags, Kind};
use dump::{Sink, TokenKind};
use json::histories::{FieldHistory, NameHistory};
use model::atlas::{Asked, FieldLine, Followed, History, field_lines, history_among, kernels_in_words};
use model::words::offset_text;
use relate::FieldPath;
use text::counted;

use crate::atlases::kernels::{InAtlas, say_undecided};
use crate::atlases::ours::AtlasPlace;
use crate::atlases::store::{self, OnDisk};
use crate::fail::Failure;
use crate::files::AsText;
use crate::out::{Out, out};

/// Say how a type or a field changed over the kernels of an atlas
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A name may have its kind in front: 'struct file', 'func vfs_read'. The output begins with a sentence, a
lane for each architecture and flavour that differ, and the steps in the lanes. Then comes each content
that a type had: the kernels that have it, and what it changes in the one before it on the same
architecture. If X-modules.atlas is beside X.atlas, the modules that bring a function, kfunc or
struct_ops type are named.
Offsets are in bytes, as 12:3 with bits. Exit status 1: no kernel has it.

Examples:
  btfscope history task_struct
  btfscope history 'func vfs_read' --atlas my.atlas
  btfscope history task_struct.mm.pgd --atlas my.atlas --where arch=amd64")]
pub struct Args {
    /// A name (task_struct, vfs_read), or a field (task_struct.mm)
    #[arg(value_name = "TYPE|PATH")]
    what: String,
    #[command(flatten)]
    kernels: InAtlas,
    /// Follow this name only; otherwise kernels that lack it show the member that it was renamed to or from
    #[arg(long)]
    split: bool,
    /// As JSON: {headline, followed, lanes, steps} with {forms, modules} of a name or {path, fields} of a field
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// When the atlas or a condition cannot be read, the argument is neither a name nor a path, or no kernel has it (status
/// 1).
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let path = &args.kernels.place()?;
    let scope = Scope { path, select: args.kernels.only.select()?, json: args.json };
    let atlas = store::open(path)?;
    say_undecided("--where", &scope.select, atlas.kernels());
    let what = args.what.trim();
    if what.contains('.') && !what.starts_with('.') || what.contains("->") {
        let wanted = FieldPath::parse(what).map_err(|e| Failure::Bad(format!("“{what}”: {e}")))?;
        let question = if args.split { Asked::Only(wanted.clone()) } else { Asked::Field(wanted.clone()) };
        return scope.field(&atlas, &wanted, &question, out);
    }
    let (kind, name) = match what.split_once(' ') {
        Some((word, name)) => (Some(kind_of(word)?), name.trim()),
        None => (None, what),
    };
    scope.name(&atlas, kind, name, out)
}

const KINDS: [(&str, Kind); 11] = [
    ("struct", Kind::Struct),
    ("union", Kind::Union),
    ("enum", Kind::Enum),
    ("enum64", Kind::Enum64),
    ("typedef", Kind::Typedef),
    ("int", Kind::Int),
    ("float", Kind::Float),
    ("fwd", Kind::Fwd),
    ("func", Kind::Func),
    ("var", Kind::Var),
    ("datasec", Kind::DataSec),
];

fn kind_of(word: &str) -> Result<Kind, Failure> {
    let no_kind = || Failure::Bad(format!("“{word}” is no kind; there are {}", KINDS.map(|(w, _)| w).join(", ")));
    KINDS.into_iter().find(|(w, _)| *w == word).map(|(_, kind)| kind).ok_or_else(no_kind)
}

/// A form, and the chosen kernels that have it.
type Of = (Form, Vec<u32>);

/// The atlas that is asked, the kernels that are chosen in it, and the format of the output.
struct Scope<'a> {
    path: &'a AtlasPlace,
    select: Select,
    json: bool,
}

impl Scope<'_> {
    /// The history on the chosen kernels, as the page shows it.
    fn history(&self, atlas: &OnDisk, question: &Asked) -> Result<Option<History>, Failure> {
        history_among(atlas, question, &|kernel| self.select.fits(kernel)).map_err(|e| store::failed(self.path, &e))
    }

    /// The failure for a name or field that no kernel has. The message suggests similar names.
    fn none_has(&self, atlas: &OnDisk, asked: &Asked) -> Result<Failure, Failure> {
        let near = asked.near(atlas).map_err(|e| store::failed(self.path, &e))?;
        Ok(Failure::NotFound(format!("{}: no kernel has {}{near}", self.path.as_text(), asked.words())))
    }

    fn name(&self, atlas: &OnDisk, kind: Option<Kind>, name: &str, out: &mut Out) -> Result<u8, Failure> {
        let failed = |e| store::failed(self.path, &e);
        let asked = Asked::Name(kind, name.to_owned());
        let keep = |kernel: &AtlasKernel| self.select.fits(kernel);
        let (forms, any) = json::histories::forms(atlas, &asked, &keep).map_err(failed)?;
        let names = store::modules_beside(self.path)?;
        let found = names.map(|names| model::atlas::of_modules(&names, &asked, None)).transpose().map_err(failed)?;
        let brought = found.flatten().map(|found| found.modules).unwrap_or_default();
        if forms.is_empty() && brought.is_empty() && any {
            let (path, asked) = (self.path.as_text(), asked.words());
            return Err(Failure::NotFound(format!("{path}: none of the kernels that --where names has {asked}")));
        }
        if forms.is_empty() && brought.is_empty() {
            return Err(self.none_has(atlas, &asked)?);
        }
        let history = self.history(atlas, &asked)?.filter(|_| !forms.is_empty());
        if self.json {
            let (names, history) = (atlas.kernel_names(), history.unwrap_or_default());
            json::print(&NameHistory::of(&forms, brought, &history, names), out);
            return Ok(0);
        }
        if forms.is_empty() {
            let among = if any { "of the kernels that --where names, " } else { "" };
            out!(out, "{name}: {among}only modules have it\n");
        }
        if let Some(history) = &history {
            lanes::sentence(history, out);
            lanes::lanes(history, out);
        }
        for (i, form) in forms.iter().enumerate() {
            self.form(atlas, forms.get(..i).unwrap_or_default(), form, out).map_err(failed)?;
        }
        for line in &brought {
            out!(out, "{line}\n");
        }
        Ok(0)
    }

    /// Prints one form: its kind, name, size and tags, its kernels, and its differences from an earlier form. `before`
    /// has the earlier forms; only those with the same kind and ordinal can be compared. Of these, the last one is
    /// chosen that is on a kernel with the architecture of this form's first kernel. If there is none, the last one is
    /// chosen.
    fn form(&self, atlas: &OnDisk, before: &[Of], of: &Of, out: &mut Out) -> Result<(), atlas::Error> {
        let (form, kernels) = of;
        let Some(&first) = kernels.first() else { return Ok(()) };
        let new = atlas.slice(first, &[form])?;
        let Some(t) = new.types.first().and_then(|id| new.btf.get(*id)) else { return Ok(()) };
        out.token(TokenKind::Keyword, &t.kind().as_str().to_lowercase());
        let name = dump::type_name(&new.btf, t.id());
        out!(out, " {}", name.trim_start_matches(&format!("{} ", t.kind().as_str().to_lowercase())));
        if form.ordinal > 0 {
            out!(out, " ({} of this name)", form.ordinal + 1);
        }
        if let Some(size) = t.size() {
            out!(out, ", {}", counted(size, "byte"));
        }
        if t.kind().is_composite() {
            out!(out, ", {}", counted(t.item_count(), "member"));
        }
        // Two forms may differ in their tags alone.
        for tag in DeclTags::new(&new.btf).of_component(t.id(), -1) {
            out!(out, ", tagged {}", new.btf.get(tag.tag).map_or("", |tag| tag.name()));
        }
        out!(out, "\n  in {}\n", kernels_in_words(atlas.kernels(), kernels));
        let arch = |k: u32| atlas.kernels().get(k as usize).map(|k| k.arch.as_str());
        let same = |(f, _): &&Of| (f.kind, f.ordinal) == (form.kind, form.ordinal);
        let on_arch = |(_, had): &&Of| had.iter().any(|k| arch(*k) == arch(first));
        let earlier = before.iter().rev().filter(same).find(on_arch).or_else(|| before.iter().rev().find(same));
        let Some((earlier, had)) = earlier else { return Ok(()) };
        let Some(&from) = had.iter().find(|k| arch(**k) == arch(first)).or(had.first()) else { return Ok(()) };
        let old = atlas.slice(from, &[earlier])?;
        let (Some(a), Some(b)) = (old.types.first(), new.types.first()) else { return Ok(()) };
        let compared = relate::changes(&old.btf, *a, &new.btf, *b, &Budget::of([&*old.btf, &*new.btf]));
        if let Err(stopped) = &compared {
            out!(out, "  (not compared to the end: {stopped})\n");
        }
        for change in compared.unwrap_or_default() {
            let (sign, item, btf) = match (&change.old, &change.new) {
                (_, Some(item)) if change.old.is_none() => ("+", item, &new.btf),
                (Some(item), None) => ("-", item, &old.btf),
                (_, Some(item)) => ("~", item, &new.btf),
                _ => continue,
            };
            // A change without a name is one of the type as a whole, whose size is already printed.
            if item.name.is_empty() {
                continue;
            }
            out!(out, "  {sign} {}", item.name);
            if let Some(value) = item.value {
                out!(out, " = {value}");
            } else if !item.type_id.is_void() {
                out!(out, "  {}", dump::type_name(btf, item.type_id));
            }
            if let Some(offset) = item.offset {
                out!(out, "  @ {}", offset_text(offset, false));
            }
            out!(out, "  {}\n", change.words());
        }
        Ok(())
    }

    fn field(&self, atlas: &OnDisk, path: &FieldPath, question: &Asked, out: &mut Out) -> Result<u8, Failure> {
        let keep = |kernel: &AtlasKernel| self.select.fits(kernel);
        let lines = field_lines(atlas, path, &keep).map_err(|e| store::failed(self.path, &e))?;
        let Some(lines) = lines else { return Err(self.none_has(atlas, &Asked::Field(path.clone()))?) };
        let history = self.history(atlas, question)?.unwrap_or_default();
        let any = history.present().0 > 0;
        if self.json {
            json::print(&FieldHistory::of(path.as_str(), lines, &history, atlas.kernel_names()), out);
        } else {
            lanes::sentence(&history, out);
            if any {
                lanes::lanes(&history, out);
            }
            places(atlas, path.as_str(), &lines, out);
            for other in history.followed.iter().filter_map(|followed| under_other_name(path, followed)) {
                let lines = field_lines(atlas, &other, &keep).map_err(|e| store::failed(self.path, &e))?;
                let there = lines.unwrap_or_default().into_iter().filter(|line| line.is_there);
                places(atlas, other.as_str(), &there.collect::<Vec<_>>(), out);
            }
        }
        Ok(u8::from(!any))
    }
}

/// Prints the places of a field, each with its kernels.
fn places(atlas: &OnDisk, path: &str, lines: &[FieldLine], out: &mut Out) {
    for FieldLine { place, kernels, .. } in lines {
        out!(out, "{path}  {place}\n  in {}\n", kernels_in_words(atlas.kernels(), kernels));
    }
}

/// The path to the same member under the name that it has on other kernels: the two names of `followed` are exchanged
/// in it. `None` if the path has neither name.
fn under_other_name(path: &FieldPath, followed: &Followed) -> Option<FieldPath> {
    let (name, other) = (followed.name.as_str(), followed.other.as_str());
    let parts = path.as_str().split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
    let renamed: String = parts
        .map(|part| {
            let word = part.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
            let new = match word {
                _ if word == name => other,
                _ if word == other => name,
                _ => word,
            };
            format!("{new}{}", part.get(word.len()..).unwrap_or_default())
        })
        .collect();
    FieldPath::parse(&renamed).ok().filter(|renamed| renamed.as_str() != path.as_str())
}

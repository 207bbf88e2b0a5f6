//! The base of split BTF: the given one, or a kernel nearby.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use btf::Btf;
use container::Opened;
use model::load::{BaseFrom, LoadError, continues, load};

use super::{Input, Take, in_atlas, in_words, name_of, one_file, place, read};
use crate::fail::{Failure, say};
use crate::files::AsText;

/// Puts an opened file on its base.
///
/// # Errors
/// When the base is missing, the wrong one, or cannot be read.
pub fn open_on_base(path: &Path, opened: Opened, base: Option<&Path>) -> Result<Input, Failure> {
    let name = name_of(path);
    let (mut base_name, given) = match &opened.btf_base {
        Some(_) => {
            if base.is_some() {
                say(&format!("warning: {name}: it brings its own base (.BTF.base), which was used in place of --base"));
            }
            (Some(".BTF.base of the same file".to_owned()), None)
        }
        None => find_base(path, &opened, base)?.map_or((None, None), |(name, btf)| (Some(name), Some(btf))),
    };
    let loaded = load(&opened, given).map_err(|e| {
        let at = in_words(&opened, e.range(&opened));
        Failure::Bad(match &e {
            LoadError::Unreadable(".BTF", e) => format!("{name}: {} ({at})", e.kind),
            LoadError::WrongBase(misfit) => {
                format!("{name}: {} is not its base: {misfit} ({at})", base_name.as_deref().unwrap_or_default())
            }
            e => format!("{name}: {e} ({at})"),
        })
    })?;
    if loaded.base == BaseFrom::Unneeded {
        base_name = None;
    }
    Ok(Input { name, opened, btf: loaded.btf, base: base_name })
}

type Base = (String, Arc<Btf>);

/// The base of split BTF: the given one, or a kernel nearby ([`nearby`]). `None` if the BTF continues no other.
fn find_base(path: &Path, opened: &Opened, named: Option<&Path>) -> Result<Option<Base>, Failure> {
    let name = name_of(path);
    if let Some(named) = named {
        if !continues(opened) {
            say(&format!("warning: {name}: it continues no other BTF, so --base is ignored"));
            return Ok(None);
        }
        return open_base(named).map(Some);
    }
    let Some(need) = &opened.needs_base else { return Ok(None) };
    let mut why_not = String::new();
    let fitting = |base: Base| match container::fits_base(&opened.btf.bytes, &base.1) {
        Ok(()) => Ok(base),
        Err(misfit) => Err(Failure::Bad(format!("{misfit} ({})", place(opened, &opened.btf, misfit.range)))),
    };
    for near in nearby(path, opened) {
        match open_base(&near).and_then(fitting) {
            Ok(base) => return Ok(Some(base)),
            Err(e) => why_not = format!("; {} is not it: {}", near.as_text(), e.message()),
        }
    }
    let of = need.vermagic.as_deref().and_then(|v| v.split(' ').next());
    let of = of.map_or("its kernel's".to_owned(), |release| format!("that of the kernel {release}"));
    let at = opened.btf.file_range;
    Err(Failure::Bad(format!(
        "{name}: its BTF ({at}) continues another, {of}: name it by --base ({}{why_not})",
        need.why
    )))
}

/// Kernels to try: `vmlinux` in the folder of the file, as in `/sys/kernel/btf`; and the running kernel, for a module
/// that was made for its release.
fn nearby(path: &Path, opened: &Opened) -> Vec<PathBuf> {
    let mut near = Vec::new();
    if path != Path::new("-") {
        let beside = path.with_file_name("vmlinux");
        if beside != path && beside.is_file() {
            near.push(beside);
        }
    }
    let running = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    if opened.kernel_release.as_deref().is_some_and(|release| release == running.trim()) {
        near.push(PathBuf::from("/sys/kernel/btf/vmlinux"));
    }
    near
}

fn open_base(path: &Path) -> Result<Base, Failure> {
    in_atlas::refuse_as_base(path)?;
    let opened = one_file(path, read(path, None, Take { pick: true, ..Take::default() })?)?;
    // A base must not be split BTF itself. Kernels and distilled bases are not split.
    if let Some(need) = &opened.needs_base {
        let (name, at) = (name_of(path), opened.btf.file_range);
        return Err(Failure::Bad(format!(
            "{name}: it cannot be the base, since it continues another one: {} ({at})",
            need.why
        )));
    }
    let input = open_on_base(path, opened, None)?;
    input.warn();
    Ok((input.name, input.btf))
}

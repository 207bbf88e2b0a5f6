//! [`AtlasFile`]: an atlas of kernels, read by ranges. `npm/atlas.js` makes the class `Atlas` from it; the calls of
//! that class wait for bytes that are not there yet. The functions behind these calls are in the second part of the
//! module ([`crate::later`]).

use std::cell::OnceCell;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use ::atlas::{Atlas, AtlasKernel, ModulesFile, Select, Unfit};
use bpf::Object;
use js_sys::Uint8Array;
use json::fits::{AskedKernel, Checked, Fits, deciding, is_foreign};
use json::options::{AtlasCheckOptions, HistoryOptions, ReadOptions, WhichOptions};
use json::{ErrorCode, atlases, histories, reads, whose};
use model::atlas::{Asked, Told, which_relocated};
use model::digest::sha256_hex;
use model::fits::in_atlas::{AtlasKernels, brought};
use needs::{Kernel, Modules, Needs, Nowhere, Report, check_with};
use read::{Failed, Loader, Options};
use wasm_bindgen::prelude::*;

use crate::answer::answer;
use crate::failure::Failure;
use crate::file::Outcome;
use crate::open::lent;
use crate::parts::Parts;
use crate::{argument, open};

const FILE: &str = "the file must be a BtfFile of this copy of btfscope";

/// An atlas, and the file with the names that modules of its kernels bring, if there is one.
#[wasm_bindgen]
pub struct AtlasFile {
    parts: Parts,
    modules: Option<Parts>,
    open: OnceCell<Atlas<Parts>>,
    names: OnceCell<ModulesFile<Parts>>,
}

impl fmt::Debug for AtlasFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AtlasFile").field("parts", &self.parts).finish_non_exhaustive()
    }
}

#[wasm_bindgen]
impl AtlasFile {
    /// An atlas that is not opened yet. `parts` has its bytes as far as they were fetched, and `modules` those of the
    /// file with the names that modules bring.
    #[wasm_bindgen(constructor)]
    pub fn new(parts: &Parts, modules: Option<Parts>) -> AtlasFile {
        AtlasFile { parts: parts.clone(), modules, open: OnceCell::new(), names: OnceCell::new() }
    }
}

/// The kernels that fit conditions, and facts about the atlas.
///
/// # Errors
/// When the file is not an atlas, or a condition is wrong.
pub fn kernels(atlas: &AtlasFile, conditions: JsValue) -> Outcome {
    let conditions = argument::maybe(conditions).map(|c| argument::text(&c, "where")).transpose()?;
    let select = selected(conditions.as_deref())?;
    let atlas = atlas.atlas().map_err(Failure::from)?;
    let names = atlas.kernel_names();
    Ok(answer(&atlases::AtlasOf::of(atlas, names, &select))?)
}

/// The BTF of a kernel.
///
/// # Errors
/// When no kernel has the name, or several have it.
pub fn kernel(atlas: &AtlasFile, name: JsValue) -> Outcome {
    let name = argument::text(&name, "a name")?;
    let taken = atlas.atlas().and_then(|atlas| atlas.take_out(atlas.kernel_called(&name)?));
    Ok(Uint8Array::from(&*taken.map_err(Failure::from)?).into())
}

/// The history of a name or a field on the kernels that fit the conditions.
///
/// # Errors
/// When `what` is neither a name nor a field, none of these kernels has it, or an option is wrong.
pub fn history(atlas: &AtlasFile, what: JsValue, options: JsValue) -> Outcome {
    let options: HistoryOptions = argument::options(options)?;
    let asked = asked(&what, options.split)?;
    let select = selected(options.r#where.as_deref())?;
    Ok(atlas.told(&asked, &select)?)
}

/// C that reads a field on all kernels that fit the conditions.
///
/// # Errors
/// When none of these kernels has it, no code reads it, or an option is wrong.
pub fn read(atlas: &AtlasFile, what: JsValue, options: JsValue) -> Outcome {
    let ReadOptions { r#where, split, follow, no_guard, loader } = argument::options(options)?;
    let asked = asked(&what, split)?;
    let select = selected(r#where.as_deref())?;
    let loaders = [("libbpf", Loader::Libbpf), ("ebpf-go", Loader::EbpfGo), ("aya", Loader::Aya)];
    let loader = argument::word("loader", loader.as_deref(), &loaders)?;
    let options = Options { follow, renames: !split, guard: !no_guard };
    Ok(atlas.code(&asked, options, loader, &select)?)
}

/// The kernels whose types a file has.
///
/// # Errors
/// When `file` is not an open file, an option is wrong, or the file's BTF cannot be looked for in an atlas, such as
/// that of a module without a distilled base.
pub fn which(atlas: &AtlasFile, file: JsValue, options: JsValue) -> Outcome {
    let file = lent(&file, FILE)?;
    let options: WhichOptions = argument::options(options)?;
    let select = selected(options.r#where.as_deref())?;
    Ok(atlas.whose(&file, &select)?)
}

/// Checks on which kernels a program loads and attaches, and why it does not on the others; null for a file that is not
/// a program.
///
/// # Errors
/// When `file` is not an open file, its object cannot be read, or an option is wrong.
pub fn check(atlas: &AtlasFile, file: JsValue, options: JsValue) -> Outcome {
    let file = lent(&file, FILE)?;
    let options: AtlasCheckOptions = argument::options(options)?;
    let Some(program) = file.program.clone() else { return Ok(JsValue::NULL) };
    let object = Object::parse(program).map_err(|e| Failure::unreadable(&e))?;
    Ok(atlas.checked(&file.name, &Needs::of(Arc::new(object)), &options)?)
}

/// Parses the conditions that select kernels; without conditions, all kernels are selected.
fn selected(conditions: Option<&str>) -> Result<Select, Failure> {
    Select::parse(conditions.unwrap_or_default()).map_err(|e| Failure::argument(format!("where: {e}")))
}

fn asked(what: &JsValue, split: bool) -> Result<Asked, Failure> {
    let text = argument::text(what, "a name or a field")?;
    let asked = Asked::parse(&text).map_err(|why| Failure::argument(format!("“{text}”: {why}")))?;
    Ok(match asked {
        Asked::Field(path) if split => Asked::Only(path),
        asked => asked,
    })
}

/// The value in `cell`. `make` makes it when it is first asked for. If that fails, the next call tries again.
fn once<T, E>(cell: &OnceCell<T>, make: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
    match cell.get() {
        Some(there) => Ok(there),
        None => make().map(|made| cell.get_or_init(|| made)),
    }
}

impl AtlasFile {
    fn atlas(&self) -> Result<&Atlas<Parts>, ::atlas::Error> {
        once(&self.open, || Atlas::open(self.parts.clone()))
    }

    fn names(&self) -> Result<Option<&ModulesFile<Parts>>, ::atlas::Error> {
        let names = |parts: &Parts| once(&self.names, || ModulesFile::open(parts.clone()));
        self.modules.as_ref().map(names).transpose()
    }

    /// The error for a name or field that no kernel has.
    fn none_has(&self, asked: &Asked) -> Result<Failure, Failure> {
        let near = asked.near(self.atlas()?)?;
        Ok(Failure::new(ErrorCode::NotFound, format!("no kernel has {}{near}", asked.words())))
    }

    fn told(&self, asked: &Asked, select: &Select) -> Result<JsValue, Failure> {
        let atlas = self.atlas()?;
        let names = atlas.kernel_names();
        let keep = |kernel: &AtlasKernel| select.fits(kernel);
        match histories::history(atlas, self.names()?, asked, names, &keep)? {
            Some(history) => answer(&history),
            None => Err(self.none_has(asked)?),
        }
    }

    fn code(
        &self,
        asked: &Asked,
        options: Options,
        loader: Option<Loader>,
        select: &Select,
    ) -> Result<JsValue, Failure> {
        let atlas = self.atlas()?;
        match read::code(atlas, asked, options, loader, &|kernel| select.fits(kernel)) {
            Ok(code) => answer(&reads::ReadCode::of(&code, atlas.kernel_names())),
            Err(Failed::Atlas(e)) => Err(e.into()),
            Err(Failed::NoType) => Err(self.none_has(asked)?),
            Err(Failed::NoField) => Err(Failure::new(ErrorCode::NotFound, "no kernel has it")),
            Err(Failed::Unreadable(why)) => Err(Failure::new(ErrorCode::NoCode, why.to_string())),
        }
    }

    fn whose(&self, file: &open::Lent, select: &Select) -> Result<JsValue, Failure> {
        if file.distilled {
            return answer(&whose::WhoseTypes::of(&which_relocated(self.atlas()?, &file.btf, &|kernel| {
                select.fits(kernel)
            })?));
        }
        let sha256 = sha256_hex(file.btf.bytes());
        let told = Told { name: &file.told, sha256: &sha256, from_c: file.from_c };
        let found =
            model::atlas::which(self.atlas()?, &file.btf, told, &|kernel| select.fits(kernel)).map_err(|e| {
                let hint = if e == Unfit::Split { "; name its kernel instead" } else { "" };
                Failure::argument(format!("{}: {e}{hint}", file.name))
            })?;
        answer(&whose::WhoseTypes::of(&found?))
    }

    fn checked(&self, name: &str, needs: &Needs, options: &AtlasCheckOptions) -> Result<JsValue, Failure> {
        let absent = argument::word("modules", options.modules.as_deref(), &[("none", ())])?.is_some();
        let select = selected(options.r#where.as_deref())?;
        let require = options.require.as_deref().map(Select::parse).transpose();
        let require = require.map_err(|e| Failure::argument(format!("require: {e}")))?;
        let atlas = self.atlas()?;
        let names = if absent { None } else { self.names()? };
        let mut kernels = AtlasKernels::new(atlas, &[needs])?;
        let nowhere: Nowhere = kernels.nowhere(needs, &[], names)?;
        let brought = match names {
            Some(names) => brought(names, &[needs])?,
            None => HashMap::new(),
        };
        let (mut asked, mut reports): (Vec<AskedKernel>, Vec<Report>) = (Vec::new(), Vec::new());
        for ((number, called), about) in (0..).zip(atlas.kernel_names()).zip(atlas.kernels()) {
            if !select.fits(about) {
                continue;
            }
            let modules = match (absent, brought.get(&about.sha256)) {
                (true, _) => Modules::Absent,
                (_, Some(names)) => Modules::Named(names.clone()),
                (_, None) => Modules::Unknown,
            };
            let required = require.as_ref().is_none_or(|select| select.fits(about));
            let both = |kernel: &Kernel| (check_with(needs, kernel, &nowhere), AskedKernel::of(kernel, required));
            let (report, kernel) = kernels.ask(number, called, &modules, both)?;
            reports.push(report);
            asked.push(kernel);
        }
        let names_arch = select.names_arch() || require.as_ref().is_some_and(Select::names_arch);
        let shown: Vec<usize> = (0..needs.programs().len()).collect();
        let required: Vec<bool> = asked.iter().map(|kernel| kernel.required).collect();
        let foreign: Vec<bool> = reports.iter().map(|report| is_foreign(report, &shown, false)).collect();
        for (kernel, counts) in asked.iter_mut().zip(deciding(&required, &foreign, |_| names_arch)) {
            kernel.required = counts;
        }
        answer(&Fits::of(&Checked { name, needs, shown: &shown, named: false, kernels: &asked, reports: &reports }))
    }
}

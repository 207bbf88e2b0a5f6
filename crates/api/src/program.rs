//! The answers of a [`BtfFile`] about a program: its CO-RE relocations, the kernels that it loads on, its instructions,
//! its ELF relocations and symbols. This code is in the second part of the module ([`crate::later`]).

use std::sync::Arc;

use bpf::Object;
use json::options::ElfRelocationOptions;
use json::{elf, fits, programs, relocations};
use model::program::Program;
use needs::Needs;
use wasm_bindgen::JsValue;

use crate::answer::answer;
use crate::failure::Failure;
use crate::file::{BtfFile, Outcome};
use crate::{argument, targets};

/// The CO-RE relocations of a program, and their results on targets.
///
/// # Errors
/// When an option is wrong, a target or module is not an open file, a module belongs to none of the targets, or
/// `.BTF.ext` cannot be read at all.
pub fn relocations(file: &BtfFile, options: JsValue) -> Outcome {
    let (targets, alone) = targets::targets(options)?;
    let all = relocations::relocations(&file.opened, &file.btf, &targets, alone);
    Ok(answer(&all.map_err(|e| Failure::ext(&file.opened, &e))?)?)
}

/// Checks on which kernels an object's programs load and attach, and why they do not on the others; null for other
/// files.
///
/// # Errors
/// When an option is wrong, a kernel or module is not an open file, a module belongs to none of the kernels, or the
/// object cannot be read.
pub fn check(file: &BtfFile, options: JsValue) -> Outcome {
    let kernels = targets::kernels(options)?;
    let Some(object) = file.object()? else { return Ok(JsValue::NULL) };
    let needs = Needs::of(Arc::new(object));
    let shown: Vec<usize> = (0..needs.programs().len()).collect();
    let (kernels, reports) = fits::ask(&needs, &kernels);
    let name = &file.opened.name;
    let checked =
        fits::Checked { name, needs: &needs, shown: &shown, named: false, kernels: &kernels, reports: &reports };
    Ok(answer(&fits::Fits::of(&checked))?)
}

/// Functions and maps of a program; null for other files.
///
/// # Errors
/// When the object cannot be read.
pub fn program(file: &BtfFile) -> Outcome {
    Ok(answer(&file.code()?.map(|code| programs::program(&code)))?)
}

/// The functions of a program with their instructions.
///
/// # Errors
/// When the object cannot be read.
pub fn disassemble(file: &BtfFile) -> Outcome {
    let code = file.code()?;
    let listed = code.iter().flat_map(|code| code.functions().into_iter().map(|row| programs::code(code, row)));
    Ok(answer(&listed.collect::<Vec<_>>())?)
}

/// The ELF relocations of a program, by section.
///
/// # Errors
/// When an option is unknown, or the object cannot be read.
pub fn elf_relocations(file: &BtfFile, options: JsValue) -> Outcome {
    let ElfRelocationOptions { debug } = argument::options(options)?;
    let object = file.elf()?;
    Ok(answer(&object.map_or_else(Vec::new, |object| elf::relocations(&object, debug, &|_| true)))?)
}

/// The ELF symbols of a program.
///
/// # Errors
/// When the object cannot be read.
pub fn symbols(file: &BtfFile) -> Outcome {
    Ok(answer(&file.elf()?.map_or_else(Vec::new, |object| elf::symbols(&object)))?)
}

impl BtfFile {
    /// The program with its types; `None` for other files.
    fn code(&self) -> Result<Option<Program>, Failure> {
        Ok(self.object()?.map(Program::new))
    }

    /// The program's object with its types; `None` for other files.
    fn object(&self) -> Result<Option<Object>, Failure> {
        let Some(program) = &self.opened.program else { return Ok(None) };
        Object::parse(Arc::clone(&program.bytes)).map(Some).map_err(|e| Failure::unreadable(&e))
    }

    /// The program's object without types; `None` for other files.
    fn elf(&self) -> Result<Option<Object>, Failure> {
        let Some(program) = &self.opened.program else { return Ok(None) };
        Object::with_btf(Arc::clone(&program.bytes), None, None).map(Some).map_err(|e| Failure::unreadable(&e))
    }
}

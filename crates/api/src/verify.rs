//! Kernels' verdicts on a file's BTF. This code is in the second part of the module ([`crate::later`]).

use container::Role;
use json::ErrorCode;
use json::options::VerifyOptions;
use json::verdicts::{self, Verdict};
use model::overview::WITHOUT_BTF;
use model::verdict::{Case, Judged};
use verdict::{Mode, Version, prog};
use wasm_bindgen::JsValue;

use crate::answer::answer;
use crate::failure::Failure;
use crate::file::{BtfFile, Outcome};
use crate::values::byte_order;
use crate::{argument, open};

/// A kernel's verdict on the BTF.
///
/// # Errors
/// When an option is wrong, there is no BTF, or libbpf opens the object but cannot prepare its BTF for loading. For an
/// object that libbpf does not open, the answer is a verdict that says so.
pub fn verify_file(file: &BtfFile, options: JsValue) -> Outcome {
    let options: VerifyOptions = argument::options(options)?;
    if !file.opened.has_btf() {
        return Err(Failure::new(ErrorCode::NoBtf, format!("{}: {WITHOUT_BTF}", file.opened.name)).into());
    }
    Ok(answer(&verify(file, &options)?)?)
}

/// A kernel's verdict on a blob that may be damaged.
///
/// # Errors
/// When it is not a Uint8Array, or an option is wrong.
pub fn verify_bytes(bytes: JsValue, options: JsValue) -> Outcome {
    let options: VerifyOptions = argument::options(options)?;
    Ok(answer(&verify_blob(&open::bytes(&bytes)?, &options)?)?)
}

/// Judges an open file as `btfscope verify` does.
fn verify(file: &BtfFile, options: &VerifyOptions) -> Result<Verdict, Failure> {
    let (opened, base) = (&file.opened, file.btf.base());
    let by_file = || match (base, opened.role) {
        (Some(_), _) | (None, Role::Kernel | Role::Module | Role::Base) => Mode::Kernel,
        (None, Role::Program | Role::Other) => Mode::Load,
    };
    let mode = mode(options)?.unwrap_or_else(by_file);
    let object = if options.as_is || mode == Mode::Kernel { None } else { file.parsed() };
    let case = Case {
        bytes: &opened.btf.bytes,
        base: base.map(|base| &**base),
        mode,
        object: object.as_ref(),
        lone_module: opened.role == Role::Module,
    };
    judge(&opened.name, &case, options)
}

fn verify_blob(bytes: &[u8], options: &VerifyOptions) -> Result<Verdict, Failure> {
    let mode = mode(options)?.unwrap_or(Mode::Load);
    let case = Case { bytes, base: None, mode, object: None, lone_module: false };
    judge("blob", &case, options)
}

/// The loader of the BTF by the option `who`: a program's loader or the kernel; `None` if the option is not given.
fn mode(options: &VerifyOptions) -> Result<Option<Mode>, Failure> {
    argument::word("who", options.who.as_deref(), &[("program", Mode::Load), ("kernel", Mode::Kernel)])
}

fn judge(name: &str, case: &Case<'_>, options: &VerifyOptions) -> Result<Verdict, Failure> {
    let order = byte_order(options.byte_order.as_deref())?;
    let version = |text: &str| {
        let wrong = |_| Failure::argument(format!("kernel is “{text}”; expected a version, as 6.1"));
        text.parse::<Version>().map_err(wrong)
    };
    let version = options.kernel.as_deref().map(version).transpose()?;
    if let Some(refusal) = case.refusal() {
        return Ok(verdicts::does_not_open(name, case, version.unwrap_or(Version::NEWEST), &refusal));
    }
    let judged = |version| -> Result<Judged, Failure> {
        let judged = case.judge(version, order, false);
        judged.map_err(|e| Failure::new(ErrorCode::Unreadable, format!("{name}: libbpf does not load it: {e}")))
    };
    let main = judged(version.unwrap_or(Version::NEWEST))?;
    let mut others = Vec::new();
    if version.is_none() {
        for &version in Version::OFFERED.iter().rev().filter(|&&version| version != main.version) {
            others.push(judged(version)?);
        }
    }
    let programs = case.object.map(prog::programs).unwrap_or_default();
    Ok(verdicts::verdict(name, case, &main, &others, &programs))
}

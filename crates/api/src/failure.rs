//! Errors of calls: an Error with `code`, and with `offset` where there is one.

use container::{OpenError, OpenErrorKind, Opened};
use js_sys::{Error, Reflect};
use json::ErrorCode;
use model::load::LoadError;
use wasm_bindgen::JsValue;

/// Why a call failed.
#[derive(Debug)]
pub struct Failure {
    code: ErrorCode,
    message: String,
    /// The byte that caused it, in the file or in what was unpacked of it; for a query, the character.
    offset: Option<f64>,
}

impl Failure {
    /// An error without an offset.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into(), offset: None }
    }

    /// The same error with an offset.
    pub fn at(self, offset: u64) -> Failure {
        Failure { offset: Some(offset as f64), ..self }
    }

    /// An argument that cannot be used.
    pub fn argument(message: impl Into<String>) -> Failure {
        Failure::new(ErrorCode::BadArgument, message)
    }

    /// Why the types of an opened file cannot be decoded.
    pub fn load(opened: &Opened, e: &LoadError) -> Failure {
        let code = match e {
            LoadError::Unreadable(..) => ErrorCode::BadHeader,
            LoadError::NeedsBase(..) => ErrorCode::NeedsBase,
            LoadError::WrongBase(_) => ErrorCode::WrongBase,
        };
        let range = e.range(opened);
        Failure::new(code, format!("{}: {e} ({range})", opened.name)).at(range.start)
    }
}

impl Failure {
    /// Why the `.BTF.ext` of an opened file cannot be read.
    pub fn ext(opened: &Opened, e: &btf::Error) -> Failure {
        let range = opened.btf_ext.as_ref().map(|piece| piece.in_file(e.range));
        let at = range.map_or(String::new(), |range| format!(" ({range})"));
        let failure = Failure::new(ErrorCode::BadHeader, format!("{}: .BTF.ext: {}{at}", opened.name, e.kind));
        Failure { offset: range.map(|range| range.start as f64), ..failure }
    }
}

impl From<OpenError> for Failure {
    fn from(e: OpenError) -> Failure {
        let code = match e.kind {
            OpenErrorKind::Empty => ErrorCode::Empty,
            OpenErrorKind::NotBtf => ErrorCode::NotBtf,
            OpenErrorKind::BadHeader => ErrorCode::BadHeader,
            OpenErrorKind::BadElf => ErrorCode::BadElf,
            OpenErrorKind::NoBtf => ErrorCode::NoBtf,
            OpenErrorKind::NoData => ErrorCode::NoData,
            OpenErrorKind::TooLarge => ErrorCode::TooLarge,
            OpenErrorKind::Damaged => ErrorCode::Damaged,
            OpenErrorKind::NoEntry => ErrorCode::NoEntry,
            // None of these can happen: all bytes are in memory, and nobody cancels.
            OpenErrorKind::Unreadable | OpenErrorKind::Cancelled | OpenErrorKind::Changed => ErrorCode::Unreadable,
        };
        Failure::new(code, e.to_string()).at(e.at.start)
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> JsValue {
        let error = Error::new(&failure.message);
        error.set_name("BtfError");
        let set = |key: &str, value: JsValue| {
            // Only a frozen object refuses.
            Reflect::set(&error, &key.into(), &value).ok();
        };
        set("code", failure.code.as_str().into());
        if let Some(offset) = failure.offset {
            set("offset", offset.into());
        }
        error.into()
    }
}

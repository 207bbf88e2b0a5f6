//! How calls fail: an Error with `code`, and `offset` where there is a byte to name.

use container::{OpenError, OpenErrorKind, Opened};
use js_sys::{Error, Reflect};
use model::load::LoadError;
use wasm_bindgen::JsValue;

/// Why a call did not do what it was asked.
#[derive(Debug)]
pub struct Failure {
    /// One of `BtfErrorCode` in `npm/index.d.ts`; two more are thrown by `npm/handle.js`.
    code: &'static str,
    message: String,
    /// The byte it is about: of the file, or of what was unpacked of it; of a query, the character.
    offset: Option<f64>,
}

impl Failure {
    /// Without a byte.
    pub fn new(code: &'static str, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into(), offset: None }
    }

    /// About a byte.
    pub fn at(self, offset: u64) -> Failure {
        Failure { offset: Some(offset as f64), ..self }
    }

    /// A value that was given and cannot be used.
    pub fn argument(message: impl Into<String>) -> Failure {
        Failure::new("bad-argument", message)
    }

    /// Why the types of an opened file cannot be decoded.
    pub fn load(opened: &Opened, e: &LoadError) -> Failure {
        let code = match e {
            LoadError::Unreadable(..) => "bad-header",
            LoadError::NeedsBase(..) => "needs-base",
            LoadError::WrongBase(_) => "wrong-base",
        };
        let range = e.range(opened);
        Failure::new(code, format!("{}: {e} ({range})", opened.name)).at(range.start)
    }
}

impl From<OpenError> for Failure {
    fn from(e: OpenError) -> Failure {
        let code = match e.kind {
            OpenErrorKind::Empty => "empty",
            OpenErrorKind::NotBtf => "not-btf",
            OpenErrorKind::BadHeader => "bad-header",
            OpenErrorKind::BadElf => "bad-elf",
            OpenErrorKind::NoBtf => "no-btf",
            OpenErrorKind::NoData => "no-data",
            OpenErrorKind::TooLarge => "too-large",
            OpenErrorKind::Damaged => "damaged",
            OpenErrorKind::NoEntry => "no-entry",
            // Nothing of these can happen to bytes that are there and that nobody waits for.
            OpenErrorKind::Unreadable | OpenErrorKind::Cancelled | OpenErrorKind::Changed => "unreadable",
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
        set("code", failure.code.into());
        if let Some(offset) = failure.offset {
            set("offset", offset.into());
        }
        error.into()
    }
}

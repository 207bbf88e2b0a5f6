//! Errors of calls. `npm/errors.js` makes a `BtfError` of each.

use container::{FileRange, OpenError, OpenErrorKind, Opened};
use js_sys::{Error, Reflect};
use json::ErrorCode;
use model::load::LoadError;
use wasm_bindgen::JsValue;

/// The `place` of a range in the given file itself, not in something unpacked from it.
pub const FILE: &str = "file";

/// The `place` of a range of bytes in a text (UTF-8).
pub const TEXT: &str = "text";

/// Why a call failed.
#[derive(Debug)]
pub struct Failure {
    code: ErrorCode,
    message: String,
    /// The range that it is about: in bytes, or for a query in UTF-16 units, as JavaScript counts them.
    range: Option<FileRange>,
    /// The input that the range is a part of: `file`, `query`, `text` or `atlas`.
    place: &'static str,
    /// The layer that was unpacked from the file, if the range is a part of that layer. JavaScript then gets the layer
    /// as the error's `place`.
    inside: Option<String>,
}

impl Failure {
    /// An error that is about no range.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into(), range: None, place: FILE, inside: None }
    }

    /// The same error, about this range of a place.
    pub fn at(self, place: &'static str, range: FileRange) -> Failure {
        Failure { range: Some(range), place, ..self }
    }

    /// An argument that cannot be used.
    pub fn argument(message: impl Into<String>) -> Failure {
        Failure::new(ErrorCode::BadArgument, message)
    }

    /// Bytes that cannot be read.
    pub fn unreadable(why: &impl ToString) -> Failure {
        Failure::new(ErrorCode::Unreadable, why.to_string())
    }

    /// Why the types of an opened file cannot be decoded.
    pub fn load(opened: &Opened, e: &LoadError) -> Failure {
        let code = match e {
            LoadError::Unreadable(..) => ErrorCode::BadHeader,
            LoadError::NeedsBase(..) => ErrorCode::NeedsBase,
            LoadError::WrongBase(_) => ErrorCode::WrongBase,
        };
        let range = e.range(opened);
        let failure = Failure::new(code, format!("{}: {e} ({range})", opened.name)).at(FILE, range);
        Failure { inside: opened.layers.last().map(|layer| layer.what.to_string()), ..failure }
    }

    /// Why the `.BTF.ext` of an opened file cannot be read.
    pub fn ext(opened: &Opened, e: &btf::Error) -> Failure {
        let range = opened.btf_ext.as_ref().map(|piece| piece.in_file(e.range));
        let at = range.map_or(String::new(), |range| format!(" ({range})"));
        let failure = Failure::new(ErrorCode::BadHeader, format!("{}: .BTF.ext: {}{at}", opened.name, e.kind));
        Failure { range, inside: opened.layers.last().map(|layer| layer.what.to_string()), ..failure }
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
            // `Cancelled` does not occur here, because calls cannot be cancelled. A file that changes while it is read
            // counts as unreadable.
            OpenErrorKind::Unreadable | OpenErrorKind::Cancelled | OpenErrorKind::Changed => ErrorCode::Unreadable,
        };
        let failure = Failure::new(code, e.to_string()).at(FILE, e.at);
        Failure { inside: e.inside, ..failure }
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> JsValue {
        let error = Error::new(&failure.message);
        error.set_name("BtfError");
        let set = |key: &str, value: JsValue| {
            // This never fails: only a frozen object refuses a property.
            Reflect::set(&error, &key.into(), &value).ok();
        };
        set("kind", failure.code.as_str().into());
        if let Some(range) = failure.range {
            set("start", (range.start as f64).into());
            set("end", (range.end as f64).into());
            set("place", failure.inside.as_deref().unwrap_or(failure.place).into());
        }
        error.into()
    }
}

impl From<atlas::Error> for Failure {
    fn from(e: atlas::Error) -> Failure {
        use atlas::ErrorKind::{
            Checksum, Content, Damaged, Kernel, Length, Missing, NotAtlas, Other, TooMuch, Unreadable, Version,
        };
        let code = match &e.kind {
            Missing | Unreadable(_) => ErrorCode::Unreadable,
            NotAtlas(_) | Version(_) | Content(_) | Other { .. } => ErrorCode::NotAtlas,
            Length { .. } | Checksum(_) | Damaged { .. } => ErrorCode::Damaged,
            Kernel(_) => ErrorCode::NotFound,
            TooMuch(_) => ErrorCode::TooLarge,
        };
        let failure = Failure::new(code, e.to_string());
        if e.range.is_empty() { failure } else { failure.at("atlas", e.range) }
    }
}

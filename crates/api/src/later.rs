//! The second part of the module: all code that is not needed to open files and to look at their types. A page fetches
//! it when a call first needs it (`npm/later.js`).
//!
//! The boundary is [`part`]: code that only the functions of [`LATER`] use is in the second part. `crates/bind` cuts
//! the module there. A call that needs the part while it is not there fails. JavaScript then fetches the part and makes
//! the call again.

use std::cell::Cell;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use json::ErrorCode;
use wasm_bindgen::prelude::*;
use wasm_split_helpers::SplitLoaderError;

use crate::atlas::{self, AtlasFile};
use crate::failure::Failure;
use crate::file::{BtfFile, Outcome};
use crate::panicked::alive;
use crate::{differ, explained, program, values, verify};

/// Makes a table of functions, and the methods of a class that call them.
macro_rules! methods {
    ($table:ident of $class:ident: $($(#[doc = $doc:literal])+ $name:ident = $js:ident($($given:ident),*) by $by:path;)*) => {
        /// The functions behind methods of the class.
        struct $table {
            $($name: fn(file: &$class, $($given: JsValue),*) -> Outcome,)*
        }

        impl $table {
            const ALL: $table = $table { $($name: $by,)* };
        }

        #[wasm_bindgen]
        impl $class {
            $(
                $(#[doc = $doc])+
                ///
                /// # Errors
                /// When an argument is wrong, or the file does not have what is asked for.
                #[wasm_bindgen(js_name = $js)]
                pub fn $name(&self, $($given: JsValue),*) -> Outcome {
                    alive()?;
                    (later()?.$class.$name)(self, $($given),*)
                }
            )*
        }
    };
}

methods! { OfFile of BtfFile:
    /// Bytes read as a type; without `bytes`, the bytes that the file has for the type.
    value = value(id, bytes, options) by values::value;
    /// A dump of a map of the file, printed by the map's types.
    map_dump = mapDump(name, dump, options) by values::map_dump;
    /// A kernel's verdict on the BTF.
    verify = verify(options) by verify::verify_file;
    /// The places in this program that the lines of a log refer to, and explanations of its errors.
    log = log(text, options) by explained::log;
    /// The changes from this file to another one.
    diff = diff(other, options) by differ::diff;
    /// The CO-RE relocations of a program, and their results on targets.
    relocations = relocations(options) by program::relocations;
    /// On which kernels an object's programs load and attach; null for other files.
    check = check(options) by program::check;
    /// Functions and maps of a program; null for other files.
    program = program() by program::program;
    /// The functions of a program with their instructions.
    disassemble = disassemble() by program::disassemble;
    /// The ELF relocations of a program, by section.
    elf_relocations = elfRelocations(options) by program::elf_relocations;
    /// The ELF symbols of a program.
    symbols = symbols() by program::symbols;
}

methods! { OfAtlas of AtlasFile:
    /// The kernels that fit conditions, and facts about the atlas.
    kernels = kernels(conditions) by atlas::kernels;
    /// The BTF of a kernel.
    kernel = kernel(name) by atlas::kernel;
    /// The history of a name or a field on the kernels that fit the conditions.
    history = history(what, options) by atlas::history;
    /// C that reads a field on all kernels that fit the conditions.
    read = read(what, options) by atlas::read;
    /// The kernels whose types a file has.
    which = which(file, options) by atlas::which;
    /// On which kernels a program loads and attaches; null for a file that is not a program.
    check = check(file, options) by atlas::check;
}

#[wasm_bindgen]
impl BtfFile {
    /// A kernel's verdict on a blob that may be damaged.
    ///
    /// # Errors
    /// When it is not a Uint8Array, or an option is wrong.
    #[wasm_bindgen(js_name = verifyBlob)]
    pub fn verify_blob(bytes: JsValue, options: JsValue) -> Outcome {
        alive()?;
        (later()?.verify_blob)(bytes, options)
    }

    /// Explanations of a log's errors, without its program.
    ///
    /// # Errors
    /// When it is not a string.
    #[wasm_bindgen(js_name = explainLog)]
    pub fn explain_log(text: JsValue) -> Outcome {
        alive()?;
        (later()?.explain_log)(text)
    }
}

/// The functions of the second part.
#[expect(non_snake_case, reason = "two fields have the names of classes, so that a macro can find them")]
struct Later {
    BtfFile: OfFile,
    AtlasFile: OfAtlas,
    verify_blob: fn(bytes: JsValue, options: JsValue) -> Outcome,
    explain_log: fn(text: JsValue) -> Outcome,
}

/// The table of the functions. It is in the second part itself, because only [`part`] refers to it.
static LATER: Later = Later {
    BtfFile: OfFile::ALL,
    AtlasFile: OfAtlas::ALL,
    verify_blob: verify::verify_bytes,
    explain_log: explained::explain_log,
};

/// The boundary of the second part.
#[wasm_split_helpers::wasm_split(later, fallible)]
fn part() -> Result<&'static Later, SplitLoaderError> {
    Ok(&LATER)
}

/// The functions of the second part.
///
/// # Errors
/// When the part is not there. JavaScript then fetches it and makes the call again, so no caller sees the error.
fn later() -> Result<&'static Later, Failure> {
    thread_local! {
        static THERE: Cell<Option<&'static Later>> = const { Cell::new(None) };
    }
    if let Some(there) = THERE.get() {
        return Ok(there);
    }
    let mut part = pin!(part());
    let mut context = Context::from_waker(Waker::noop());
    // The first poll asks JavaScript whether the part is there, and JavaScript answers at once. The second poll gives
    // the part, if it is there.
    for _ in 0..2 {
        if let Poll::Ready(Ok(there)) = part.as_mut().poll(&mut context) {
            THERE.set(Some(there));
            return Ok(there);
        }
    }
    Err(Failure::new(ErrorCode::Unreadable, "the second part of btfscope is not loaded"))
}

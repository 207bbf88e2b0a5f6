//! The Values view: bytes read as the selected type, in rows that can be edited.

mod follow;
mod input;
mod link;
mod walk;

use model::views::View;
use std::rc::Rc;
use std::sync::Arc;

use btf::{Endian, TypeId};
use desk::AskOwn;
use model::values::{MapOf, Output, Own, OwnPart, PrintOptions, Printed, Sheet, Shown, ValueBits, print, value_bits};
use value::{Form, MapEntry, Open, ValueStep};

use crate::ask::Ask;
use crate::feature::FileFeature;
use crate::file::OpenFile;
pub use crate::msg::ValuesMsg;
use crate::msg::{BrowserHistory, Msg};
use crate::out::Out;
use crate::seen::Seen;

pub use input::{FORMS, MAX_FILE, ReadProblem};

/// The current bytes, with all changes.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Content {
    Bytes(Arc<[u8]>),
    Entries(Arc<[MapEntry]>),
    /// The file's own bytes of this variable or section.
    Own(TypeId, Arc<[u8]>, Arc<[OwnPart]>),
}

/// The state of the view, for one file.
#[derive(Debug, Default)]
pub struct ValuesLook {
    /// Whether the field for bytes was opened.
    pub asking: bool,
    /// The text of the field.
    pub text: Rc<str>,
    /// The chosen form: an index of [`FORMS`].
    pub form: usize,
    /// Why the text cannot be read.
    pub problem: Option<ReadProblem>,
    /// The form in which the bytes were read, or their origin: `hexadecimal`, `raw bytes, dump.bin`, `from the link`.
    pub form_text: String,
    /// The name of the keys' type, as it was typed.
    pub key: String,
    /// Whether rows, text or JSON are shown.
    pub output: Output,
    /// The options for printing text.
    pub options: PrintOptions,
    /// Why the last change was refused; none if it was taken.
    pub refused: Option<String>,
    /// The bytes as the address carries them.
    pub(crate) link: String,
    /// The name of the map whose entries are shown.
    map: Option<String>,
    /// Whether the person chose this map, or chose to have none.
    map_chosen: bool,
    order: Option<Endian>,
    /// The form in which the bytes were read.
    taken_as: Option<Form>,
    content: Option<Content>,
    /// The bytes before each change, for Undo; the latest ones are at the end.
    before: Vec<Content>,
    open: Open,
    selected: Option<(u64, Vec<ValueStep>)>,
    byte: Option<u64>,
    /// The type that reads the bytes.
    of: Option<TypeId>,
    /// The bytes, and the types that read them.
    pub sheet: Option<Sheet>,
    /// Rows and bytes; none without bytes, and for a type without a size.
    pub shown: Option<Rc<Shown>>,
    ask: Ask<AskOwn, Own>,
}

/// How many changes can be undone, at most.
const MOST_BEFORE: usize = 100;

impl ValuesLook {
    /// Whether the field for bytes is shown: it was opened, its text has an error, or no rows are shown.
    pub fn is_asking(&self) -> bool {
        self.asking || self.problem.is_some() || self.shown.is_none()
    }

    /// The chosen row.
    pub fn active(&self) -> Option<usize> {
        let (record, path) = self.selected.as_ref()?;
        self.shown.as_ref()?.row_of(*record, path)
    }

    /// The chosen byte, or else the first byte of the chosen row.
    pub fn active_byte(&self) -> Option<u64> {
        let first = || Some(self.shown.as_ref()?.bytes_of(self.active()?)?.0);
        self.byte.or_else(first)
    }

    /// The bits of the chosen value, if it can be changed.
    pub fn bits(&self, file: &OpenFile, flipped: bool) -> Option<ValueBits> {
        let (record, path) = self.selected.as_ref()?;
        value_bits(&file.btf, self.sheet.as_ref()?, self.shown.as_ref()?, *record, path, flipped)
    }

    /// The values as text or JSON.
    pub fn printed(&self, file: &OpenFile) -> Option<Printed> {
        Some(print(&file.btf, self.sheet.as_ref()?, self.output, self.options))
    }

    /// The byte order that the bytes are read in.
    pub fn order(&self, file: &OpenFile) -> Endian {
        self.order.unwrap_or_else(|| file.btf.endian())
    }

    /// The maps of the file for which the type of the values is known.
    pub fn maps(&self) -> Vec<&MapOf> {
        let all = self.ask.last().map(|own| own.maps.as_slice()).unwrap_or_default();
        all.iter().filter(|map| map.value.is_some()).collect()
    }

    /// The map whose entries are shown.
    pub fn map(&self) -> Option<&MapOf> {
        let name = self.map.as_ref()?;
        self.maps().into_iter().find(|map| map.name == *name && map.value == self.of)
    }

    /// Whether entries are shown whose map is unknown, so that the person is asked for the type of the keys.
    pub fn wants_key(&self) -> bool {
        matches!(self.content, Some(Content::Entries(_))) && self.map().is_none()
    }

    /// Whether the file has bytes for the selected type, but other or changed bytes are shown.
    pub fn has_own(&self) -> bool {
        let has = self.own().is_some_and(|own| own.bytes.is_some());
        has && !matches!(self.content, Some(Content::Own(..)) if self.before.is_empty())
    }

    /// Whether the person changed the bytes.
    pub fn is_changed(&self) -> bool {
        !self.before.is_empty()
    }

    /// The file's maps, and its own bytes of the selected type.
    fn own(&self) -> Option<&Rc<Own>> {
        self.ask.answer().filter(|_| self.ask.answered().and_then(|ask| ask.of) == self.of)
    }

    /// Sets the chosen value, given as text.
    fn set(&mut self, text: &str, file: &OpenFile) {
        let Some((sheet, (record, path))) = self.sheet.as_ref().zip(self.selected.as_ref()) else { return };
        match sheet.set(&file.btf, *record, path, text) {
            Ok(bytes) => self.change(bytes),
            Err(e) => self.refused = Some(e.to_string()),
        }
    }

    /// Takes changed bytes, and keeps the previous ones for Undo.
    fn change(&mut self, bytes: Arc<[u8]>) {
        let (Some(old), Some(sheet)) = (self.content.clone(), self.sheet.as_ref()) else { return };
        let new = match &old {
            Content::Bytes(_) => Content::Bytes(bytes),
            Content::Entries(_) => Content::Entries(Sheet { bytes, ..sheet.clone() }.entries().into()),
            Content::Own(id, _, parts) => Content::Own(*id, bytes, Arc::clone(parts)),
        };
        if new == old {
            return;
        }
        if self.before.len() == MOST_BEFORE {
            self.before.remove(0);
        }
        self.before.push(old);
        self.content = Some(new);
    }

    /// Takes new bytes, and drops all state that belongs to the previous ones.
    fn take(&mut self, content: Content, said: String) {
        self.content = Some(content);
        self.form_text = said;
        self.taken_as = None;
        self.map_chosen = false;
        self.problem = None;
        self.before.clear();
        self.selected = None;
        self.byte = None;
        self.open = Open::default();
        self.sheet = None;
    }
}

impl FileFeature for ValuesLook {
    type Msg = ValuesMsg;
    type Reads<'a> = &'a Seen;

    fn update(&mut self, msg: ValuesMsg, file: &OpenFile, seen: &Seen) -> Vec<Out> {
        self.refused = None;
        match msg {
            ValuesMsg::Typed(text) => self.read_text(text, false, file),
            ValuesMsg::Pasted(text) => self.read_text(text, true, file),
            ValuesMsg::File(name, bytes) => self.read_file(&name, &bytes, file),
            ValuesMsg::LargeFile(size) => self.problem = Some(ReadProblem::too_large(size)),
            ValuesMsg::NoFile(why) => self.problem = Some(ReadProblem::plain(why)),
            ValuesMsg::Zeros => self.zeros(file),
            ValuesMsg::Own => self.take_own(),
            ValuesMsg::Asking(on) => self.set_asking(on),
            ValuesMsg::Form(form) => {
                self.form = form.min(FORMS.len() - 1);
                let text = self.text.to_string();
                if !text.is_empty() {
                    self.read_text(text, false, file);
                }
            }
            ValuesMsg::Order(order) => {
                self.order = Some(order).filter(|order| *order != file.btf.endian());
                // Some forms (words of gdb, say) have numbers, whose bytes depend on the byte order.
                if self.taken_as.is_some_and(Form::has_order) && !self.is_changed() && !self.text.is_empty() {
                    self.read_text(self.text.to_string(), !self.asking, file);
                }
            }
            ValuesMsg::Map(name) => return self.choose_map(name, file, seen),
            ValuesMsg::Key(name) => self.key = name,
            ValuesMsg::Step(_)
            | ValuesMsg::Pick(_)
            | ValuesMsg::Enter
            | ValuesMsg::Leave
            | ValuesMsg::Byte(_)
            | ValuesMsg::ByteStep(_) => return self.walk(&msg, file),
            ValuesMsg::Toggle(row) => self.toggle(row, file),
            ValuesMsg::Set(text) => self.set(&text, file),
            ValuesMsg::Flip(bit) => {
                if let Some(bytes) = self.sheet.as_ref().and_then(|sheet| sheet.flip(bit)) {
                    self.change(bytes);
                }
            }
            ValuesMsg::Undo => self.content = self.before.pop().or(self.content.take()),
            ValuesMsg::Show(output) => self.output = output,
            ValuesMsg::Print(options) => self.options = options,
        }
        self.make_sheet(file);
        vec![Out::Address(BrowserHistory::Replace)]
    }

    /// Reads the bytes as the selected type while the view is shown.
    fn reconcile(&mut self, file: &OpenFile, seen: &Seen) -> Vec<Out> {
        if seen.view() != View::Values || !seen.screen().has_type() {
            return vec![];
        }
        self.follow(file)
    }
}

/// Checks that bytes can be read as this type.
///
/// # Errors
/// The type has no size; the error says so in a sentence.
pub fn reads(btf: &btf::Btf, id: TypeId) -> Result<(), String> {
    value::Record::new(btf, id, &[]).map(drop).map_err(|e| format!("It has no values: {e}."))
}

impl From<ValuesMsg> for Msg {
    fn from(msg: ValuesMsg) -> Msg {
        Msg::Values(msg)
    }
}

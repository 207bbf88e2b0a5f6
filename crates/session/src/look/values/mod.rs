//! The Values view: bytes that the selected type reads, as rows that can be changed.

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
use crate::file::OpenFile;
use crate::state::{FileFeature, Out, Seen};
use crate::{History, Msg};

pub use input::{FORMS, ReadProblem};

/// What happens in the Values view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValuesMsg {
    /// Bytes were typed.
    Typed(String),
    /// Bytes were pasted.
    Pasted(String),
    /// A file was chosen or dropped: its name and its bytes.
    File(String, Arc<[u8]>),
    /// A file was chosen or dropped that could not be read, and why.
    NoFile(String),
    /// Start with zeros.
    Zeros,
    /// Take the bytes that the file itself has.
    Own,
    /// Show the field for other bytes, or put it away.
    Asking(bool),
    /// The form of the bytes, by its place in [`FORMS`]: the first finds it out.
    Form(usize),
    /// The byte order.
    Order(Endian),
    /// The bytes are entries of this map of the file, or of none.
    Map(Option<String>),
    /// The keys of the entries are of the type of this name.
    Key(String),
    /// The table moved by rows.
    Step(i64),
    /// A row was chosen.
    Pick(usize),
    /// A row's parts are to be shown, or not.
    Toggle(usize),
    /// Right: open the row, or go to its first part.
    Enter,
    /// Left: close the row, or go to the one around it.
    Leave,
    /// A byte was chosen.
    Byte(u64),
    /// The chosen byte moved by bytes.
    ByteStep(i64),
    /// The chosen value is to be what this text says.
    Set(String),
    /// This bit is to be the other: from the first of all bytes.
    Flip(u64),
    /// Take the last change back.
    Undo,
    /// Show rows, text or JSON.
    Show(Output),
    /// How the text is printed.
    Print(PrintOptions),
}

/// Bytes, as they are now.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Content {
    Bytes(Arc<[u8]>),
    Entries(Arc<[MapEntry]>),
    /// Of this variable or section of the file.
    Own(TypeId, Arc<[u8]>, Arc<[OwnPart]>),
}

/// What is looked at in the Values view of a file.
#[derive(Debug, Default)]
pub struct ValuesLook {
    /// The field for bytes is shown.
    pub asking: bool,
    /// What is in it.
    pub text: Rc<str>,
    /// The form that was chosen, by its place in [`FORMS`].
    pub form: usize,
    /// What is wrong with the text.
    pub problem: Option<ReadProblem>,
    /// What the bytes were taken for: `hexadecimal`, `raw bytes, dump.bin`.
    pub said: String,
    /// The name of the keys' type, as it was typed.
    pub key: String,
    /// What is shown.
    pub output: Output,
    /// How the text is printed.
    pub options: PrintOptions,
    /// Why the last change was none.
    pub refused: Option<String>,
    /// What an address has of it.
    pub(crate) link: String,
    /// The map whose entries they are.
    map: Option<String>,
    /// It was chosen, or none was.
    map_chosen: bool,
    order: Option<Endian>,
    /// The form that they were given in.
    taken_as: Option<Form>,
    content: Option<Content>,
    /// What was before each change, the last one behind.
    before: Vec<Content>,
    open: Open,
    selected: Option<(u64, Vec<ValueStep>)>,
    byte: Option<u64>,
    /// The type, and what it was made of.
    of: Option<TypeId>,
    sheet: Option<Sheet>,
    shown: Option<Rc<Shown>>,
    ask: Ask<AskOwn, Own>,
}

/// Changes that can be taken back at most.
const MOST_BEFORE: usize = 100;

impl ValuesLook {
    /// Rows and bytes, when there are bytes.
    pub fn shown(&self) -> Option<&Rc<Shown>> {
        self.shown.as_ref()
    }

    /// Whether the field for bytes is on the screen: it was asked for, something in it is wrong, or there is nothing else.
    pub fn is_asking(&self) -> bool {
        self.asking || self.problem.is_some() || self.shown.is_none()
    }

    /// The bytes and what reads them.
    pub fn sheet(&self) -> Option<&Sheet> {
        self.sheet.as_ref()
    }

    /// The chosen row.
    pub fn active(&self) -> Option<usize> {
        let (record, path) = self.selected.as_ref()?;
        self.shown.as_ref()?.row_of(*record, path)
    }

    /// The chosen byte, or the first of the chosen row.
    pub fn active_byte(&self) -> Option<u64> {
        let first = || Some(self.shown.as_ref()?.bytes_of(self.active()?)?.0);
        self.byte.or_else(first)
    }

    /// The chosen value, when it can be changed.
    pub fn bits(&self, file: &OpenFile, flipped: bool) -> Option<ValueBits> {
        let (record, path) = self.selected.as_ref()?;
        value_bits(&file.btf, self.sheet.as_ref()?, self.shown.as_ref()?, *record, path, flipped)
    }

    /// The text or the JSON.
    pub fn printed(&self, file: &OpenFile) -> Option<Printed> {
        Some(print(&file.btf, self.sheet.as_ref()?, self.output, self.options))
    }

    /// The byte order that they are read in.
    pub fn order(&self, file: &OpenFile) -> Endian {
        self.order.unwrap_or_else(|| file.btf.endian())
    }

    /// The maps of the file that say what their values are.
    pub fn maps(&self) -> Vec<&MapOf> {
        let all = self.ask.last().map(|own| own.maps.as_slice()).unwrap_or_default();
        all.iter().filter(|map| map.value.is_some()).collect()
    }

    /// The map whose entries they are.
    pub fn map(&self) -> Option<&MapOf> {
        let name = self.map.as_ref()?;
        self.maps().into_iter().find(|map| map.name == *name && map.value == self.of)
    }

    /// Whether the bytes are entries of a map, of which the keys' type is not known.
    pub fn wants_key(&self) -> bool {
        matches!(self.content, Some(Content::Entries(_))) && self.map().is_none()
    }

    /// Whether the selected type has bytes in the file, and others are shown.
    pub fn has_own(&self) -> bool {
        let has = self.own().is_some_and(|own| own.bytes.is_some());
        has && !matches!(self.content, Some(Content::Own(..)) if self.before.is_empty())
    }

    /// Whether something was changed.
    pub fn is_changed(&self) -> bool {
        !self.before.is_empty()
    }

    /// What the file has of the selected type.
    fn own(&self) -> Option<&Rc<Own>> {
        self.ask.answer().filter(|_| self.ask.answered().and_then(|ask| ask.of) == self.of)
    }

    /// Changes the chosen value.
    fn set(&mut self, text: &str, file: &OpenFile) {
        let Some((sheet, (record, path))) = self.sheet.as_ref().zip(self.selected.as_ref()) else { return };
        match sheet.set(&file.btf, *record, path, text) {
            Ok(bytes) => self.change(bytes),
            Err(e) => self.refused = Some(e.to_string()),
        }
    }

    /// Takes changed bytes.
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

    /// New bytes: nothing of the ones before is left.
    fn take(&mut self, content: Content, said: String) {
        self.content = Some(content);
        self.said = said;
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
            ValuesMsg::NoFile(why) => self.problem = Some(ReadProblem::plain(why)),
            ValuesMsg::Zeros => self.zeros(file),
            ValuesMsg::Own => self.take_own(),
            ValuesMsg::Asking(on) => self.ask_again(on),
            ValuesMsg::Form(form) => {
                self.form = form.min(FORMS.len() - 1);
                let text = self.text.to_string();
                if !text.is_empty() {
                    self.read_text(text, false, file);
                }
            }
            ValuesMsg::Order(order) => {
                self.order = Some(order).filter(|order| *order != file.btf.endian());
                // The numbers of some tools are in the machine's order.
                if self.taken_as.is_some_and(Form::has_order) && !self.is_changed() && !self.text.is_empty() {
                    self.read_text(self.text.to_string(), !self.asking, file);
                }
            }
            ValuesMsg::Map(name) => return self.choose_map(name, file, seen),
            ValuesMsg::Key(name) => self.key = name,
            ValuesMsg::Step(_) | ValuesMsg::Pick(_) | ValuesMsg::Enter | ValuesMsg::Leave => {
                return self.walk(&msg, file);
            }
            ValuesMsg::Byte(_) | ValuesMsg::ByteStep(_) => return self.walk(&msg, file),
            ValuesMsg::Toggle(row) => self.toggle(row, file),
            ValuesMsg::Set(text) => self.set(&text, file),
            ValuesMsg::Flip(bit) => {
                let changed = self.sheet.as_ref().and_then(|sheet| sheet.flip(bit));
                if let Some(bytes) = changed {
                    self.change(bytes);
                }
            }
            ValuesMsg::Undo => {
                if let Some(before) = self.before.pop() {
                    self.content = Some(before);
                }
            }
            ValuesMsg::Show(output) => self.output = output,
            ValuesMsg::Print(options) => self.options = options,
        }
        self.renew(file);
        vec![Out::Address(History::Replace)]
    }

    /// Follows the selection while the view is shown.
    fn reconcile(&mut self, file: &OpenFile, seen: &Seen) -> Vec<Out> {
        if seen.view() != View::Values || !seen.screen().has_type() {
            return vec![];
        }
        self.follow(file)
    }
}

/// Whether a type reads bytes; why not, as a sentence.
///
/// # Errors
/// When the type has no size.
pub fn reads(btf: &btf::Btf, id: TypeId) -> Result<(), String> {
    value::Record::new(btf, id, &[]).map(drop).map_err(|e| format!("It has no values: {e}."))
}

impl From<ValuesMsg> for Msg {
    fn from(msg: ValuesMsg) -> Msg {
        Msg::Values(msg)
    }
}

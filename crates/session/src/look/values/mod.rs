//! The Values view: bytes that the selected type reads, as rows that can be changed.

mod input;
mod link;
mod walk;

use std::rc::Rc;
use std::sync::Arc;

use btf::{Endian, TypeId};
use desk::{AskOwn, Job};
use model::path::Path;
use model::values::{
    By, MapOf, Output, Own, OwnPart, PrintOptions, Printed, Sheet, Shown, ValueBits, print, value_bits,
};
use model::views::View;
use value::{Form, MapEntry, Open, ValueStep};

use crate::ask::Ask;
use crate::file::OpenFile;
use crate::state::Out;
use crate::{History, Msg, Session};

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
/// With more records than this each is one row at first.
const MANY_RECORDS: usize = 24;
/// With more rows than this only the first level is open at first.
const MANY_ROWS: usize = 120;

impl ValuesLook {
    /// Rows and bytes, when there are bytes.
    pub fn shown(&self) -> Option<&Rc<Shown>> {
        self.shown.as_ref()
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

    #[inline(never)]
    pub(crate) fn update(&mut self, msg: ValuesMsg, file: &OpenFile, session: &Session) -> Vec<Out> {
        self.refused = None;
        match msg {
            ValuesMsg::Typed(text) => self.read_text(text, false, file),
            ValuesMsg::Pasted(text) => self.read_text(text, true, file),
            ValuesMsg::File(name, bytes) => self.read_file(&name, &bytes, file),
            ValuesMsg::NoFile(why) => self.problem = Some(ReadProblem::plain(why)),
            ValuesMsg::Zeros => self.zeros(file),
            ValuesMsg::Own => self.take_own(file),
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
                // gdb's numbers are in the machine's order.
                if matches!(self.taken_as, Some(Form::Gdb { .. })) && !self.is_changed() && !self.text.is_empty() {
                    self.read_text(self.text.to_string(), !self.asking, file);
                }
            }
            ValuesMsg::Map(name) => return self.choose_map(name, file, session),
            ValuesMsg::Key(name) => self.key = name,
            ValuesMsg::Step(_) | ValuesMsg::Pick(_) | ValuesMsg::Enter | ValuesMsg::Leave => {
                return self.walk(&msg, file, session);
            }
            ValuesMsg::Byte(_) | ValuesMsg::ByteStep(_) => return self.walk(&msg, file, session),
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
        self.problem = None;
        self.before.clear();
        self.selected = None;
        self.byte = None;
        self.open = Open::default();
        self.sheet = None;
    }

    fn zeros(&mut self, file: &OpenFile) {
        let size = self.of.and_then(|id| file.btf.size_of(id).ok()).unwrap_or(0) as usize;
        let bytes = vec![0; size.min(model::values::MAX_BYTES)];
        self.take(Content::Bytes(bytes.into()), "zeros".to_owned());
        self.asking = false;
    }

    fn take_own(&mut self, _file: &OpenFile) {
        let Some(own) = self.own().cloned() else { return };
        let (Some(id), Some(bytes)) = (self.of, &own.bytes) else { return };
        if bytes.bytes.len() > model::values::MAX_BYTES {
            self.problem = Some(ReadProblem::too_large(bytes.bytes.len()));
            return;
        }
        let said = format!("the file's own {}", bytes.section);
        self.take(Content::Own(id, Arc::clone(&bytes.bytes), bytes.parts.clone().into()), said);
        self.asking = false;
    }

    fn choose_map(&mut self, name: Option<String>, file: &OpenFile, session: &Session) -> Vec<Out> {
        self.map = name;
        let named = self.map.as_ref().and_then(|name| self.maps().into_iter().find(|map| map.name == *name).cloned());
        let value = named.and_then(|map| map.value);
        match value.filter(|id| session.selection().is_none_or(|s| s.id != *id)) {
            Some(id) => vec![Out::Go(id, Path::root(), History::Push)],
            None => {
                self.renew(file);
                vec![Out::Address(History::Replace)]
            }
        }
    }

    /// What reads the bytes, made anew.
    fn renew(&mut self, file: &OpenFile) {
        let order = self.order(file);
        self.pick_map();
        let sheet = self.of.filter(|id| file.btf.size_of(*id).is_ok()).zip(self.content.as_ref());
        let sheet = sheet.map(|(id, content)| match content {
            Content::Bytes(bytes) => Sheet { bytes: Arc::clone(bytes), by: By::Type(id), order },
            Content::Entries(entries) => {
                let named = |name| file.names().find(&file.btf, name).map(|t| t.id()).collect::<Vec<_>>();
                let typed = || named(self.key.trim()).into_iter().find(|id| file.btf.size_of(*id).is_ok());
                let key = match self.map() {
                    Some(map) => map.key,
                    None => typed(),
                };
                Sheet::of_map(key, id, Arc::clone(entries), order)
            }
            Content::Own(_, bytes, parts) => Sheet { bytes: Arc::clone(bytes), by: By::Own(Arc::clone(parts)), order },
        });
        let is_new = self.sheet.as_ref().map(read_by) != sheet.as_ref().map(read_by);
        if is_new && let Some(sheet) = &sheet {
            self.open = Open::default();
            let pieces = sheet.pieces(&file.btf, MANY_RECORDS + 1).len();
            if pieces > MANY_RECORDS && !matches!(sheet.by, By::Own(_)) {
                self.open.levels = 0;
            } else if Shown::of(&file.btf, sheet, &self.open).rows.len() > MANY_ROWS {
                self.open.levels = 1;
            }
        }
        self.sheet = sheet;
        self.show_again(file);
        self.link = self.linked();
    }

    fn show_again(&mut self, file: &OpenFile) {
        self.shown = self.sheet.as_ref().map(|sheet| Rc::new(Shown::of(&file.btf, sheet, &self.open)));
    }

    /// Entries belong to the only map that has such values, until another one is chosen.
    fn pick_map(&mut self) {
        if self.map.is_some() || !matches!(self.content, Some(Content::Entries(_))) {
            return;
        }
        let fits: Vec<String> =
            self.maps().into_iter().filter(|map| map.value == self.of).map(|map| map.name.clone()).collect();
        if let [only] = fits.as_slice() {
            self.map = Some(only.clone());
        }
    }

    /// Follows the selection while the view is shown.
    pub(crate) fn reconcile(&mut self, file: &OpenFile, session: &Session) -> Vec<Out> {
        if session.view() != View::Values || !session.screen().has_type() {
            return vec![];
        }
        self.follow(file)
    }

    #[inline(never)]
    fn follow(&mut self, file: &OpenFile) -> Vec<Out> {
        let Some(selection) = &file.look.selection else { return vec![] };
        if self.of != Some(selection.id) {
            self.of = Some(selection.id);
            if self.sheet.is_none() && self.content.is_none() {
                self.asking = true;
            }
            // Bytes of a variable are nobody else's.
            if let Some(Content::Own(of, ..)) = self.content
                && of != selection.id
            {
                self.content = None;
                self.before.clear();
                self.asking = true;
            }
            self.selected = None;
            self.byte = None;
            self.renew(file);
        }
        self.follow_path(&selection.path, file);
        let is_own =
            file.btf.get(selection.id).is_some_and(|t| matches!(t.kind(), btf::Kind::Var | btf::Kind::DataSec));
        let of = Some(selection.id).filter(|_| is_own && file.kind == model::kind::FileKind::Program);
        self.ask.want(AskOwn { file: file.id, of }).map(|ask| Job::Own(ask).into()).into_iter().collect()
    }

    /// Takes over what was looked at in the file that this one replaces: its types are others, its bytes are not.
    pub(crate) fn keep(&mut self, before: &ValuesLook) {
        self.content = before.content.clone().filter(|content| !matches!(content, Content::Own(..)));
        self.before = before.before.clone();
        (self.text, self.said, self.key) = (Rc::clone(&before.text), before.said.clone(), before.key.clone());
        (self.form, self.order, self.map) = (before.form, before.order, before.map.clone());
        (self.output, self.options, self.asking) = (before.output, before.options, before.asking);
    }

    /// The desk has said what the file has.
    #[inline(never)]
    pub(crate) fn answered(&mut self, ask: &AskOwn, own: Own, file: &OpenFile, _session: &Session) -> Vec<Out> {
        if self.ask.take(ask, own) {
            if self.content.is_none() {
                self.take_own(file);
            }
            self.renew(file);
        }
        vec![]
    }

    /// It could not.
    #[inline(never)]
    pub(crate) fn failed(&mut self, why: String) {
        self.ask.fail(why);
    }
}

/// Whether a type reads bytes; why not, as a sentence.
///
/// # Errors
/// When the type has no size.
pub fn reads(btf: &btf::Btf, id: TypeId) -> Result<(), String> {
    value::Record::new(btf, id, &[]).map(drop).map_err(|e| format!("There are no values of it: {e}."))
}

/// The types that read a sheet: what was opened stays open as long as they do.
fn read_by(sheet: &Sheet) -> (Option<TypeId>, Option<TypeId>, usize) {
    match &sheet.by {
        By::Type(id) => (Some(*id), None, 0),
        By::Map { key, value, .. } => (*key, Some(*value), 1),
        By::Own(parts) => (parts.first().map(|part| part.id), None, 2 + parts.len()),
    }
}

impl From<ValuesMsg> for Msg {
    fn from(msg: ValuesMsg) -> Msg {
        Msg::Values(msg)
    }
}

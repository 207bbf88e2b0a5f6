//! The values that components get: access to the session for reading, and a way to send it messages.

use std::cell::{Ref, RefCell};
use std::rc::Rc;

use btf::{FieldName, MemberIndex, TypeId};
use model::bytes::Focus;
use model::focus::Selection;
use model::path::Path;
use session::file::OpenFile;
use session::{BrowserHistory, Msg, Session};
use yew::{Callback, MouseEvent};

/// A handle on the session. Two handles are equal if nothing changed between the times at which they were made. Yew
/// does not draw a component again if its new handle is equal to its old one.
#[derive(Clone)]
pub struct Ctx {
    session: Rc<RefCell<Session>>,
    revision: u64,
    send: Callback<Msg>,
}

impl PartialEq for Ctx {
    fn eq(&self, other: &Self) -> bool {
        self.revision == other.revision
    }
}

impl Ctx {
    pub fn new(session: Rc<RefCell<Session>>, revision: u64, send: Callback<Msg>) -> Ctx {
        Ctx { session, revision, send }
    }

    pub fn session(&self) -> Ref<'_, Session> {
        self.session.borrow()
    }

    pub fn send(&self, msg: Msg) {
        self.send.emit(msg);
    }

    /// The CSS class `lesson` for a member that the lesson's step is about. `of`: the type that has the member;
    /// `index`: the member's index in it.
    pub fn in_lesson(&self, of: Option<TypeId>, index: Option<&u32>) -> Option<&'static str> {
        let session = self.session();
        let marks = session.lesson_marks(session.current()?)?;
        marks.marks_member(of?, *index?).then_some("lesson")
    }

    /// A callback that sends the message which `make` makes from the event.
    pub fn callback<E: 'static>(&self, make: impl Fn(E) -> Msg + 'static) -> Callback<E> {
        let send = self.send.clone();
        Callback::from(move |event| send.emit(make(event)))
    }

    /// A callback that also gets this handle.
    pub fn with<E: 'static, R: 'static>(&self, act: impl Fn(&Ctx, E) -> R + 'static) -> Callback<E, R> {
        let ctx = self.clone();
        Callback::from(move |event| act(&ctx, event))
    }

    /// A callback that always sends the same message.
    pub fn on<E: 'static>(&self, msg: Msg) -> Callback<E> {
        self.callback(move |_| msg.clone())
    }

    /// As [`Ctx::on`] for a click; the elements around the clicked element do not get the click.
    pub fn on_and_stop(&self, msg: Msg) -> Callback<MouseEvent> {
        self.with(move |ctx, e: MouseEvent| {
            e.stop_propagation();
            ctx.send(msg.clone());
        })
    }
}

/// The current file, and its selection.
pub fn selected(session: &Session) -> Option<(&OpenFile, &Selection)> {
    let file = session.file()?;
    Some((file, file.look.selection.as_ref()?))
}

/// The message that selects a type as a whole, as a step of the browser's history.
pub fn go_to(id: TypeId) -> Msg {
    Msg::GoTo(id, Path::root(), BrowserHistory::Push)
}

/// The item under the mouse, which the panes mark. It is not in the session, so that moving the mouse draws only the
/// panes that show the item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hover {
    pub id: TypeId,
    /// The item; `None` for the fields of the type itself.
    pub item: Option<u32>,
    /// The field, in panes that show fields one by one.
    pub field: Option<FieldName>,
}

impl Hover {
    /// The hover for an item of a type, or for the fields of the type itself.
    pub fn new(id: TypeId, item: Option<u32>) -> Hover {
        Hover { id, item, field: None }
    }

    /// The same item in the form that the model of the bytes takes.
    pub fn focus(self) -> Focus {
        Focus { id: self.id, item: self.item.map(MemberIndex), field: self.field }
    }
}

/// The hover, to read and to change.
#[derive(Clone, PartialEq)]
pub struct HoverCtx {
    /// The item under the mouse.
    pub over: Option<Hover>,
    /// Sets the item under the mouse.
    pub set: Callback<Option<Hover>>,
}

impl HoverCtx {
    /// Whether the mouse is over this item or a field of it.
    pub fn is_over(&self, item: Option<Hover>) -> bool {
        item.is_some() && self.over.map(|over| (over.id, over.item)) == item.map(|item| (item.id, item.item))
    }

    /// Callbacks for the mouse entering and leaving an element that shows `hover`.
    pub fn on(&self, hover: Hover) -> (Callback<MouseEvent>, Callback<MouseEvent>) {
        let (enter, leave) = (self.set.clone(), self.set.clone());
        (Callback::from(move |_| enter.emit(Some(hover))), Callback::from(move |_| leave.emit(None)))
    }
}

//! What components get: the session to read, and a way to send messages to it.

use std::cell::{Ref, RefCell};
use std::rc::Rc;

use btf::{FieldName, MemberIndex, TypeId};
use model::bytes::Focus;
use session::{Msg, Session};
use yew::Callback;

/// A handle on the session. Two are equal when nothing has changed between them, so a component with an equal one is not drawn
/// again.
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
    /// A handle on `session` as it is now.
    pub fn new(session: Rc<RefCell<Session>>, revision: u64, send: Callback<Msg>) -> Ctx {
        Ctx { session, revision, send }
    }

    /// The session, to read.
    pub fn session(&self) -> Ref<'_, Session> {
        self.session.borrow()
    }

    /// Sends a message.
    pub fn send(&self, msg: Msg) {
        self.send.emit(msg);
    }

    /// The CSS class of what the lesson talks about, for a member by the type that has it and its place there.
    pub fn in_lesson(&self, of: Option<TypeId>, index: Option<&u32>) -> Option<&'static str> {
        let session = self.session();
        let marks = session.lesson_marks(session.current()?)?;
        marks.marks_member(of?, *index?).then_some("lesson")
    }

    /// A callback that sends what `make` makes of its event.
    pub fn callback<E: 'static>(&self, make: impl Fn(E) -> Msg + 'static) -> Callback<E> {
        let send = self.send.clone();
        Callback::from(move |event| send.emit(make(event)))
    }

    /// A callback that sends always the same message.
    pub fn on<E: 'static>(&self, msg: Msg) -> Callback<E> {
        self.callback(move |_| msg.clone())
    }
}

/// What the mouse is over: an item of a type, shown in every pane. It is a signal of its own, so that moving the mouse draws
/// only the panes that show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hover {
    /// The type that has the item.
    pub id: TypeId,
    /// The item; none for the type's own fields.
    pub item: Option<u32>,
    /// The field of it, where a pane shows them one by one.
    pub field: Option<FieldName>,
}

impl Hover {
    /// An item of a type, or all of its own fields.
    pub fn new(id: TypeId, item: Option<u32>) -> Hover {
        Hover { id, item, field: None }
    }

    /// The same as the bytes have it.
    pub fn focus(self) -> Focus {
        Focus { id: self.id, item: self.item.map(MemberIndex), field: self.field }
    }
}

/// The hover, to read and to set.
#[derive(Clone, PartialEq)]
pub struct HoverCtx {
    /// What the mouse is over.
    pub over: Option<Hover>,
    /// Sets it.
    pub set: Callback<Option<Hover>>,
}

impl HoverCtx {
    /// Whether the mouse is over this item, or over a field of it.
    pub fn is_over(&self, item: Option<Hover>) -> bool {
        item.is_some() && self.over.map(|over| (over.id, over.item)) == item.map(|item| (item.id, item.item))
    }

    /// Callbacks for entering and leaving something.
    pub fn on(&self, hover: Hover) -> (Callback<yew::MouseEvent>, Callback<yew::MouseEvent>) {
        let (enter, leave) = (self.set.clone(), self.set.clone());
        (Callback::from(move |_| enter.emit(Some(hover))), Callback::from(move |_| leave.emit(None)))
    }
}

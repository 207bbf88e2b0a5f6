//! The state of the page: open files, selection, screen. [`Session::update`] takes a message and returns the effects that only a
//! browser can carry out; nothing here waits, draws or reads files.

mod address;
mod answers;
mod command;
mod feature;
mod go;
mod list_msgs;
mod looks;
mod message;
mod once;
mod open;
mod out;
mod problem;
mod read;
mod screen;
mod seen;

pub(crate) use address::name_selection;
pub(crate) use feature::{Feature, FileFeature, NoMsg};
pub use go::{blob_of, focus_item, shown_blob};
pub use looks::{FileLook, Looks};
pub use message::{Effect, History, Msg, Overlay, Pane};
pub(crate) use out::Out;
pub use problem::{Reading, Remembered, Waiting, Work};
pub use screen::Screen;
pub use seen::Seen;

use std::ops::Deref;
use std::rc::Rc;

use self::feature::each_feature;
use crate::look::picture;
use desk::Job;

macro_rules! define {
    (page { $($(#[$doc:meta])* $vis:ident $field:ident: $type:ty, reads $reads:tt $(<- $variant:ident($msg:ty))?;)* } file { $($file:tt)* }) => {
        /// The state of the page. It dereferences to [`Seen`], the part that all features may read.
        #[derive(Debug, Default)]
        pub struct Session {
            /// The open files, the current one, and which screen and view of it are shown.
            pub(crate) seen: Seen,
            /// For each open file, the state of its own features.
            pub(crate) looks: Looks,
            /// The text of the status line.
            pub(crate) notice: String,
            /// The text that was copied last; its button shows "copied". Cleared when something else is shown above the page.
            pub(crate) copied: String,
            /// Questions collected while a message is handled; they become effects at its end.
            asks: Vec<Job>,
            /// Effects collected while a message is handled.
            pub(crate) effects: Vec<Effect>,
            $($(#[$doc])* pub(crate) $field: $type,)*
        }

        $(reader!($(#[$doc])* $vis $field: $type);)*
    };
}

/// A getter for each feature that views may read (`pub` in the list).
macro_rules! reader {
    ($(#[$doc:meta])* pub $field:ident: $type:ty) => {
        impl Session {
            $(#[$doc])*
            pub fn $field(&self) -> &$type {
                &self.$field
            }
        }
    };
    ($(#[$doc:meta])* own $field:ident: $type:ty) => {};
}

each_feature!(define);

impl Deref for Session {
    type Target = Seen;

    fn deref(&self) -> &Seen {
        &self.seen
    }
}

/// The references that a feature gets as its `Reads`.
macro_rules! reads {
    ($session:tt; [$($field:ident),+]) => { ($(&$session.$field),+) };
    ($session:tt, $look:tt; [$($field:ident),+; $($beside:ident),*]) => { ($(&$session.$field),+ $(, &$look.$beside)*) };
}

macro_rules! walk {
    (
        page { $($(#[$doc:meta])* $vis:ident $field:ident: $type:ty, reads $reads:tt $(<- $variant:ident($msg:ty))?;)* }
        file { $($(#[$file_doc:meta])* $look:ident: $look_type:ty, reads $look_reads:tt $(<- $look_variant:ident($look_msg:ty))?;)* }
    ) => {
        impl Session {
            /// Hands a message to its feature and applies what the feature returns.
            fn dispatch(&mut self, msg: Msg) {
                let out = match msg {
                    $($(Msg::$variant(msg) => Feature::update(&mut self.$field, msg, reads!(self; $reads)),)?)*
                    $($(Msg::$look_variant(msg) => {
                        let Some(file) = self.seen.file().filter(|file| <$look_type>::is_of(file)) else { return };
                        let Some(look) = self.looks.of_mut(file.id) else { return };
                        FileFeature::update(&mut look.$look, msg, file, reads!(self, look; $look_reads))
                    })?)*
                    // All other messages are handled by `apply`.
                    _ => return,
                };
                self.apply_out(out);
            }

            /// Calls `reconcile` of each feature: it asks for what is shown but missing, and drops what is no longer shown. Features ask only
            /// here; a message that needs one answer (print a file, save a picture) sends its question itself.
            fn reconcile(&mut self) {
                $(
                    let out = self.$field.reconcile(reads!(self; $reads));
                    self.apply_out(out);
                )*
                $(
                    if let Some(file) = self.seen.file()
                        && let Some(look) = self.looks.of_mut(file.id)
                    {
                        let out = look.$look.reconcile(file, reads!(self, look; $look_reads));
                        self.apply_out(out);
                    }
                )*
            }
        }
    };
}

each_feature!(walk);

impl Session {
    /// Handles a message. Returns the effects that the browser must carry out, in order.
    pub fn update(&mut self, msg: Msg) -> Vec<Effect> {
        self.apply(msg);
        let search = self.seen.file_mut().map(|file| file.look.list.reconcile(file.id));
        self.apply_out(search.unwrap_or_default());
        self.reconcile();
        self.effects.extend(self.asks.drain(..).map(Effect::Ask));
        self.write_address();
        debug_assert!(once::is_once(&self.effects), "an address or a job twice: {:?}", self.effects);
        std::mem::take(&mut self.effects)
    }

    pub(crate) fn apply(&mut self, msg: Msg) {
        match msg {
            Msg::Search(msg) => self.search_msg(msg),
            Msg::Rows(msg) => self.rows_msg(msg),
            Msg::Settings(msg) => {
                let out = self.seen.settings.update(msg);
                self.apply_out(out);
            }
            Msg::AddressChanged(fragment) => {
                let out = self.link.apply_address(fragment, &self.seen);
                self.apply_out(out);
            }
            Msg::Desk(outcome) => {
                // None only if the message was cloned, which the page does not do.
                if let Some(outcome) = Rc::into_inner(outcome) {
                    self.take_outcome(outcome);
                }
            }
            Msg::GoTo(id, path, history) => {
                if self.overlay() != Overlay::None {
                    self.seen.overlay = Overlay::None;
                    self.effects.push(Effect::FocusView);
                }
                self.go_to(id, path, history);
            }
            Msg::Tree(file, id, path) => self.show_in_tree(file, id, path),
            Msg::Select(path) => self.select(path),
            Msg::Byte(focus) => {
                if let Some(file) = self.seen.file_mut() {
                    file.look.byte = Some(focus);
                }
            }
            Msg::ByteOwner => self.select_byte_owner(),
            Msg::View(view) => self.show_view(view),
            Msg::Picture(shot, png, dark) => {
                let out = picture::ask(self, shot, png, dark);
                self.apply_out(out);
            }
            Msg::Log(msg) if self.program_file().is_none() => self.log_without_program(msg),
            Msg::Command(command) => self.command(command),
            Msg::Overlay(overlay) => self.show_overlay(overlay),
            Msg::Notice(text) => self.notice = text,
            Msg::Copied(text, said) => (self.copied, self.notice) = (text, said),
            Msg::HasDesk => self.seen.has_desk = true,
            Msg::Today(date) => self.seen.today = date,
            Msg::Copy(text, said) => self.effects.push(Effect::Copy(text, said)),
            Msg::Download(name, text) => {
                self.notice = format!("Saved {name}");
                self.effects.push(Effect::Download(name, text));
            }
            msg => self.dispatch(msg),
        }
    }
}

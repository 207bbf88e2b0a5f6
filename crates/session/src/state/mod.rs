//! The state of the page, without a page: what is open and selected. [`Session::update`] takes a message and returns the
//! effects that only a browser can have; nothing here waits, draws or reads.

mod address;
mod answers;
mod command;
mod feature;
mod go;
mod in_file;
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
        /// The state of the page. What all features read of it is [`Seen`], and the session reads like that.
        #[derive(Debug, Default)]
        pub struct Session {
            /// The open files, and what is shown of them.
            pub(crate) seen: Seen,
            /// What is looked at in each open file.
            pub(crate) looks: Looks,
            /// The last thing said in the status line.
            pub(crate) notice: String,
            /// The text that was copied last, as long as what it was copied from is shown.
            pub(crate) copied: String,
            /// What the desk is asked at the end of the message.
            asks: Vec<Job>,
            /// What the message has the browser do.
            pub(crate) effects: Vec<Effect>,
            $($(#[$doc])* pub(crate) $field: $type,)*
        }

        $(reader!($(#[$doc])* $vis $field: $type);)*
    };
}

/// What a view may read.
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

/// References to what a feature reads.
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
            /// Gives a message to its feature, and does what that wants.
            fn tell(&mut self, msg: Msg) {
                let out = match msg {
                    $($(Msg::$variant(msg) => Feature::update(&mut self.$field, msg, reads!(self; $reads)),)?)*
                    $($(Msg::$look_variant(msg) => {
                        let Some(file) = self.seen.file().filter(|file| <$look_type>::is_of(file)) else { return };
                        let Some(look) = self.looks.of_mut(file.id) else { return };
                        FileFeature::update(&mut look.$look, msg, file, reads!(self, look; $look_reads))
                    })?)*
                    // The others are of no feature.
                    _ => return,
                };
                self.apply_out(out);
            }

            /// Has each feature ask for what is shown and not there, and drop what belongs to something else that was shown. Nothing is asked
            /// elsewhere; what a message wants once (to print a file, to save a picture) waits for this.
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
    /// Takes a message.
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
            Msg::Arrive(fragment) => {
                let out = self.link.arrive(fragment, &self.seen);
                self.apply_out(out);
            }
            Msg::Desk(outcome) => {
                // Nobody else has it.
                if let Some(outcome) = Rc::into_inner(outcome) {
                    self.desk_said(outcome);
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
            msg => self.tell(msg),
        }
    }
}

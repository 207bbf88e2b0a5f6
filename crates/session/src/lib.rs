//! The state of the page, without a browser.
//!
//! [`Session`] is the state. [`Session::update`] is the only way to change it: it takes a message and returns effects.
//! Questions to the desk are effects, too. The session holds the state of each open file's views ([`mod@file`],
//! [`look`]) and of the list of types ([`type_list`]). [`scroll`] computes which rows of a long list are visible.
//! [`commands`] has the table that keys, help and command box use.
//!
//! The crate depends neither on a browser nor on `work`, the worker's side.
#![forbid(unsafe_code)]

mod age;
mod alerts;
mod ask;
pub mod bytes;
pub mod chips;
pub mod commands;
mod empty;
mod excerpt;
pub mod export;
mod feature;
pub mod file;
mod files;
mod incoming;
mod intake;
pub mod learn;
mod link;
pub mod list;
pub mod look;
mod msg;
mod names;
mod out;
pub mod pace;
pub mod pad;
mod receive;
pub mod recent;
mod rows;
mod screen;
pub mod scroll;
mod seen;
pub mod settings;
mod shell;
pub mod side;
mod source;
mod state;
pub mod status;
pub mod theme;
pub mod type_list;

pub use alerts::{AlertButton, WantedAlert};
pub use ask::Ask;
pub use empty::Empty;
pub use excerpt::Whole;
pub use incoming::{NotKept, Reading, Remembered, Waiting, Work};
pub use intake::NOT_THERE;
pub use learn::Learn;
pub use look::graph;
pub use look::looks::{FileLook, Looks};
pub use look::probe::Probed;
pub use look::share::{Offer, Sharing};
pub use msg::{
    BrowserFile, BrowserHistory, CoreMsg, Effect, FilesMsg, FitsFile, FitsMsg, LearnMsg, LinkMsg, LogMsg, Msg,
    OfferedFile, Overlay, PadEdit, PadMsg, Pane, ProgramMsg, ReadResult, RecentMsg, RowsMsg, ScrubMsg, SearchMsg,
    SettingsMsg, ShareMsg, TypesFrom, Unpack, ValuesMsg, Wanted,
};
pub use screen::Screen;
pub use seen::{Partner, Seen};
pub use settings::{BytesPlace, Settings};
pub use side::SideTab;
pub use state::{blob_of, focus_item, shown_blob};

use std::ops::Deref;
use std::rc::Rc;

use desk::Job;

use crate::feature::{Feature, FileFeature};
use crate::look::picture;
use crate::state::{Notice, each_feature};

macro_rules! define {
    (page { $($(#[$doc:meta])* $vis:ident $field:ident: $type:ty, reads $reads:tt $(<- $variant:ident)?;)* } file { $($file:tt)* }) => {
        /// The state of the page. It dereferences to [`Seen`], the part that all features may read.
        #[derive(Debug, Default)]
        pub struct Session {
            /// The open files, and which file, screen and view are shown.
            pub(crate) seen: Seen,
            /// For each open file, the state of the features that exist once for each file.
            pub(crate) looks: Looks,
            /// The text of the status line.
            pub(crate) notice: Notice,
            /// The text that was copied last; its button says "copied". Cleared when a dialog opens or closes.
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
        page { $($(#[$doc:meta])* $vis:ident $field:ident: $type:ty, reads $reads:tt $(<- $variant:ident)?;)* }
        file { $($(#[$file_doc:meta])* $look:ident: $look_type:ty, reads $look_reads:tt $(<- $look_variant:ident)?;)* }
    ) => {
        impl Session {
            /// Handles a message. The message of a feature goes to that feature; then the [`Out`](out::Out)s of the
            /// feature are applied.
            pub(crate) fn apply(&mut self, msg: Msg) {
                match msg {
                    Msg::Log(msg) if self.program_file().is_none() => self.log_without_program(msg),
                    $($(Msg::$variant(msg) => {
                        let out = Feature::update(&mut self.$field, msg, reads!(self; $reads));
                        self.apply_out(out);
                    })?)*
                    $($(Msg::$look_variant(msg) => {
                        let Some(file) = self.seen.file().filter(|file| <$look_type>::is_of(file)) else { return };
                        let Some(look) = self.looks.of_mut(file.id) else { return };
                        let out = FileFeature::update(&mut look.$look, msg, file, reads!(self, look; $look_reads));
                        self.apply_out(out);
                    })?)*
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
                        // `into_inner` gives none only while a clone of the message exists. The page never clones a
                        // message of the desk.
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
                    Msg::See(pane) => self.effects.push(Effect::Pane(pane)),
                    Msg::Byte(focus) => {
                        if let Some(file) = self.seen.file_mut() {
                            file.look.byte = Some(focus);
                        }
                        self.seen.settings.unfolded = true;
                    }
                    Msg::ByteOwner => self.select_byte_owner(),
                    Msg::View(view) => self.show_view(view),
                    Msg::Picture(shot, png, dark) => {
                        let out = picture::ask(self, shot, png, dark);
                        self.apply_out(out);
                    }
                    Msg::Command(command) => self.command(command),
                    Msg::Overlay(overlay) => self.show_overlay(overlay),
                    Msg::Notice(text) => self.notice.say(text),
                    Msg::Copied(text, said) => {
                        self.copied = text;
                        self.notice.say(said);
                    }
                    Msg::HasDesk => self.seen.has_desk = true,
                    Msg::Today(date) => self.seen.today = date,
                    Msg::Copy(text, said) => self.effects.push(Effect::Copy(text, said)),
                    Msg::Download(name, text) => {
                        self.notice.say(format!("Saved {name}"));
                        self.effects.push(Effect::Download(name, text));
                    }
                }
            }

            /// Calls `reconcile` of each feature, which asks for everything that is shown and not known yet, and drops
            /// what is no longer shown. Features ask only here, with one exception: an action that is carried out once
            /// (print a file, save a picture, parse a lesson, take a kernel out of an atlas) asks its question when its
            /// message is handled.
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
        debug_assert!(state::is_once(&self.effects), "an address or a job twice: {:?}", self.effects);
        std::mem::take(&mut self.effects)
    }
}

//! Features: each keeps its own state, takes its own messages, and asks the desk for what it shows.
//!
//! A feature changes only itself. It reads the rest of the session through the references that the list below names for it, and
//! returns [`Out`]s for everything else that must happen. From the list come the fields of the [`Session`](super::Session), the
//! variants of [`Msg`](super::Msg), and the code that hands messages to features and reconciles all of them after each message.

use super::Out;
use crate::file::OpenFile;

/// A part of the session that exists once: it is about all files, or about the selected type.
pub(crate) trait Feature {
    /// Its messages.
    type Msg;
    /// References to the parts of the session that it reads.
    type Reads<'a>;

    /// Handles a message.
    fn update(&mut self, msg: Self::Msg, reads: Self::Reads<'_>) -> Vec<Out>;

    /// Called after every message: asks for what is shown but missing, and drops answers about something that is no longer shown.
    fn reconcile(&mut self, _: Self::Reads<'_>) -> Vec<Out> {
        vec![]
    }
}

/// A part of the session that exists once for each open file.
pub(crate) trait FileFeature {
    /// Its messages.
    type Msg;
    /// References to the parts of the session that it reads.
    type Reads<'a>;

    /// Whether a file of this kind has the feature; other files do not get its messages.
    fn is_of(_: &OpenFile) -> bool {
        true
    }

    /// Handles a message.
    fn update(&mut self, msg: Self::Msg, file: &OpenFile, reads: Self::Reads<'_>) -> Vec<Out>;

    /// Called after every message, for the current file: asks for what is shown but missing.
    fn reconcile(&mut self, file: &OpenFile, reads: Self::Reads<'_>) -> Vec<Out>;
}

/// The `Msg` of a feature without messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoMsg {}

/// Calls a macro with all features, in the order in which they reconcile: field, type, the fields that it reads, its variant of
/// [`Msg`](super::Msg) and the type of its messages.
///
/// A feature of a file may also read others of the same file: these follow the semicolon.
macro_rules! each_feature {
    ($then:ident) => {
        $then! {
            page {
                /// Files on their way in and out.
                own intake: crate::intake::Intake, reads [seen] <- Files(crate::intake::FilesMsg);
                /// Links, and the text of the address bar.
                own link: crate::link::Link, reads [seen, recent] <- Link(crate::link::LinkMsg);
                /// The files that were open last, and those that the browser keeps.
                own recent: crate::look::recent::RecentFiles, reads [seen] <- Recent(crate::look::recent::RecentMsg);
                /// The scratch pad.
                pub pad: crate::pad::Pad, reads [seen] <- Pad(crate::pad::PadMsg);
                /// Lessons.
                pub learn: crate::learn::Learn, reads [seen, looks, link] <- Learn(crate::learn::LearnMsg);
                /// The users of the selected type.
                pub used_by: crate::look::used_by::UsedBy, reads [seen] <- UsedBy(crate::look::used_by::UsedByMsg);
                /// The verdict: whether kernels accept the current file's BTF.
                pub verdict: crate::look::verdict::VerdictLook, reads [seen] <- Verdict(crate::look::verdict::VerdictMsg);
                /// A log that was pasted while no program is open.
                own log: crate::look::log_alone::LogAlone, reads [seen];
                /// The result of a CO-RE access to the member selected in the Tree, on each open kernel.
                pub probed: crate::look::probe::Probed, reads [seen];
                /// The Compare view.
                pub compare: crate::look::compare::CompareLook, reads [seen] <- Compare(crate::look::compare::CompareMsg);
                /// The Graph view.
                pub graph: crate::graph::GraphView, reads [seen, looks] <- Graph(crate::graph::GraphMsg);
                /// All differences between two files.
                pub changes: crate::look::changes::ChangesLook, reads [seen] <- Changes(crate::look::changes::ChangesMsg);
                /// Where given fields lie in all open files.
                pub fields: crate::look::fields::FieldsLook, reads [seen] <- Fields(crate::look::fields::FieldsMsg);
                /// Paths from the selected type to another one.
                pub paths: crate::look::paths_between::PathsLook, reads [seen] <- Paths(crate::look::paths_between::PathsMsg);
                /// Atlases.
                pub atlas: crate::look::atlas::AtlasLook, reads [seen] <- Atlas(crate::look::atlas::AtlasMsg);
                /// The Share dialog: the links that it offers.
                pub sharing: crate::look::share::Sharing, reads [seen, looks, compare, graph] <- Share(crate::look::share::ShareMsg);
            }
            file {
                /// The functions, maps and globals of a program.
                program: crate::look::program::ProgramLook, reads [seen;] <- Program(crate::look::program::ProgramMsg);
                /// The log of a program.
                log: crate::look::log::LogLook, reads [seen; program] <- Log(crate::look::log::LogMsg);
                /// The CO-RE relocations of a program.
                core: crate::look::relocations::CoreLook, reads [seen;] <- Core(crate::look::relocations::CoreMsg);
                /// On which kernels a program loads.
                fits: crate::look::fits::FitsLook, reads [seen, atlas;] <- Fits(crate::look::fits::FitsMsg);
                /// The lists that a file has beside its types.
                lists: crate::look::kernel_lists::ListsLook, reads [seen;] <- Lists(crate::look::kernel_lists::ListsMsg);
                /// Values: pasted bytes, decoded as types of the file.
                values: crate::look::values::ValuesLook, reads [seen;] <- Values(crate::look::values::ValuesMsg);
                /// Symbols for the assembler listing.
                listing: crate::look::listing::ListingLook, reads [seen;];
            }
        }
    };
}

pub(crate) use each_feature;

//! Features: each keeps its own state, takes its own messages, and asks the desk for what it shows.
//!
//! A feature changes only itself. It reads the rest of the session by references that the list below names for it, and says by
//! [`Out`] what else is to happen. The list makes the fields of the [`Session`](super::Session), the variants of [`Msg`](super::Msg)
//! and both walks: a message to its feature, and each feature's reconciling after every message.

use super::Out;
use crate::file::OpenFile;

/// A part of the session that is about all files, or about the selected type.
pub(crate) trait Feature {
    /// What happens to it.
    type Msg;
    /// What it reads of the rest.
    type Reads<'a>;

    /// Takes a message.
    fn update(&mut self, msg: Self::Msg, reads: Self::Reads<'_>) -> Vec<Out>;

    /// After every message: asks for what is shown and not there, and drops what belongs to something else that was shown.
    fn reconcile(&mut self, _: Self::Reads<'_>) -> Vec<Out> {
        vec![]
    }
}

/// A part of the session that each open file has for itself.
pub(crate) trait FileFeature {
    /// What happens to it.
    type Msg;
    /// What it reads of the rest.
    type Reads<'a>;

    /// Whether a file can have it: others do not get its messages.
    fn is_of(_: &OpenFile) -> bool {
        true
    }

    /// Takes a message.
    fn update(&mut self, msg: Self::Msg, file: &OpenFile, reads: Self::Reads<'_>) -> Vec<Out>;

    /// After every message, in the current file: asks for what is shown and not there.
    fn reconcile(&mut self, file: &OpenFile, reads: Self::Reads<'_>) -> Vec<Out>;
}

/// The messages of a feature that takes none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoMsg {}

/// Calls a macro with all features, in the order in which they reconcile: field, type, what it reads, its variant of
/// [`Msg`](super::Msg) and the message.
///
/// Those of a file may read others of the same file: these stand behind the semicolon.
macro_rules! each_feature {
    ($then:ident) => {
        $then! {
            page {
                /// Files on their way in and out.
                own intake: crate::intake::Intake, reads [seen] <- Files(crate::intake::FilesMsg);
                /// Links, and what the address bar has.
                own link: crate::link::Link, reads [seen, recent] <- Link(crate::link::LinkMsg);
                /// The files that were open last, and those that the browser keeps.
                own recent: crate::look::recent::RecentFiles, reads [seen] <- Recent(crate::look::recent::RecentMsg);
                /// The scratch pad.
                pub pad: crate::pad::Pad, reads [seen] <- Pad(crate::pad::PadMsg);
                /// Lessons.
                pub learn: crate::learn::Learn, reads [seen, looks, link] <- Learn(crate::learn::LearnMsg);
                /// Who uses the selected type.
                pub used_by: crate::look::used_by::UsedBy, reads [seen] <- UsedBy(crate::look::used_by::UsedByMsg);
                /// What kernels say of the current file.
                pub verdict: crate::look::verdict::VerdictLook, reads [seen] <- Verdict(crate::look::verdict::VerdictMsg);
                /// A log that was pasted with no program open.
                own log: crate::look::log_alone::LogAlone, reads [seen];
                /// What a CO-RE access to the member in the Tree would be.
                pub probed: crate::look::probe::Probed, reads [seen];
                /// The Compare view.
                pub compare: crate::look::compare::CompareLook, reads [seen] <- Compare(crate::look::compare::CompareMsg);
                /// The Graph view.
                pub graph: crate::graph::GraphView, reads [seen, looks] <- Graph(crate::graph::GraphMsg);
                /// All that differs between two files.
                pub changes: crate::look::changes::ChangesLook, reads [seen] <- Changes(crate::look::changes::ChangesMsg);
                /// Fields in all open files.
                pub fields: crate::look::fields::FieldsLook, reads [seen] <- Fields(crate::look::fields::FieldsMsg);
                /// Paths from the selected type to another one.
                pub paths: crate::look::paths_between::PathsLook, reads [seen] <- Paths(crate::look::paths_between::PathsMsg);
                /// Atlases.
                pub atlas: crate::look::atlas::AtlasLook, reads [seen] <- Atlas(crate::look::atlas::AtlasMsg);
                /// The links that are offered.
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
                /// The bytes that the types of a file read.
                values: crate::look::values::ValuesLook, reads [seen;] <- Values(crate::look::values::ValuesMsg);
                /// The symbols for its assembler listing.
                listing: crate::look::listing::ListingLook, reads [seen;];
            }
        }
    };
}

pub(crate) use each_feature;

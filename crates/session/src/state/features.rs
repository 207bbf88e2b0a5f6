//! The list of features. The fields of [`Session`](crate::Session) are made from it, and so is the code that hands
//! messages to features and reconciles all features after each message.

/// Calls a macro with all features, in the order in which they reconcile. Each is given by its field, its type, the
/// fields of the session that it reads, and, if it has messages, its variant of [`Msg`](crate::Msg). After them come
/// the features of each file, from [`each_file_feature`](crate::look::looks::each_file_feature).
macro_rules! each_feature {
    ($then:ident) => {
        $crate::look::looks::each_file_feature! {
            $then
            page {
                /// Opening, printing and closing files.
                own intake: crate::intake::Intake, reads [seen] <- Files;
                /// Links, and the text of the address bar.
                own link: crate::link::Link, reads [seen, recent] <- Link;
                /// The files that were open last, and those that the browser stores.
                own recent: crate::look::recent::RecentFiles, reads [seen] <- Recent;
                /// The scratch pad.
                pub pad: crate::pad::Pad, reads [seen] <- Pad;
                /// Lessons.
                pub learn: crate::learn::Learn, reads [seen, looks, link, pad] <- Learn;
                /// The users of the selected type.
                pub used_by: crate::look::used_by::UsedBy, reads [seen] <- UsedBy;
                /// The verdict: whether kernels accept the current file's BTF.
                pub verdict: crate::look::verdict::VerdictLook, reads [seen] <- Verdict;
                /// A log that was pasted while the current file is not a program.
                own log: crate::look::log_alone::LogAlone, reads [seen];
                /// The result of a CO-RE access to the selected member, on each open kernel.
                pub probed: crate::look::probe::Probed, reads [seen];
                /// The Compare view.
                pub compare: crate::look::compare::CompareLook, reads [seen] <- Compare;
                /// The Graph view.
                pub graph: crate::look::graph::GraphView, reads [seen, looks] <- Graph;
                /// All differences between two files.
                pub changes: crate::look::changes::ChangesLook, reads [seen] <- Changes;
                /// Where given fields lie in all open files.
                pub fields: crate::look::fields::FieldsLook, reads [seen] <- Fields;
                /// Paths from the selected type to another one.
                pub paths: crate::look::paths_between::PathsLook, reads [seen] <- Paths;
                /// Atlases.
                pub atlas: crate::look::atlas::AtlasLook, reads [seen] <- Atlas;
                /// The Share dialog: the links that it offers.
                pub sharing: crate::look::share::Sharing, reads [seen, looks, compare, graph] <- Share;
            }
        }
    };
}

pub(crate) use each_feature;

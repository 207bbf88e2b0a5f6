//! The Bytes pane and the inspector: hand-made blobs with hand-checked words, then real files.

mod corpus;
mod damaged;
mod ext;
mod inspect;
mod kinds;
mod oracle;
mod rows;
mod support;

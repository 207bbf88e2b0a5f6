//! The Bytes pane and the inspector: blobs made by hand, whose words were checked by hand, and real files.

mod corpus;
mod damaged;
mod ext;
mod inspect;
mod kinds;
mod oracle;
mod rows;
mod support;

//! The type list and its search, on blobs made by hand.

mod blob;
mod goto;
mod hostile;
mod list;
mod sample;
mod split;
mod words;

//! The atlas: what goes in comes out, in whatever order it went in, and damage is told.

mod ask;
mod copies;
mod corpus;
mod damage;
mod inside;
mod merge;
mod ranges;
mod relocs;
mod support;
mod taken_out;

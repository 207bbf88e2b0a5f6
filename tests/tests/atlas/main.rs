//! The atlas: what goes in comes out, in whatever order it went in, and damage is an error.

mod ask;
mod copies;
mod corpus;
mod damage;
mod inside;
mod merge;
mod modules;
mod needs;
mod partial;
mod ranges;
mod relocs;
mod served;
mod support;
mod taken_out;

//! The atlas returns what was put in, in whatever order, and reports damage.

mod ask;
mod clones;
mod copies;
mod corpus;
mod damage;
mod inside;
mod merge;
mod modules;
mod needs;
mod paged;
mod partial;
mod ranges;
mod relocs;
mod served;
mod strip;
mod support;
mod taken_out;
mod which;

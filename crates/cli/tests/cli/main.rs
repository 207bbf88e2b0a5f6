//! The program itself, run as people run it: what it prints, what it says on stderr, its exit status.

mod archives;
mod atlas;
mod check;
mod corpus;
mod diff;
mod disasm;
mod dump;
mod encode;
mod find;
mod graph;
mod help;
mod layout;
mod link;
mod lists;
mod output;
mod places;
mod relocs;
mod run;
mod scratch;
mod troubles;
mod users;
mod verify;

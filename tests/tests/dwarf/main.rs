//! BTF made from DWARF: compared with pahole's for the corpus, checked by hand for fixtures, and with damaged input.

mod corpus;
mod damage;
mod expensive;
mod fixtures;
mod graph;
mod shared;

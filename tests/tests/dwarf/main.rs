//! BTF made of DWARF: against pahole's for the objects of the corpus, by hand for fixtures, and under damage.

mod corpus;
mod damage;
mod expensive;
mod fixtures;
mod graph;

//! The needs of programs, and the kernels that meet them.

mod access;
mod args;
mod broken;
mod corpus;
mod registers;
mod stories;
mod tags;

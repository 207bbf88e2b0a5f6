//! CO-RE relocations on kernels.

mod cases;
mod corpus;
mod guard;
mod reach;

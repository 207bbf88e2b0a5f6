//! prog.

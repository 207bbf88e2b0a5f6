//! The texts that the models of panes give, checked by hand.

mod access;
mod carry;
mod chain;
mod hooks;
mod inside;
mod map;
mod pad_examples;
mod program;
mod relocations;
mod stepper;
mod tags;
mod texts;
mod values;
mod words;

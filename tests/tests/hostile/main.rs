//! Damaged and hostile input.

mod beside;
mod blobs;
mod damage;
mod faults;
mod names;
mod objects;
mod shared;
mod size;
mod view;

//! Damaged and hostile input.

mod beside;
mod blobs;
mod damage;
mod faults;
mod shared;
mod size;
mod view;

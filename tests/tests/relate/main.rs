//! Types that hold or use each other.

mod boxes;
mod graph;
mod safety;
mod used;
mod users;

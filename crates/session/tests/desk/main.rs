//! The desk without a worker: what is asked, superseded, cancelled and given back. Answers are those of the page's own search.

mod atlas;
mod fits;
mod late;
mod links;
mod page;
mod programs;
mod relocations;
mod search;
mod users;
mod work;

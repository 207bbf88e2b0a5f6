//! The desk in the same thread: questions are asked, superseded and cancelled; memory is given back. A search has the
//! same results as the page's own search.

mod atlas;
mod distributions;
mod fits;
mod late;
mod links;
mod page;
mod programs;
mod relocations;
mod search;
mod slide;
mod users;
mod work;

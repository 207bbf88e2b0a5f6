//! Features that ask the desk, with the desk in the same thread as the session.

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
mod taking;
mod users;
mod work;

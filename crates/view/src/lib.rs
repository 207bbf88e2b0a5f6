//! What the screen shows, without a screen.

pub mod bytes;
pub mod inspect;
pub mod scroll;

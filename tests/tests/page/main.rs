//! Parts above the decoder that the page and the terminal share.

mod bounded;
mod share;
mod tailor;
mod variants;
mod ways_out;

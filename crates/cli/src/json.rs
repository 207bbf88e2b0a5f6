//! JSON, as the page writes it too.

pub use view::json::Json;

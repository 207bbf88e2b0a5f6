//! JSON, as the page writes it too.

pub use model::json::Json;

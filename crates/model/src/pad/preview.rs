//! The declaration and the layout that the start page shows as a picture of the scratch pad. A test compiles the
//! declaration.

/// A declaration of a struct that has a hole.
pub const SOURCE: &str = "struct packet {\n\tu8  kind;\n\tu16 port;\n\tu32 from;\n};";

/// The names of types in the declaration.
pub const TYPES: [&str; 4] = ["packet", "u8", "u16", "u32"];

/// A member or hole of the struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its first byte.
    pub at: u32,
    /// Its size in bytes.
    pub bytes: u32,
    /// The name of the member; none for a hole.
    pub member: Option<&'static str>,
}

/// The layout of the struct.
pub const PIECES: [Piece; 4] = [
    Piece { at: 0, bytes: 1, member: Some("kind") },
    Piece { at: 1, bytes: 1, member: None },
    Piece { at: 2, bytes: 2, member: Some("port") },
    Piece { at: 4, bytes: 4, member: Some("from") },
];

/// The layout in a few words.
pub const FACTS: &str = "8 bytes, 1 a hole";

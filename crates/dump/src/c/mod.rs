//! C, as libbpf's `btf_dump` writes it.

mod align;
mod chosen;
mod declarator;
mod definition;
mod emit;
mod file;
mod items;
mod names;
mod one;
mod order;
mod padding;
mod sort;
mod spelling;
mod tags;
mod writer;

pub use chosen::c_of;
pub use file::{CFileOptions, CItems, CPrinter, c, c_with_dependencies};
pub use items::CItem;
pub use one::{COptions, c_type, declaration, tagged_declaration, type_name};
pub use spelling::{UnfitNames, unfit_names};

//! The kernel of an atlas that has the types of a file: `which --json`, and `Atlas.which()` of the npm package.

use model::atlas::{Differing, Near, SaidByName, Whose};

use crate::made::made;

made! {
    /// The answer.
    pub struct WhoseTypes<'a>(whose: &'a Whose) {
        sentences: &'a [String] = &whose.sentences,
        /// The kernel with the same `.BTF`, byte by byte.
        exact: Option<&'a str> = whose.exact.as_deref(),
        arch: Option<&'a str> = whose.arch,
        /// How many named structs, unions, enums and functions the file has.
        types: u32,
        /// How many of these have a kind and name that no kernel of the atlas has.
        unknown: u32,
        nearest: Vec<NearKernel<'a>> = whose.nearest.iter().map(NearKernel::of).collect(),
        /// The two versions between which the file's kernel is.
        between: Option<&'a [String; 2]> = whose.between.as_ref(),
        /// Names of the file that the nearest kernel lacks or has with another content.
        differ: Vec<Differs<'a>> = whose.differ.iter().map(Differs::of).collect(),
        named: Option<Named<'a>> = whose.named.as_ref().map(Named::of),
        /// For a module without its kernel: the kernels that it can be loaded on.
        fits: &'a [String] = &whose.fits,
    }

    struct NearKernel<'a>(near: &'a Near) {
        name: &'a str = &near.name,
        facts: &'a str = &near.facts,
        /// How many of the file's types the kernel has with the same content.
        same: u32,
        /// How many types the kernel has with all of their members, but with more members or other pointer targets.
        more: u32,
    }

    struct Differs<'a>(differing: &'a Differing) {
        kind: &'a str = differing.kind.as_str(),
        name: &'a str = &differing.name,
        /// Whether the nearest kernel has a type of this name.
        there: bool,
    }

    /// The kernel that the file's name tells.
    struct Named<'a>(named: &'a SaidByName) {
        release: &'a str = &named.release,
        distribution: &'a str = &named.distribution,
        /// Whether the atlas has a kernel of that distribution.
        on_board: bool,
        /// The nearest series of the atlas, one below and one above the kernel.
        series: &'a [String; 2] = &named.series,
    }
}

//! Declaration tags, by the type that they are on.

use crate::blob::Btf;
use crate::ids::TypeId;
use crate::kind::Kind;

/// One DECL_TAG, and the type or component that it is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub struct DeclTag {
    /// The tagged struct, union, function, variable or typedef.
    pub target: TypeId,
    /// -1 for the target as a whole, else the index of a member or parameter.
    pub component: i32,
    /// The DECL_TAG itself, whose name is the tag.
    pub tag: TypeId,
}

/// All declaration tags of a BTF and its base, sorted by target, component and id.
#[derive(Clone, Debug, Default)]
pub struct DeclTags {
    tags: Vec<DeclTag>,
}

impl DeclTags {
    /// Collects the tags in one pass.
    pub fn new(btf: &Btf) -> DeclTags {
        let mut tags: Vec<DeclTag> = btf
            .all_types()
            .filter(|t| t.kind() == Kind::DeclTag)
            .filter_map(|t| Some(DeclTag { target: t.type_ref()?, component: t.component_index()?, tag: t.id() }))
            .collect();
        tags.sort_unstable();
        DeclTags { tags }
    }

    /// The tags on a type and its components.
    pub fn of(&self, target: TypeId) -> &[DeclTag] {
        let start = self.tags.partition_point(|t| t.target < target);
        let end = self.tags.partition_point(|t| t.target <= target);
        self.tags.get(start..end).unwrap_or_default()
    }

    /// The tags on one component of a type, or on the type as a whole (`component` -1).
    pub fn of_component(&self, target: TypeId, component: i32) -> &[DeclTag] {
        let tags = self.of(target);
        let start = tags.partition_point(|t| t.component < component);
        let end = tags.partition_point(|t| t.component <= component);
        tags.get(start..end).unwrap_or_default()
    }

    /// All tags.
    pub fn all(&self) -> &[DeclTag] {
        &self.tags
    }
}

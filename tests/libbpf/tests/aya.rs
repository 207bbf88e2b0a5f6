//! Compares our rules about Aya (`LEGACY_MAPS` in crates/open) with aya-obj.

use std::fs;

use aya_obj::{Map, Object};
use tests::reference::part_or_skip;

/// libbpf refuses objects with a section `maps`. Aya reads them, since its own macros write such sections.
#[test]
fn aya_reads_legacy_maps() {
    let Some(corpus) = part_or_skip("cases") else { return };
    let bytes = fs::read(corpus.root().join("cases/libbpf-refuses/legacymaps.o")).expect("an object");
    let refusal = open::open(&bytes, "legacymaps.o").refusal.expect("libbpf refuses it");
    assert!(refusal.rule.says.contains("Aya reads both"), "{}", refusal.rule.says);
    let object = Object::parse(&bytes).expect("Aya reads it");
    assert!(matches!(object.maps.get("m"), Some(Map::Legacy(_))) && object.programs.contains_key("p"));
}

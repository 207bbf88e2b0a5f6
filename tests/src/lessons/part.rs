//! The atlas of the lesson `kernel`. It has some kernels of the page's atlas, each with only the types that a few roots
//! lead to. It is small enough to be one of the page's samples, so that the lesson needs no network.

use std::fs;
use std::sync::Arc;

use atlas::{Atlas, AtlasKernel, Draft};
use btf::{Btf, Kind, NameIndex, TypeId};
use share::{Options, minimal};

use crate::fixture::project;

/// The file name of the atlas: the release of the kernel that the lesson opens (see `named`), and `.atlas`.
pub const PART: &str = "6.12.94-part.atlas";

/// The kernels of the page's atlas that are cut down for the part.
const KERNELS: [&str; 4] = ["5.10.0-46-amd64", "6.1.0-56-amd64", "6.12.94+deb13-amd64", "7.2.13+deb14-amd64"];

/// The structs that are roots of the part. The other roots are [`FUNCS`], functions that take one
/// of these structs.
const STRUCTS: [&str; 3] = ["task_struct", "sk_buff", "net_device"];
const FUNCS: [&str; 8] = [
    "dev_queue_xmit_nit",
    "ip_rcv",
    "kfree_skb_partial",
    "netif_rx",
    "skb_clone",
    "skb_copy",
    "skb_trim",
    "tcp_v4_rcv",
];

/// A kernel under a name of its own, so that nobody takes the part for the whole: `6.12.94-part`.
fn named(whole: &AtlasKernel, btf: &Btf) -> AtlasKernel {
    AtlasKernel {
        release: format!("{}-part", whole.upstream),
        flavour: "part".to_owned(),
        sha256: model::digest::sha256(btf.bytes()),
        types: btf.own_type_count(),
        size: btf.bytes().len() as u32,
        ..whole.clone()
    }
}

/// Makes the atlas.
pub fn part() -> Vec<u8> {
    let bytes: Arc<[u8]> = fs::read(project().join("static/atlas/debian.atlas")).expect("it is committed").into();
    let all = Atlas::open(bytes).expect("an atlas");
    let mut draft = Draft::new();
    draft
        .note("Parts of four kernels of Debian: the types that a few structs and functions lead to")
        .expect("a short note");
    for name in KERNELS {
        let at = all.kernel_called(name).unwrap_or_else(|e| panic!("{name}: {e}"));
        let whole = Btf::parse(all.take_out(at).expect("its types"), None).expect("BTF");
        let index = NameIndex::new(&whole);
        let find = |kind: Kind, name: &str| index.find(&whole, name).find(|t| t.kind() == kind).map(|t| t.id());
        let roots: Vec<TypeId> = STRUCTS
            .iter()
            .filter_map(|name| find(Kind::Struct, name))
            .chain(FUNCS.iter().filter_map(|name| find(Kind::Func, name)))
            .collect();
        let made = minimal(&whole, &roots, &Options { depth: 1, tags: true });
        let btf = Btf::parse(made.bytes, None).expect("BTF");
        let kernel = named(&all.kernels()[at as usize], &btf);
        draft.add(kernel, &btf).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
    draft.write().expect("an atlas")
}

//! Clones of a [`Partial`] share the parts that they take, and each still gets the part that it would get alone.

use std::fs;
use std::sync::Arc;

use atlas::{Atlas, Partial};
use btf::Kind;
use tests::fixture::project;

#[test]
fn clones_share_parts_and_differ_by_their_own_wishes() {
    let bytes: Arc<[u8]> = fs::read(project().join("static/atlas/debian.atlas")).expect("it is committed").into();
    let atlas = Atlas::open(bytes).expect("an atlas");
    let wish = |partial: &mut Partial<'_, _>, name: &str| {
        partial.want(name.as_bytes(), Some(Kind::Struct), 0).expect("its forms");
    };
    let kernels = [0, 1, 150, 297];
    let alone = |names: &[&str]| {
        let mut partial = Partial::new(&atlas);
        names.iter().for_each(|name| wish(&mut partial, name));
        kernels.map(|kernel| partial.take(kernel).expect("a part").btf.bytes().to_vec())
    };
    let (file, both) = (alone(&["file"]), alone(&["file", "sk_buff"]));
    let mut first = Partial::new(&atlas);
    wish(&mut first, "file");
    let mut same = first.clone();
    let mut more = first.clone();
    wish(&mut more, "sk_buff");
    for (at, kernel) in kernels.into_iter().enumerate() {
        let [of_more, of_first, of_same] =
            [&mut more, &mut first, &mut same].map(|partial| partial.take(kernel).expect("a part"));
        assert_eq!(of_more.btf.bytes(), both[at], "{kernel}");
        assert_eq!(of_first.btf.bytes(), file[at], "{kernel}");
        assert!(Arc::ptr_eq(&of_first.btf, &of_same.btf) && of_first.number == of_same.number, "{kernel}");
        assert_ne!(of_first.number, of_more.number, "{kernel}");
    }
}

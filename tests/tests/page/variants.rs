//! The variants of one program: the compiled objects are those of the sources that the page shows, and they load as the
//! page says. The kernels were checked by hand: `task_struct` has `state` in 5.10 and `__state` in the others.

use std::fs;
use std::sync::Arc;

use bpf::Object;
use model::variants::{VARIANTS, Variant};
use needs::{Kernel, Load, Modules, Needs, Release, check};
use tests::fixture::project;
use tests::kernels::kernel;
use tests::reference::part_or_skip;

const KERNELS: [&str; 3] =
    ["linux-5.10.0-32-amd64_5.10.223-1.btf", "linux-6.1.0-56-amd64.btf", "linux-6.12.107+deb13-amd64_6.12.107-1.btf"];

fn object(variant: &Variant) -> Object {
    let path = project().join("static/samples/lessons").join(variant.sample);
    Object::parse(fs::read(path).expect("a sample")).expect("an object")
}

#[test]
fn objects_are_compiled_from_the_sources_that_are_shown() {
    for variant in &VARIANTS {
        let object = object(variant);
        let (btf, ext) = (object.btf().expect("BTF"), object.ext().expect("BTF.ext"));
        let shown: Vec<&str> = variant.text.lines().collect();
        let mut lines = 0;
        for (_, info) in ext.line_infos() {
            let text = btf
                .string_bytes(info.text)
                .map(|text| String::from_utf8_lossy(text).trim().to_owned())
                .unwrap_or_default();
            assert_eq!(
                Some(text.as_str()),
                shown.get(info.line as usize - 1).map(|line| line.trim()),
                "{}",
                variant.title
            );
            lines += 1;
        }
        assert!(lines > 3, "{}", variant.title);
    }
}

#[test]
fn each_has_one_more_of_the_means_of_core() {
    let relocations = VARIANTS.iter().map(|variant| {
        let object = object(variant);
        relo::records(object.btf().expect("BTF"), object.ext().expect("BTF.ext")).len()
    });
    assert_eq!(relocations.collect::<Vec<_>>(), [0, 1, 2, 4]);
}

#[test]
fn they_load_where_the_page_says() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let kernels = KERNELS.map(|name| Kernel::new(Release::parse(name), kernel(&corpus, name), Modules::Absent));
    let loads = VARIANTS.iter().map(|variant| {
        let needs = Needs::of(Arc::new(object(variant)));
        kernels.each_ref().map(|kernel| check(&needs, kernel).programs[0].load())
    });
    // The guarded program loads without one of its reads.
    let (yes, no, part) = (Load::Loads, Load::Fails, Load::Fallback);
    assert_eq!(loads.collect::<Vec<_>>(), [[yes, yes, yes], [no, yes, yes], [no, no, no], [part, part, part]]);
}

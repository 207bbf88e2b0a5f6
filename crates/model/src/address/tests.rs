use super::*;

#[test]
fn addresses_of_files() {
    let address = "https://example.org:8443/a%20b/vmlinux%2D6.btf?raw=1&x=a%26b";
    assert_eq!(super::web_address(&format!(" {address}\n")), Some(address));
    assert_eq!((super::host(address), super::file_name(address).as_str()), ("example.org:8443", "vmlinux-6.btf"));
    assert_eq!(super::file_name("http://example.org/a/"), "a");
    assert_eq!(super::file_name("http://example.org?x/y"), "example.org");
    let none = [
        "",
        "example.org/x",
        "https://",
        "https:///x",
        "ftp://x/y",
        "javascript:alert(1)",
        "https://me:pw@x/y",
        "https://x/a b",
        "https://x/\"y",
    ];
    for text in none {
        assert_eq!(super::web_address(text), None, "{text:?}");
    }
    assert_eq!(super::web_address(&format!("https://x/{}", "a".repeat(3000))), None);
    // As part of a link, and back.
    let link = Address { files: vec![(Role::Target, Source::Url(address.into()))], ..Address::default() };
    assert_eq!(Address::parse(&link.to_fragment()), Ok(link));
    assert!(Address::parse("#v=1&f=url:file:///etc/passwd").is_err());
}

#[test]
fn a_fragment_comes_back_as_it_was() {
    let address = Address {
        files: vec![
            (Role::Main, Source::Digest { sha256: "ab".repeat(32), name: "my kernel & co.btf".into() }),
            (Role::Base, Source::Sample("small-program".into())),
            (Role::Target, Source::Name("next, old".into())),
            (Role::Old, Source::Atlas("6.12.94+deb13-amd64".into())),
        ],
        type_name: "task_struct".into(),
        kind: "struct".into(),
        id: Some(123),
        view: View::Tree,
        member: "mm.#3.pgd".into(),
        query: "kind:struct size:>64".into(),
        embed: false,
        program: "fentry/vfs_read:on_read@12".into(),
        graph: "uses:2;open:struct/net;more:struct/sk_buff*24".into(),
        relocation: "fentry/vfs_read#3".into(),
        list: "btf_allowlist_d_path".into(),
        changes: true,
        verdict: true,
        fits: true,
        answers: "AbC-_019".into(),
        fields: "task_struct.mm,sk_buff.cb[8]".into(),
        bytes: "big;map=counts;AVw0".into(),
        learn: "blob:3".into(),
        deck: true,
    };
    let text = address.to_fragment();
    assert!(text.starts_with("#v=1&f=sha256:abab"), "{text}");
    assert!(!text.contains(' ') && !text.contains("& "), "{text}");
    assert_eq!(Address::parse(&text), Ok(address));
}

#[test]
fn files_beside_are_those_that_are_not_compared_with() {
    let name = |n: &str| Source::Name(n.into());
    let data = Source::Data { text: "AAAA".into(), name: "k".into() };
    let files = vec![
        (Role::Main, name("a")),
        (Role::Target, name("b")),
        (Role::Target, name("c")),
        (Role::Target, data),
        (Role::Base, name("d")),
    ];
    let plain = Address { files, ..Address::default() };
    let beside = |a: &Address| a.beside().cloned().collect::<Vec<_>>();
    assert_eq!((plain.partner(), beside(&plain)), (None, vec![name("b"), name("c")]));
    assert_eq!(plain.alone().files.len(), 3);
    let compared = Address { view: View::Compare, ..plain.clone() };
    assert_eq!(compared.partner(), Some(&(Role::Target, name("b"))));
    assert_eq!(beside(&compared), [name("c")]);
    assert_eq!(compared.alone().files.len(), 4);
    assert_eq!(compared.alone().alone(), compared.alone());
}

#[test]
fn a_type_travels_inside_the_address() {
    let text = share::pack(b"any bytes at all");
    let source = Source::Data { text: text.clone(), name: "vmlinux & co".into() };
    let address = Address { files: vec![(Role::Main, source)], id: Some(1), ..Address::default() };
    let fragment = address.to_fragment();
    // The text is not escaped, so the length is right.
    assert!(fragment.contains(&format!("data:{text};name=vmlinux%20%26%20co")), "{fragment}");
    assert_eq!(Address::parse(&fragment), Ok(address));
}

#[test]
fn what_cannot_be_read_says_why() {
    assert_eq!(Address::parse(""), Ok(Address::default()));
    assert_eq!(Address::parse("#v=2&t=x"), Err(AddressError::Newer(2)));
    assert_eq!(Address::parse("#hello"), Err(AddressError::NotAnAddress));
    assert!(matches!(Address::parse("#v=1&f=sha256:zz;name=x"), Err(AddressError::Bad { .. })));
    // An address cut off within its file is reported as such; one damaged before its end is not.
    for cut in ["#v=1&f=data:aGVsbG8", "#v=1&f=data:aGVsbG8;na", "#v=1&f=pad:aGVs;tar", "#v=1&f=sha256:abcd"] {
        assert_eq!(Address::parse(cut), Err(AddressError::CutOff(cut.len() - 1)));
    }
    assert!(matches!(Address::parse("#v=1&f=data:aGVsbG8&t=x"), Err(AddressError::Bad { .. })));
    assert!(matches!(Address::parse("#v=1&id=x"), Err(AddressError::Bad { .. })));
    assert!(matches!(Address::parse("#v=1&f=sample:../../etc"), Err(AddressError::Bad { .. })));
    assert!(Address::parse("#v=1&later=thing").is_ok());
}

#[test]
fn links_written_by_hand_need_no_name_and_no_file() {
    let digest = "cd".repeat(32);
    let address = Address::parse(&format!("#v=1&f=sha256:{digest}&t=sock")).unwrap();
    assert_eq!(address.main_file(), Some(&Source::Digest { sha256: digest, name: String::new() }));
    assert!(!address.is_of_any_file());
    for any in ["#v=1&t=sock", "#v=1&q=kind:union", "#v=1&l=tracepoints"] {
        assert!(Address::parse(any).unwrap().is_of_any_file(), "{any}");
    }
    for none in ["", "#v=1", "#v=1&learn=blob:3&t=sock", "#v=1&f=sample:x&t=sock", "#v=1&f=base,name:vmlinux&t=sock"] {
        assert!(!Address::parse(none).unwrap().is_of_any_file(), "{none}");
    }
}

#[test]
fn answers_in_a_link_are_letters_that_a_packed_text_has() {
    assert_eq!(Address::parse("#v=1&fits=1&answers=A-_9").map(|a| a.answers), Ok("A-_9".to_owned()));
    for hostile in ["<img>", "a b", "../x", "%00", "a%26t=b", "é"] {
        let parsed = Address::parse(&format!("#v=1&fits=1&answers={hostile}"));
        assert!(matches!(&parsed, Err(AddressError::Bad { key, .. }) if key == "answers"), "{hostile}: {parsed:?}");
    }
}

use super::*;

#[test]
fn addresses_of_files() {
    let address = "https://example.org:8443/a%20b/vmlinux%2D6.btf?raw=1&x=a%26b";
    assert_eq!(super::web_address(&format!(" {address}\n")), Some(address));
    assert_eq!((super::host(address), super::file_name(address).as_str()), ("example.org:8443", "vmlinux-6.btf"));
    assert_eq!(super::file_name("http://example.org/a/"), "a");
    assert_eq!(super::file_name("http://example.org?x/y"), "example.org");
    // Only two hexadecimal digits are an escape; a sign is none of them.
    assert_eq!(super::file_name("http://example.org/%2b%+F%-1%+0%4%"), "+%+F%-1%+0%4%");
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
    // The address is written as a part of a link, and parsed again.
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
        in_view: InView::Graph("uses:2;open:struct/net;more:struct/sk_buff*24".into()),
        shown: Shown::Changes,
        learn: "blob:3".into(),
        deck: true,
    };
    let text = address.to_fragment();
    let expected = format!(
        "#v=1&f=sha256:{};name=my%20kernel%20%26%20co.btf&f=base,sample:small-program&f=target,name:next,%20old\
         &f=old,atlas:6.12.94+deb13-amd64&t=task_struct&kind=struct&id=123&view=tree&m=mm.%233.pgd\
         &g=uses:2;open:struct/net;more:struct/sk_buff*24&q=kind:struct%20size:>64&changes=1&learn=blob:3&deck=1",
        "ab".repeat(32)
    );
    assert_eq!(text, expected);
    assert_eq!(Address::parse(&text), Ok(address));
}

/// The expected texts were written by an old page, in which each variant of [`Shown`] was a field of [`Address`].
#[test]
fn what_is_shown_is_written_as_ever() {
    let fits = |answers: &str| Shown::Fits { answers: answers.into() };
    for (shown, text) in [
        (Shown::Types, ""),
        (Shown::Changes, "&changes=1"),
        (Shown::Verdict, "&verdict=1"),
        (Shown::Program("fentry/vfs_read:on_read@12".into()), "&p=fentry/vfs_read:on_read%4012"),
        (Shown::Relocation("fentry/vfs_read#3".into()), "&r=fentry/vfs_read%233"),
        (Shown::List("btf_allowlist_d_path".into()), "&l=btf_allowlist_d_path"),
        (Shown::Fields("task_struct.mm,sk_buff.cb[8]".into()), "&fields=task_struct.mm,sk_buff.cb%5B8%5D"),
        (fits(""), "&fits=1"),
        (fits("AbC-_019"), "&fits=1&answers=AbC-_019"),
    ] {
        let files = vec![(Role::Main, Source::Sample("program".into()))];
        let address = Address { files, shown, embed: true, learn: "blob:3".into(), ..Address::default() };
        let expected = format!("#v=1&f=sample:program&embed=1{text}&learn=blob:3");
        assert_eq!(address.to_fragment(), expected);
        assert_eq!(Address::parse(&expected), Ok(address));
    }
    let values = Address {
        type_name: "u".into(),
        view: View::Values,
        in_view: InView::Bytes("big;map=counts;AVw0".into()),
        ..Address::default()
    };
    assert_eq!(values.to_fragment(), "#v=1&t=u&view=values&b=big;map=counts;AVw0");
    assert_eq!(Address::parse(&values.to_fragment()), Ok(values));
    // A list without a name is not written.
    let unnamed = Address { shown: Shown::List(String::new()), ..Address::default() };
    assert_eq!((unnamed.to_fragment().as_str(), unnamed.shown.as_written()), ("#v=1", Shown::Types));
}

/// No page wrote several of these keys, but a person may. In `all`, each key takes precedence over the keys before
/// it.
#[test]
fn of_several_keys_one_counts() {
    let shown = |text: &str| Address::parse(&format!("#v=1&{text}")).map(|a| a.shown);
    let all = "verdict=1&changes=1&p=a:b&fits=1&answers=AA&fields=x.y&l=tracepoints&r=a%230";
    let mut rest = all;
    let expected = [
        Shown::Relocation("a#0".into()),
        Shown::List("tracepoints".into()),
        Shown::Fields("x.y".into()),
        Shown::Fits { answers: "AA".into() },
        Shown::Fits { answers: String::new() },
        Shown::Program("a:b".into()),
        Shown::Changes,
        Shown::Verdict,
    ];
    for expected in expected {
        assert_eq!(shown(rest), Ok(expected), "{rest}");
        rest = rest.rsplit_once('&').map_or("", |(rest, _)| rest);
    }
    for none in ["changes=0", "verdict=yes", "p=", "r=&l=", "answers=AA", "changes=1&changes=0"] {
        assert_eq!(shown(none), Ok(Shown::Types), "{none}");
    }
    let in_view = |text: &str| Address::parse(&format!("#v=1&t=x&{text}")).map(|a| a.in_view);
    assert_eq!(in_view("view=graph&g=uses:2&b=AVw0"), Ok(InView::Graph("uses:2".into())));
    assert_eq!(in_view("view=values&g=uses:2&b=AVw0"), Ok(InView::Bytes("AVw0".into())));
    assert_eq!(in_view("view=tree&g=&b="), Ok(InView::Nothing));
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
    // The packed text has no escapes, which would make the link longer.
    assert!(fragment.contains(&format!("data:{text};name=vmlinux%20%26%20co")), "{fragment}");
    assert_eq!(Address::parse(&fragment), Ok(address));
}

#[test]
fn what_cannot_be_read_says_why() {
    assert_eq!(Address::parse(""), Ok(Address::default()));
    assert_eq!(Address::parse("#v=2&t=x"), Err(AddressError::Newer(2)));
    assert_eq!(Address::parse("#hello"), Err(AddressError::NotAnAddress));
    assert!(matches!(Address::parse("#v=1&f=sha256:zz;name=x"), Err(AddressError::Bad { .. })));
    // An address is reported as cut off only if its last part is the incomplete text of a file.
    for cut in ["#v=1&f=data:aGVsbG8", "#v=1&f=data:aGVsbG8;na", "#v=1&f=pad:aGVs;tar", "#v=1&f=sha256:abcd"] {
        assert_eq!(Address::parse(cut), Err(AddressError::CutOff(cut.len() - 1)));
    }
    // Twelve characters, one of them of two bytes.
    let said = Address::parse("#v=1&f=data:é").map_err(|e| e.to_string());
    assert!(said.is_err_and(|said| said.contains("it ends after 13 bytes")));
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
    assert_eq!(Address::parse("#v=1&fits=1&answers=A-_9").map(|a| a.shown), Ok(Shown::Fits { answers: "A-_9".into() }));
    for hostile in ["<img>", "a b", "../x", "%00", "a%26t=b", "é"] {
        let parsed = Address::parse(&format!("#v=1&fits=1&answers={hostile}"));
        assert!(matches!(&parsed, Err(AddressError::Bad { key, .. }) if key == "answers"), "{hostile}: {parsed:?}");
    }
}

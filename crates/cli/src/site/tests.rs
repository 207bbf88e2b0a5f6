//! Tests of the secret paths, and of the given files that the page lists.

use super::*;

fn site() -> Site {
    let index = b"<html><head><title>x</title></head></html>".to_vec();
    let page = vec![(INDEX.to_owned(), Content::Held(index)), ("a/b.js".to_owned(), Content::Held(b"1".to_vec()))];
    let given = |name: &str, at_once| Given {
        name: name.to_owned(),
        size: 3,
        content: Content::Held(b"abc".to_vec()),
        at_once,
    };
    Site::new(page, vec![given("a \"b\".html", true), given("nf_tables", false)]).unwrap()
}

#[test]
fn the_page_names_its_files_and_no_name_leaves_the_attribute() {
    let site = site();
    let Some(Content::Held(index)) = site.files.get("") else { panic!("no start page") };
    let expected = "<meta name=\"btfscope-given\" content=\"given/0/a%20%22b%22%2Ehtml; 3\">\n\
                    <meta name=\"btfscope-offered\" content=\"given/1/nf%5Ftables; 3\">\n</head>";
    assert!(std::str::from_utf8(index).unwrap().contains(expected));
    assert!(site.files.contains_key("given/1/nf%5Ftables") && !site.files.contains_key(INDEX));
}

#[test]
fn each_run_has_other_secrets() {
    let (one, two) = (site(), site());
    assert!(one.token.len() == 32 && one.token != two.token);
    assert_ne!(one.path_once().unwrap(), format!("/{}", one.token));
    assert!(same("ab", "ab") && !same("ab", "ac") && !same("a", "ab") && !same("ab", "a") && !same("", "a"));
}

#[test]
fn a_page_without_a_head_is_refused() {
    let page = |text: &str| vec![(INDEX.to_owned(), Content::Held(text.into()))];
    assert!(Site::new(page("<p>"), Vec::new()).is_err());
    assert!(Site::new(Vec::new(), Vec::new()).is_err());
}

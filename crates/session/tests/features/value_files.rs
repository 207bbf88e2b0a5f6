//! Files with bytes for the Values view.

use model::path::Path;
use model::values::MAX_BYTES;
use model::views::View;
use session::look::values::MAX_FILE;
use session::{BrowserHistory, Msg, ValuesMsg};
use tests::blob::{Blob, Order};

use crate::page::Page;

/// A page that shows the values of an `int`.
fn page() -> Page {
    let mut blob = Blob::new(Order::Little);
    blob.int("int", 4, 1);
    let mut page = Page::open(blob.build());
    let id = page.session.file().expect("a file").btf.types().next().expect("the int").id();
    page.send(Msg::GoTo(id, Path::root(), BrowserHistory::Push));
    page.send(Msg::View(View::Values));
    page
}

/// The most bytes, as xxd writes them, are a file of more than 4 MiB.
#[test]
fn the_most_bytes_are_read_in_the_form_of_xxd() {
    const LINE: usize = 16;
    let digits = ["0000"; LINE / 2].join(" ");
    let text: String =
        (0..MAX_BYTES / LINE).map(|n| format!("{:08x}: {digits}  ................\n", n * LINE)).collect();
    assert!(text.len() > 4 * MAX_BYTES && text.len() as u64 <= MAX_FILE);
    let mut page = page();
    page.send(Msg::Values(ValuesMsg::File("dump.txt".into(), text.as_bytes().into())));
    let look = &page.look().values;
    assert_eq!((&look.problem, look.sheet.as_ref().map(|sheet| sheet.bytes.len())), (&None, Some(MAX_BYTES)));
}

#[test]
fn a_file_that_is_too_large_has_its_size_in_the_message() {
    let mut page = page();
    page.send(Msg::Values(ValuesMsg::LargeFile(5_000_000_000)));
    let said =
        |page: &Page| page.look().values.problem.as_ref().map(|problem| problem.text.clone()).unwrap_or_default();
    assert!(said(&page).starts_with("5,000,000,000 bytes are more than the page reads (1,048,576)"), "{}", said(&page));
    page.send(Msg::Values(ValuesMsg::File("x.bin".into(), vec![0; MAX_BYTES + 1].into())));
    assert!(said(&page).starts_with("1,048,577 bytes are more than"), "{}", said(&page));
}

//! Files without BTF, and damaged files: a clear message with file and byte, and the page keeps working.

use btf::{Btf, Kind};
use tests::blob::Order;
use tests::browser::Browser;
use tests::elf::{Class, Elf, Section};
use tests::fixture::{read, section};

use crate::steps::{NONE, Scratch, figures, fixture, heading, no_errors, show};

#[tokio::test]
pub async fn what_cannot_be_opened_is_said_and_the_page_lives_on() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let kernel = read("kernel.s390x.btf");
    let string_section = kernel.len() - 100;
    // These ELF files are for other machines, since BPF objects open without BTF.
    let no_btf = Elf::new(Class::Elf64, Order::Little, 62).with(Section::new(".text", vec![0; 16])).build();
    let no_bits = Elf::new(Class::Elf64, Order::Big, 22).with(Section::nobits(".BTF", 1321)).build();
    // Name, bytes, and words that the message must contain beside the name: what was expected or found, and at which
    // byte.
    let cases: [(&str, &[u8], &[&str]); 8] = [
        ("empty.btf", &[], &["empty"]),
        ("notes.txt", b"Dear diary, today I read the format of BTF.\n", &["byte 0x0", "9f eb", "Dear diary"]),
        ("cut-header.btf", &kernel[..20], &["byte 0x", "header"]),
        ("cut-strings.btf", &kernel[..string_section], &["byte 0x"]),
        ("zeros.btf", &[0; 4096], &["byte 0x0", "zeros"]),
        ("no-btf.o", &no_btf, &[".BTF"]),
        ("no-bits.o", &no_bits, &[".BTF"]),
        ("cut-elf.o", &read("kernel.x86_64.o")[..1000], &["byte 0x"]),
    ];
    page.open("").await;
    let mut refused = 0;
    for (name, bytes, words) in cases {
        let file = scratch.file(name, bytes);
        page.drop_file(&file).await;
        let alerts = page.texts_of("alert").await;
        let about = alerts.iter().find(|text| text.starts_with(name));
        let about = about.unwrap_or_else(|| panic!("nothing is said of {name}: {alerts:?}"));
        for word in words {
            assert!(about.contains(word), "{name}: {word:?} is missing: {about}");
        }
        refused += 1;
        assert_eq!(alerts.len(), refused, "{alerts:?}");
    }
    page.screenshot("problems").await;
    // Messages are dismissed one by one; opening the same file again does not repeat a message.
    page.click("button", "Dismiss the problem of notes.txt").await;
    let file = scratch.file("notes.txt", b"Dear diary.");
    page.drop_file(&file).await;
    page.drop_file(&file).await;
    let alerts = page.texts_of("alert").await;
    assert_eq!(alerts.iter().filter(|text| text.starts_with("notes.txt")).count(), 1, "{alerts:?}");

    page.drop_file(&fixture("kernel.s390x.btf")).await;
    show(&page, "struct", "task_struct", "layout").await;
    assert_eq!(figures(&page, &["size"]).await, ["72 bytes"]);
    no_errors(&page).await;
}

/// The fixture's kernel, with a member whose type id is beyond all types. Also returns the offset of that id in the
/// blob.
pub fn damaged(blob: &[u8]) -> (Vec<u8>, usize) {
    let btf = Btf::parse(blob.to_vec(), None).unwrap();
    let device = btf.types().find(|t| t.kind() == Kind::Struct && t.name() == "net_device").unwrap();
    // The record: 12 bytes, then members of 12: name, type, offset. `ops` is the third member.
    let at = device.record().start as usize + 12 + 2 * 12 + 4;
    let mut bytes = blob.to_vec();
    let id: [u8; 4] = bytes[at..at + 4].try_into().unwrap();
    assert!([u32::from_le_bytes(id), u32::from_be_bytes(id)].contains(&30), "{id:?} is not the type of `ops`");
    bytes[at..at + 4].copy_from_slice(&[0x11; 4]);
    (bytes, at)
}

#[tokio::test]
async fn a_damaged_file_shows_what_can_be_read_and_leads_to_the_byte() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    for machine in ["x86_64", "s390x"] {
        let (bytes, at) = damaged(&read(&format!("kernel.{machine}.btf")));
        page.open("").await;
        page.drop_file(&scratch.file("damaged.btf", &bytes)).await;
        damage_is_shown(&page, "damaged.btf", at, at).await;
    }
    // For an ELF file, the message counts from the start of the file, and the bytes pane from the start of the section.
    let elf = read("kernel.x86_64.o");
    let blob = section(&elf, ".BTF").unwrap();
    let start = elf.windows(blob.len()).position(|part| part == blob).unwrap();
    let (bytes, at) = damaged(&blob);
    let mut elf = elf.clone();
    elf[start..start + bytes.len()].copy_from_slice(&bytes);
    page.open("").await;
    page.drop_file(&scratch.file("damaged.o", &elf)).await;
    damage_is_shown(&page, "damaged.o", at, start + at).await;
    no_errors(&page).await;
}

/// Checks the message, its link to the byte, the list of problems, and that the rest is shown.
async fn damage_is_shown(page: &Browser, name: &str, at: usize, at_of_file: usize) {
    assert_eq!(page.names("listitem").await, [name]);
    let alerts = page.texts_of("alert").await;
    let said = alerts.len() == 1 && alerts[0].starts_with(name) && alerts[0].contains(&format!("{at_of_file:#x}"));
    assert!(said, "{at_of_file:#x}: {alerts:?}");
    page.click("button", "Show the byte").await;
    assert_eq!(page.texts("[aria-label=Bytes] [aria-selected=true]").await, ["11"]);
    assert_eq!(page.attribute("grid", "Bytes", "aria-activedescendant").await, "active-byte");
    let place = page.text_in("region", "Bytes of the file").await;
    assert!(place.contains(&format!(".BTF + {at:#x}")), "{place}");

    // The command box has the list of all problems; each leads to its byte.
    page.press("Ctrl+K").await;
    page.type_text(">problems").await;
    page.press("Enter").await;
    page.by_role("dialog", "Problems").await;
    let lines = page.texts("[role=dialog] li").await;
    assert!(!lines.is_empty() && lines[0].starts_with(&format!("{at:#x}")), "{lines:?}");
    page.press("Escape").await;
    page.wait_for_none("dialog", "Problems").await;

    // Sound types are shown, and the struct with the faulty member as well.
    show(page, "struct", "task_struct", "layout").await;
    assert_eq!(figures(page, &["size", "members"]).await, ["72 bytes", "9"]);
    show(page, "struct", "net_device", "layout").await;
    let rows = page.rows("treegrid", "Members").await;
    let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    for member in ["name", "list", "ops", "features"] {
        assert!(names.contains(&member), "{names:?}");
    }
    assert_eq!(heading(page).await, "struct net_device");
    page.click("button", &format!("Dismiss the problem of {name}")).await;
    assert_eq!(page.names("alert").await, NONE);
}

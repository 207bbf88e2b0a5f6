//! Tests of the harness, on a page that reports the events it gets. Tests of the site mean nothing if their drops and
//! key presses differ from a person's.

use std::path::PathBuf;
use std::{env, fs, process};

use tests::browser::{Browser, Theme, UnwrapOrSkip};

/// A folder with the harness page and two files. It is removed on drop.
struct Pages(PathBuf);

impl Pages {
    fn new() -> Pages {
        let folder = env::temp_dir().join(format!("btfscope-harness-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("index.html"), include_str!("harness.html")).unwrap();
        fs::write(folder.join("one.btf"), [0; 24]).unwrap();
        fs::write(folder.join("two.btf"), [0; 5]).unwrap();
        Pages(folder)
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

/// The events that the page reported since the last call.
async fn report(page: &Browser) -> String {
    page.text_of("const o = document.querySelector('output'), text = o.textContent; o.textContent = ''; return text")
        .await
}

#[tokio::test]
async fn what_the_harness_does_reaches_the_page() {
    let pages = Pages::new();
    let Some(page) = Browser::launch_over(&pages.0, (800, 600)).await.unwrap_or_skip() else { return };
    page.open("v=1").await;
    assert_eq!(page.fragment().await, "v=1");
    assert_eq!(page.js("return [innerWidth, innerHeight]").await.to_string(), "[800,600]");

    let (one, two) = (pages.0.join("one.btf"), pages.0.join("two.btf"));
    page.browse(&[&one, &two]).await;
    assert_eq!(report(&page).await, "chosen one.btf:24 two.btf:5\n");
    page.drop_file(&one).await;
    assert_eq!(report(&page).await, "dropped one.btf:24\n");
    page.drop_files(&[&two, &one]).await;
    assert_eq!(report(&page).await, "dropped two.btf:5 one.btf:24\n");

    for (keys, expected) in [
        ("Ctrl+K", "key k KeyK ctrlKey\n"),
        ("Shift+D", "key D KeyD shiftKey\n"),
        ("?", "key ? Slash shiftKey\n"),
        ("/", "key / Slash\n"),
        ("[", "key [ BracketLeft\n"),
        ("3", "key 3 Digit3\n"),
        ("j", "key j KeyJ\n"),
        ("ArrowDown", "key ArrowDown ArrowDown\n"),
        ("Ctrl+Right", "key ArrowRight ArrowRight ctrlKey\n"),
        ("Escape", "key Escape Escape\n"),
        ("Enter", "key Enter Enter\n"),
    ] {
        page.press(keys).await;
        assert_eq!(report(&page).await, expected, "{keys}");
    }

    assert_eq!(page.names("option").await, ["struct sk_buff", "struct page"]);
    assert_eq!(page.names("heading").await, ["Harness", "Inspector"]);
    page.by_role("region", "Inspector").await;
    page.click("searchbox", "Search types").await;
    page.type_text("sk_b").await;
    assert_eq!(page.text_of("return document.activeElement.value").await, "sk_b");
    report(&page).await;

    page.click("button", "Click me").await;
    assert_eq!(report(&page).await, "clicked\n");
    page.click("button", "Later").await;
    page.wait_for_text("late").await;
    report(&page).await;
    let target = page.css("#target").await;
    page.hover(&target).await;
    assert_eq!(report(&page).await, "over\n");
    page.drag(&target, 120.0, 0.0).await;
    assert_eq!(report(&page).await, "let go at +120\n");

    page.allow_clipboard().await;
    page.click("button", "Share").await;
    assert_eq!(page.clipboard().await, "from the page");

    for (theme, calm, expected) in [(Theme::Dark, false, "[true,false]"), (Theme::Light, true, "[false,true]")] {
        page.prefer(theme, calm).await;
        let media = "return ['(prefers-color-scheme: dark)', '(prefers-reduced-motion)'].map(media => matchMedia(media).matches)";
        assert_eq!(page.js(media).await.to_string(), expected);
    }

    assert_eq!(page.console_errors().await, [""; 0]);
    page.click("button", "Complain").await;
    let errors = page.console_errors().await;
    assert!(errors.len() == 1 && errors[0].contains("as said"), "{errors:?}");
    assert_eq!(page.console_errors().await, errors, "errors are not forgotten");
}

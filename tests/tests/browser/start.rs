//! The first view of the page, before and after its program is loaded.

use tests::browser::Browser;

use crate::steps::LANDING;

/// No errors on the console.
const NONE: [&str; 0] = [];

#[tokio::test]
pub async fn the_page_loads_without_errors() {
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    page.by_role("heading", LANDING).await;
    assert!(page.text_of("return document.title").await.starts_with("btfscope"));
    assert_eq!(page.console_errors().await, NONE);
}

#[tokio::test]
pub async fn a_first_visitor_sees_what_btf_is_and_where_to_learn() {
    let Some(page) = Browser::start().await else { return };
    for (width, height) in [(1440, 900), (1024, 768)] {
        page.resize(width, height).await;
        page.open("").await;
        page.wait_for_text("BTF, the BPF Type Format, is").await;
        page.by_role("figure", "From C to BTF to the layout").await;
        // In view without scrolling, in this order: the picture, the link to the lessons, the button that opens a file.
        let bottoms = "const bottom = e => e.getBoundingClientRect().bottom; const button = text => [...document.querySelectorAll('main button')].find(b => b.textContent === text); \
                       return [document.querySelector('figure'), button('Start learning'), button('Open file')].map(bottom)";
        let bottoms: Vec<f64> = serde_json::from_value(page.js(bottoms).await).unwrap();
        assert!(bottoms.is_sorted() && bottoms[2] < f64::from(height) - 26.0, "{bottoms:?} of {height}");
    }
    // The source of the sample is coloured, and no line is cut within a word.
    let pre = "[aria-label=\"Some lines of the sample's source\"]";
    assert!(page.texts(&format!("{pre} span")).await.contains(&"struct".to_owned()));
    let (wide, colours): (bool, u32) = serde_json::from_value(page.js(&format!(
        "const pre = document.querySelector(`{pre}`); return [pre.scrollWidth > pre.clientWidth, new Set([...pre.querySelectorAll('span')].map(s => getComputedStyle(s).color)).size]"
    )).await).unwrap();
    assert_eq!((wide, colours), (false, 4));
    page.click("button", "Start learning").await;
    page.by_role("region", "Learn").await;
    assert_eq!(page.console_errors().await, NONE);
}

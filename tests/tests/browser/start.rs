//! The start page: what it shows, and the question to the atlas.

use tests::browser::{Browser, Theme};

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

/// What a first visitor looks for is in view without scrolling: the button that opens a file and, beside it, the answer
/// of the atlas; the picture of the scratch pad; and the lessons.
#[tokio::test]
pub async fn a_first_visitor_sees_where_to_begin() {
    let Some(page) = Browser::start().await else { return };
    for (width, height) in [(1440, 900), (1024, 768)] {
        page.resize(width, height).await;
        page.open("").await;
        page.by_role("figure", "Its layout").await;
        let places = "const box = text => [...document.querySelectorAll('main section')].find(s => s.innerText.startsWith(text)).getBoundingClientRect(); \
                      return ['Drop a file', 'Ask 298 kernels', 'Scratch pad', 'Learn'].map(box).map(b => [b.top, b.bottom])";
        if !page.has("region", "Ask 298 kernels").await {
            tests::skip("the page was built without its atlas");
            return;
        }
        let places: Vec<(f64, f64)> = serde_json::from_value(page.js(places).await).unwrap();
        assert_eq!(places[0], places[1], "side by side, equally high");
        assert!(places.iter().all(|(_, bottom)| *bottom < f64::from(height)), "{places:?} of {height}");
    }
    // The declaration is coloured.
    assert!(page.texts("pre.tokens span").await.contains(&"struct".to_owned()));
    // Few words: the frame and the answer.
    let text = page.text_of("return document.body.innerText").await;
    let words = text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
    assert!(words <= 140, "{words} words: {text}");
    let lessons = page.names("button").await.into_iter().find(|name| name.ends_with(" lessons")).expect("the lessons");
    page.click("button", &lessons).await;
    page.by_role("region", "Learn").await;
    assert_eq!(page.console_errors().await, NONE);
}

/// The found names, the answers, and the message for a name that no kernel has: on a wide screen in
/// both themes, and on a narrow one.
#[tokio::test]
async fn the_question_and_its_answers_have_no_barriers() {
    const QUESTION: &str = "Ask the atlas for a type, a path or a function";
    let Some(page) = Browser::start().await else { return };
    for (theme, width) in [(Theme::Dark, 1440), (Theme::Light, 1440), (Theme::Dark, 390)] {
        page.prefer(theme, true).await;
        page.resize(width, 844).await;
        page.open("").await;
        if !page.has("region", "Ask 298 kernels").await {
            tests::skip("the page was built without its atlas");
            return;
        }
        let look = async |at: &str| {
            let fits = "const page = document.querySelector('.landing'); return page.scrollWidth <= page.clientWidth";
            page.wait_for(fits, "nothing is wider than the page").await;
            if let Some(barriers) = page.axe(&[]).await {
                assert_eq!(barriers, NONE, "{at}, {theme:?}, {width}");
            }
        };
        look("the first answer").await;
        page.fill("searchbox", QUESTION, "sk_buff").await;
        page.wait_for_role("option").await;
        page.wait_for_text("On all 298 kernels, in 13 forms.").await;
        look("names and an answer").await;
        page.fill("searchbox", QUESTION, "task_struct.stat").await;
        page.wait_for_text("No kernel has task_struct.stat.").await;
        page.by_role("button", "task_struct.stats").await;
        look("near names").await;
        page.click("button", "vfs_rename").await;
        page.wait_for_text("On all 298 kernels, with 2 prototypes.").await;
        look("prototypes").await;
        // Enter leads to the history.
        page.focus_on("searchbox", QUESTION).await;
        page.press("Enter").await;
        page.by_role("region", "History of func vfs_rename").await;
    }
    assert_eq!(page.console_errors().await, NONE);
}

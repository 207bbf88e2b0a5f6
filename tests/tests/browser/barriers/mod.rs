//! axe-core finds no serious or critical barrier in views, dialogs and states of the page.

mod beside;
mod dialogs;
mod narrow;
mod programs;
mod views;
mod waiting;

use tests::browser::{Browser, Theme};
use tests::extended;

/// Rules that depend on the theme. Everything else is the same in both, and checked once.
const COLOURS: [&str; 2] = ["color-contrast", "link-in-text-block"];

/// The themes to check, each with its name: in the plain run the dark theme, in the extended run both. In the light
/// theme only colours are checked. The test `contrast` measures colours of most views in both themes in the plain run,
/// too.
fn themes() -> impl Iterator<Item = (Theme, &'static str)> {
    let all = [(Theme::Dark, "dark"), (Theme::Light, "light")];
    all.into_iter().take(if extended::is_extended() { 2 } else { 1 })
}

/// Checks the page in one theme.
struct Looker<'p> {
    page: &'p Browser,
    theme: Theme,
    found: Vec<String>,
}

impl<'p> Looker<'p> {
    /// Opens the start page in this theme. `None`, with the test reported as skipped, when axe-core is missing.
    async fn start(page: &'p Browser, theme: Theme) -> Option<Looker<'p>> {
        page.prefer(theme, true).await;
        page.open("").await;
        if page.axe(&COLOURS[1..]).await.is_none() {
            tests::skip("axe-core is not installed; `cargo xtask test` installs it where there is npm");
            return None;
        }
        Some(Looker { page, theme, found: Vec::new() })
    }

    /// Checks the page as it is now; `at` names the state in messages.
    async fn look(&mut self, at: &str) {
        let rules: &[&str] = if self.theme == Theme::Dark { &[] } else { &COLOURS };
        let barriers = self.page.axe(rules).await.unwrap_or_default();
        self.found.extend(barriers.into_iter().map(|barrier| format!("{at}: {barrier}")));
    }

    /// Asserts that nothing was found.
    fn done(self, theme: &str) {
        assert!(self.found.is_empty(), "{theme}:\n{}", self.found.join("\n"));
    }
}

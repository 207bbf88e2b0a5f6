//! The themes, and the order in which a key switches between them.

btf::named! {
    /// The theme that the person chose.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Theme {
        /// Follow the system's preference.
        #[default]
        System = "system";
        /// Dark text on light.
        Light = "light";
        /// Light text on dark.
        Dark = "dark";
    }
    /// The word that the browser stores, and that the document has as an attribute.
    pub fn word;
}

impl Theme {
    /// The theme of a stored word; [`Theme::System`] for any other word.
    pub fn from_word(word: &str) -> Theme {
        [Theme::Light, Theme::Dark].into_iter().find(|theme| theme.word() == word).unwrap_or_default()
    }

    /// Whether the page is dark, given the preference of the system.
    pub fn is_dark(self, system_is_dark: bool) -> bool {
        match self {
            Theme::System => system_is_dark,
            Theme::Light => false,
            Theme::Dark => true,
        }
    }

    /// The next theme. After System comes the theme that the system does not prefer, so that the page changes
    /// visibly; then the one that it prefers; then System again.
    pub fn next(self, system_is_dark: bool) -> Theme {
        let (like, unlike) = if system_is_dark { (Theme::Dark, Theme::Light) } else { (Theme::Light, Theme::Dark) };
        match self {
            Theme::System => unlike,
            chosen if chosen == unlike => like,
            _ => Theme::System,
        }
    }

    /// The text for the status line after this theme was chosen.
    pub fn said(self, system_is_dark: bool) -> String {
        match self {
            Theme::System => format!("System theme: {}", if system_is_dark { "dark" } else { "light" }),
            Theme::Light => "Light theme".to_owned(),
            Theme::Dark => "Dark theme".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Theme;

    #[test]
    fn one_key_goes_through_all_three() {
        for (dark, order) in
            [(true, [Theme::Light, Theme::Dark, Theme::System]), (false, [Theme::Dark, Theme::Light, Theme::System])]
        {
            let mut theme = Theme::System;
            for next in order {
                theme = theme.next(dark);
                assert_eq!(theme, next, "the system is dark: {dark}");
                assert_eq!(Theme::from_word(theme.word()), theme);
            }
        }
        assert_eq!(Theme::from_word("purple"), Theme::System);
        assert_eq!(Theme::System.said(true), "System theme: dark");
        assert_eq!(Theme::Light.said(true), "Light theme");
    }

    #[test]
    fn only_the_system_follows_the_system() {
        for dark in [true, false] {
            assert_eq!(Theme::System.is_dark(dark), dark);
            assert!(Theme::Dark.is_dark(dark) && !Theme::Light.is_dark(dark));
        }
    }
}

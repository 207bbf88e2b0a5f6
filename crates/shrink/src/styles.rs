//! Minifies style sheets.

use std::fs;
use std::path::Path;

use lightningcss::printer::PrinterOptions;
use lightningcss::stylesheet::{MinifyOptions, ParserOptions, StyleSheet};
use lightningcss::targets::{Features, Targets};

/// Minifies a file in place.
///
/// # Errors
/// When the file cannot be read or written, or is not a style sheet: the message has the line and the column.
pub fn shorten(file: &Path) -> Result<(), String> {
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let styles = fs::read_to_string(file).map_err(|error| named(&error))?;
    let short = short(&styles).map_err(|error| named(&error))?;
    fs::write(file, short).map_err(|error| named(&error))
}

/// The styles minified. No browsers are given as targets, so nothing is rewritten for old ones. `(width>=1px)` is the
/// newest syntax; Safari got it last.
fn short(styles: &str) -> Result<String, String> {
    let targets = Targets { include: Features::MediaRangeSyntax, ..Targets::default() };
    let mut sheet = StyleSheet::parse(styles, ParserOptions::default()).map_err(|error| error.to_string())?;
    sheet.minify(MinifyOptions { targets, ..MinifyOptions::default() }).map_err(|error| error.to_string())?;
    let options = PrinterOptions { minify: true, targets, ..PrinterOptions::default() };
    Ok(sheet.to_css(options).map_err(|error| error.to_string())?.code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_mean_the_same_without_what_people_read() {
        let styles = "/* all */\na > b , c:hover {\n  color : red;\n  margin: 0 1px;\n}\n\n@media (min-width: 1px) { d { top: 0px } }\n";
        assert_eq!(short(styles).unwrap(), "a>b,c:hover{color:red;margin:0 1px}@media (min-width:1px){d{top:0}}");
    }

    #[test]
    fn strings_stay_as_they_are() {
        let styles = "a::after { content: \"a; b : c /* d */  { e }\"; }";
        assert_eq!(short(styles).unwrap(), "a:after{content:\"a; b : c /* d */  { e }\"}");
    }

    #[test]
    fn what_is_no_style_sheet_is_an_error() {
        assert!(short("a { color: red; } } b {").is_err());
    }
}

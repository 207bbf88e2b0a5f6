//! Conditions on the types in the scratch pad, for a step whose task is to build something. Any C that meets them is
//! right.

use btf::Btf;
use layout::{LayoutRow, Options as LayoutOptions, layout};
use search::{Columns, Options, Query};
use std::sync::Arc;

use crate::built::Built;
use crate::expr::Expr;
use crate::given::Given;
use crate::mirror::is_same;
use crate::refer::TypeRef;

/// The name of the scratch pad's types among the files of a lesson; no file can have it, since it has a space.
pub const PAD: &str = "scratch pad";

/// A condition.
#[derive(Clone, Debug)]
pub(crate) enum Build {
    /// `size struct x <= 64`: a question to the decoder, and how its answer must compare with a value.
    Is(Expr, Sign, String),
    /// `find kind:struct holes:2`: the search finds a type.
    Find(Query),
    /// `same on big endian struct x`: each of its members lies in the same bits of memory in both byte orders.
    Same(TypeRef),
    /// `hole sizes struct x = 3 4 7`: the bytes of its holes, in any order.
    Holes(TypeRef, Vec<u64>),
}

/// How an answer and a value are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    /// `=`.
    Same,
    /// `!=`.
    Other,
    /// `<=`.
    AtMost,
    /// `>=`.
    AtLeast,
}

/// The signs as they are written; signs of two characters come first.
const SIGNS: [(&str, Sign); 4] =
    [(" <= ", Sign::AtMost), (" >= ", Sign::AtLeast), (" != ", Sign::Other), (" = ", Sign::Same)];

impl Build {
    /// Parses a condition.
    ///
    /// # Errors
    /// When the text is not a condition; the error says why.
    pub(crate) fn parse(text: &str) -> Result<Build, String> {
        if let Some(query) = text.strip_prefix("find ") {
            let (query, problems) = Query::parse(query);
            return match problems.first() {
                Some(problem) => Err(problem.message.clone()),
                None => Ok(Build::Find(query)),
            };
        }
        if let Some(of) = text.strip_prefix("same on big endian ") {
            return TypeRef::parse(of).map(Build::Same);
        }
        let found = SIGNS.iter().find_map(|(word, sign)| Some((text.split_once(word)?, *sign)));
        let Some(((left, right), sign)) = found else {
            return Err(format!(
                "{text:?}: write QUESTION = VALUE, with = != <= or >=, find SEARCH, or same on big endian TYPE"
            ));
        };
        if let Some(of) = left.trim().strip_prefix("hole sizes ") {
            let sizes: Result<Vec<u64>, _> = right.split_whitespace().map(str::parse).collect();
            return match (sizes, sign) {
                (Ok(sizes), Sign::Same) => Ok(Build::Holes(TypeRef::parse(of)?, sizes)),
                _ => Err(format!("{text:?}: write hole sizes TYPE = 3 4 7")),
            };
        }
        let number = right.trim().parse::<i64>();
        if matches!(sign, Sign::AtMost | Sign::AtLeast) && number.is_err() {
            return Err(format!("{right:?} is no number"));
        }
        Ok(Build::Is(Expr::parse(left)?, sign, right.trim().to_owned()))
    }

    /// Whether the file meets the condition and, if not, what is there instead. If the file lacks a type that the
    /// condition names, it does not meet the condition.
    pub(crate) fn judge(&self, given: &Given<'_>) -> Built {
        let judged = self.judge_found(given);
        judged.unwrap_or_else(|why| Built { met: false, instead: format!("in the pad, {why}") })
    }

    /// As [`Build::judge`]; an error if the pad has no such type or member.
    fn judge_found(&self, given: &Given<'_>) -> Result<Built, String> {
        let btf = given.btf();
        Ok(match self {
            Build::Is(expr, sign, value) => {
                let answer = expr.ask(given)?;
                let than = || Some((answer.number?, value.parse::<i64>().ok()?));
                let met = match sign {
                    // In an answer, the first words of a name may be left out; here the whole name must be right.
                    Sign::Same => answer.is(value) && !answer.is_other_name(value),
                    Sign::Other => !answer.is(value),
                    Sign::AtMost => than().is_some_and(|(is, than)| is <= than),
                    Sign::AtLeast => than().is_some_and(|(is, than)| is >= than),
                };
                Built::of(met, || expr.shown(&answer, given))
            }
            Build::Find(query) => {
                let found = Columns::new(Arc::clone(btf)).run(query, &Options::default());
                Built::of(!found.ids.is_empty(), || "no such type".to_owned())
            }
            Build::Same(of) => Built::of(is_same(btf, of.find(btf)?.id()), || "other bits".to_owned()),
            Build::Holes(of, sizes) => {
                let mut sizes = sizes.clone();
                sizes.sort_unstable();
                let found = holes(btf, of.find(btf)?.id())?;
                Built::of(found.as_ref() == Some(&sizes), || hole_words(found.as_deref()))
            }
        })
    }
}

/// The sizes of holes in words: `holes of 3 and 4 bytes`.
fn hole_words(sizes: Option<&[u64]>) -> String {
    let Some(sizes) = sizes else { return "a hole that is not of whole bytes".to_owned() };
    let words: Vec<String> = sizes.iter().map(u64::to_string).collect();
    match &*words {
        [] => "no hole".to_owned(),
        [one] => format!("one hole of {one} {}", if one == "1" { "byte" } else { "bytes" }),
        [first @ .., last] => format!("holes of {} and {last} bytes", first.join(", ")),
    }
}

/// The size of each hole of a struct in bytes, the smallest first; none if a hole is not of whole bytes. An error if
/// the type has no layout.
fn holes(btf: &Btf, id: btf::TypeId) -> Result<Option<Vec<u64>>, String> {
    let layout = layout(btf, id, &LayoutOptions::default()).map_err(|e| e.to_string())?;
    let bits = layout.rows.iter().filter_map(|row| match row {
        LayoutRow::Hole { bits, .. } => Some(*bits),
        LayoutRow::Member(_) | LayoutRow::Padding { .. } => None,
    });
    let mut bytes = bits.map(|bits| bits.is_multiple_of(8).then_some(bits / 8)).collect::<Option<Vec<u64>>>();
    if let Some(bytes) = &mut bytes {
        bytes.sort_unstable();
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_may_have_words() {
        let step = "```lesson\nbuild: size struct x = 4 // `struct x` takes 4 bytes\nbuild: count struct x = 1\ntask: Write it.\n```\n";
        let lesson = crate::parse(&format!("---\ntitle: T\nfile: a.btf\n---\n## One\n\n{step}")).unwrap();
        let builds = &lesson.steps[0].plan.builds;
        let texts: Vec<&str> = builds.iter().map(|condition| &*condition.of.text).collect();
        assert_eq!(texts, ["size struct x = 4", "count struct x = 1"]);
        let words: Vec<&str> = builds[0].words.iter().map(|span| &*span.text).collect();
        assert_eq!((words, builds[1].words.len()), (vec!["struct x", " takes 4 bytes"], 0));
    }

    #[test]
    fn the_holes_of_a_type_without_a_layout_are_an_error() {
        use scratch::{Target, compile};

        let source = "struct whole { char a; int b; }; struct part { char a : 3; int b; }; typedef int number;";
        let compiled = compile(source, Target::default());
        let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF");
        let of = |text: &str| holes(&btf, TypeRef::parse(text).expect("a type").find(&btf).expect("it is there").id());
        assert_eq!(of("struct whole"), Ok(Some(vec![3])));
        assert_eq!(of("struct part"), Ok(None));
        assert!(of("typedef number").is_err_and(|why| why.contains("not a struct or union")));
    }

    #[test]
    fn conditions_are_read_or_refused() {
        for good in [
            "size struct x <= 64",
            "errno on 6.12 = 7",
            "find kind:struct holes:2",
            "hole sizes struct x = 3 4 7",
            "same on big endian struct x",
            "read struct x.y on new.btf = poisoned",
        ] {
            assert!(Build::parse(good).is_ok(), "{good}");
        }
        for bad in [
            "size struct x",
            "size struct x <= small",
            "hole sizes struct x != 3",
            "find holes:many",
            "same on big endian x",
            "read struct x.y = poisoned",
            "colour struct x = 3",
        ] {
            assert!(Build::parse(bad).is_err(), "{bad}");
        }
    }
}

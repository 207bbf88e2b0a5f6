//! How far apart two spellings are.

/// The longest text to compare: a longer one is not a misspelling, and the time grows with the product of both lengths.
const LONGEST: usize = 128;

/// How many letters must be added, left out, exchanged or swapped with their neighbour to make one text from the other;
/// case does not count. None if that is too much for a misspelling: more than a third of the typed letters, or more
/// than three. Also none for a typed text of more than [`LONGEST`] bytes.
pub(crate) fn distance(typed: &str, known: &str) -> Option<usize> {
    let most = (typed.len() / 3).min(3);
    if typed.len() > LONGEST || typed.len().abs_diff(known.len()) > most {
        return None;
    }
    let found = strsim::osa_distance(&typed.to_ascii_lowercase(), &known.to_ascii_lowercase());
    (found <= most).then_some(found)
}

/// The nearest of some words, if any is near.
pub(crate) fn nearest<'a>(typed: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = words.into_iter().filter_map(|word| Some((distance(typed, word)?, word)));
    near.min_by_key(|(distance, _)| *distance).map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_near_and_other_words_are_not() {
        let words = ["struct", "union", "enum", "typedef"];
        assert_eq!(nearest("strcut", words), Some("struct"));
        assert_eq!(nearest("Unoin", words), Some("union"));
        assert_eq!(nearest("structs", words), Some("struct"));
        assert_eq!(nearest("number", words), None);
        assert_eq!(nearest("x", words), None);
        // Swapped neighbours count once, and case does not count.
        assert_eq!(distance("task_strcut", "TASK_STRUCT"), Some(1));
        assert_eq!(distance("tsk_struct", "task_struct"), Some(1));
        assert_eq!(distance("nosuch", "not_so"), None);
        assert_eq!(distance(&"x".repeat(1000), &"x".repeat(1000)), None);
    }
}

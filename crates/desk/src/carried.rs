//! Files that came in a link, and the problems of links: damage, and types or programs that are too large for a link.

use std::sync::Arc;

use model::kind::FileKind;
use model::words::grouped;
use share::LinkError;

use crate::Carried;
use crate::FileInput;
use crate::Origin;
use crate::Problem;
use crate::THIS_LINK;

/// Unpacks the blob or object in a link's text.
///
/// # Errors
/// The text is damaged, too new or too large.
pub fn unpack(text: &str) -> Result<Arc<[u8]>, Box<Problem>> {
    share::unpack(text).map(Arc::from).map_err(|e| Box::new(problem(&e, text)))
}

/// Unpacks the source in a link to the scratch pad.
///
/// # Errors
/// The text is damaged, too new or too large, or its content is not UTF-8.
pub fn unpack_text(text: &str) -> Result<String, Box<Problem>> {
    let bytes = share::unpack(text).map_err(|e| Box::new(problem(&e, text)))?;
    String::from_utf8(bytes).map_err(|_| Box::new(problem(&LinkError::Deflate, text)))
}

/// The input to open what a link carries.
pub fn input(carried: Carried) -> FileInput {
    let object = carried.object;
    let kind = if object.is_some() { FileKind::Program } else { FileKind::Raw };
    FileInput {
        size: object.as_ref().map_or(&carried.btf, |o| &o.bytes).len() as u64,
        btf_at: Some(object.as_ref().map_or(0, |o| o.btf_at)),
        ext: object.as_ref().and_then(|o| o.ext.clone()),
        // Pointers of BPF have 8 bytes.
        pointer_size: object.is_some().then_some(8),
        digest_of: object.map(|o| o.bytes),
        origin: Origin::Link(carried.text.into()),
        ..FileInput::new(carried.name, kind, carried.btf)
    }
}

/// The problem of a program of `size` bytes that is too large for a link.
pub fn too_large_program(size: usize) -> Problem {
    let (size, most) = (grouped(size as u64), grouped(share::MAX_UNPACKED as u64));
    Problem::new(THIS_LINK, &format!("The program has {size} bytes; a link holds {most}."))
}

/// The problem of damaged answers in a link.
pub fn bad_answers(why: &str) -> Problem {
    Problem::new(THIS_LINK, &sentence(why))
}

/// An error's text with a capital letter and a full stop.
pub fn sentence(why: &str) -> String {
    let mut message = format!("{why}.");
    if let Some(first) = message.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    message
}

/// The problem of a type that needs `size` bytes and is too large for a link.
pub fn too_large(size: usize) -> Problem {
    let (size, most) = (grouped(size as u64), grouped(share::MAX_UNPACKED as u64));
    let message = format!("This type needs {size} bytes of BTF; a link holds {most}.");
    Problem { expected: Some("a smaller depth".to_string()), ..Problem::new(THIS_LINK, &message) }
}

/// The problem of a link whose object cannot be read.
pub fn bad_object(why: &str) -> Problem {
    Problem::new(THIS_LINK, &format!("{OBJECT} cannot be read: {why}."))
}

/// Changes the subject of [`bad_object`]'s message, for a link that carries a whole program with answers of kernels.
pub fn for_program(problem: Problem) -> Problem {
    let message = problem.message.replacen(OBJECT, "The program in this link", 1);
    Problem { message, ..problem }
}

/// The subject of [`bad_object`]'s message: an object in a link usually carries one relocation.
const OBJECT: &str = "The relocation in this link";

/// The problem of a damaged link. The error's text has the place: a character of the link, not a byte of a file
/// ([`Problem::at`]).
fn problem(e: &LinkError, text: &str) -> Problem {
    Problem {
        expected: Some("the whole link, as it was copied: some programs cut long ones off".to_string()),
        found: Some(format!("{} characters", grouped(text.len() as u64))),
        ..Problem::new(THIS_LINK, &sentence(&e.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::unpack;

    /// The place is a character of the link, and no byte of any file.
    #[test]
    fn a_problem_of_a_link_has_its_place_in_the_link() {
        for (text, place) in [("AQ==", "at position 2 of the text in the link"), ("AQ", "after 2 characters")] {
            let problem = unpack(text).expect_err("it is damaged");
            assert!(problem.message.contains(place), "{}", problem.message);
            assert_eq!((problem.at, problem.facts().len()), (None, 2), "{:?}", problem.facts());
        }
    }
}

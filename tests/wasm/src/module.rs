//! The exports of the module: buffers for the input and its base, a question, its answer, and the message of a panic.

use std::cell::RefCell;
use std::panic;

use crate::{Answer, Question, answer};

thread_local! {
    static INPUTS: RefCell<[Vec<u8>; 2]> = RefCell::default();
    static ANSWER: RefCell<Answer> = RefCell::default();
    static LAST_WORDS: RefCell<String> = RefCell::default();
}

/// Allocates `len` bytes for the input (`which` 0) or its base (1), and returns their address.
#[unsafe(no_mangle)]
pub extern "C" fn room(which: u32, len: usize) -> *mut u8 {
    INPUTS.with_borrow_mut(|inputs| {
        let input = &mut inputs[which as usize & 1];
        *input = vec![0; len];
        input.as_mut_ptr()
    })
}

/// Answers the question with this number, and returns how many types were read.
#[unsafe(no_mangle)]
pub extern "C" fn ask(question: u32) -> u32 {
    panic::set_hook(Box::new(|info| LAST_WORDS.with_borrow_mut(|words| *words = info.to_string())));
    let given = INPUTS.with_borrow(|[input, base]| answer(Question::ALL[question as usize], input, base));
    ANSWER.set(given);
    given.types
}

/// The hash of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn hash() -> u64 {
    ANSWER.with_borrow(|answer| answer.hash)
}

/// The address of the last panic's message.
#[unsafe(no_mangle)]
pub extern "C" fn last_words() -> *const u8 {
    LAST_WORDS.with_borrow(|words| words.as_ptr())
}

/// The length of that message, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn last_words_len() -> usize {
    LAST_WORDS.with_borrow(String::len)
}

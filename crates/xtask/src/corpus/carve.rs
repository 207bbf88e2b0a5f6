//! BPF objects inside executables and libraries, which contain them as data of skeletons.

/// The number of the machine BPF in ELF headers (`EM_BPF`).
const EM_BPF: u64 = 247;

/// The BPF objects in a file, in order; the file itself if it is one.
pub fn objects(file: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = find(file, b"\x7fELF\x02", at) {
        at = next + 5;
        if let Some(object) = object(&file[next..]) {
            found.push(object);
            at = next + object.len();
        }
    }
    found
}

fn find(file: &[u8], what: &[u8], from: usize) -> Option<usize> {
    file.get(from..)?.windows(what.len()).position(|w| w == what).map(|at| from + at)
}

/// The object that begins here, if any: up to the end of its section table and sections.
fn object(bytes: &[u8]) -> Option<&[u8]> {
    let big = *bytes.get(5)? == 2;
    let number = |at: u64, width: usize| -> Option<u64> {
        let at = usize::try_from(at).ok()?;
        let bytes = bytes.get(at..at.checked_add(width)?)?;
        let add = |n: u64, b: &u8| n << 8 | u64::from(*b);
        Some(if big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) })
    };
    if number(18, 2)? != EM_BPF {
        return None;
    }
    let (table, width, count) = (number(40, 8)?, number(58, 2)?, number(60, 2)?);
    let mut end = table.checked_add(width * count)?;
    for i in 0..count {
        let section = table.checked_add(i * width)?;
        // SHT_NOBITS has a size but no bytes.
        if number(section.checked_add(4)?, 4)? != 8 {
            end = end.max(number(section.checked_add(24)?, 8)?.checked_add(number(section.checked_add(32)?, 8)?)?);
        }
    }
    bytes.get(..usize::try_from(end).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    fn fixture(name: &str) -> Vec<u8> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/bin").join(name);
        fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    #[test]
    fn objects_are_found_whole_among_other_bytes() {
        let (little, big) = (fixture("core.clang.bpfel.o"), fixture("core.clang.bpfeb.o"));
        assert_eq!(objects(&little), [&little[..]]);
        let kernel = fixture("kernel.x86_64.o");
        let file = [&kernel[..], b"\x7fELF\x02", &little, &[0; 9], &big, b"\x7fEL"].concat();
        assert_eq!(objects(&file), [&little[..], &big[..]]);
        // An object with a section cut off does not count.
        assert_eq!(objects(&little[..little.len() - 1]), [&[][..]; 0]);
    }
}

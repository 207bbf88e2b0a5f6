//! What a person looks at in CO-RE.

use std::rc::Rc;

use desk::FileId;
use model::relocations::{CoreList, Detail, Filter};

/// What an address of the matrix has behind the relocation.
pub(crate) const MATRIX: &str = "*";

/// What is looked at in CO-RE.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CoreLook {
    /// Relocations are shown, not types.
    pub shown: bool,
    /// The list, once the desk made it.
    pub list: Option<Rc<CoreList>>,
    /// The kernels of its columns.
    pub columns: Vec<FileId>,
    /// The kernels that the list was asked for.
    pub asked: Option<Vec<FileId>>,
    /// Why there is none.
    pub problem: Option<String>,
    /// Which relocations are shown.
    pub filter: Filter,
    /// The relocation that is picked, by its place among all.
    pub picked: Option<usize>,
    /// The relocation that was read last.
    pub detail: Option<Rc<Detail>>,
    /// The kernels of its results.
    pub targets: Vec<FileId>,
    /// What the detail was asked for.
    pub asked_detail: Option<(usize, Vec<FileId>)>,
    /// The kernel whose reason is told.
    pub kernel: Option<FileId>,
    /// All relocations on all kernels are shown, not the one that is picked.
    pub matrix: bool,
    /// What a link picks, until the list is there.
    pub wanted: Option<String>,
}

impl CoreLook {
    /// The places in the list that are shown.
    pub fn shown_rows(&self) -> Vec<usize> {
        self.list.as_ref().map(|list| list.shown(&self.filter)).unwrap_or_default()
    }

    /// The relocation that is picked, to read, once it is there.
    pub fn model(&self) -> Option<&Rc<Detail>> {
        self.detail.as_ref().filter(|d| Some(d.index) == self.picked)
    }

    /// Which of the kernels is told of: the chosen one, or the first on which the relocation fails, or else the first.
    pub fn told(&self) -> Option<usize> {
        let results = &self.model()?.results;
        let chosen = self.kernel.and_then(|id| self.targets.iter().position(|&target| target == id));
        let failing = || results.iter().position(|r| r.verdict.is_failing() || !r.loads);
        chosen.or_else(failing).or((!results.is_empty()).then_some(0))
    }

    /// The column of the matrix that is picked: the kernel that was chosen, or else the first.
    pub fn column(&self) -> usize {
        self.kernel.and_then(|id| self.columns.iter().position(|&column| column == id)).unwrap_or(0)
    }

    /// What is picked, as an address tells it: section, `#`, libbpf's number of the relocation in it, and `*` for the matrix.
    pub fn key(&self) -> String {
        let row = self.list.as_ref().zip(self.picked).and_then(|(list, i)| list.rows.get(i));
        let matrix = if self.matrix { MATRIX } else { "" };
        match row {
            Some(row) => format!("{}#{}{matrix}", row.section, row.number),
            None => self.wanted.clone().unwrap_or_else(|| "#".to_owned()),
        }
    }

    /// What an address picks; the first relocation when there is no such.
    pub fn find(&self, key: &str) -> Option<usize> {
        let rows = &self.list.as_ref()?.rows;
        let (section, number) = key.strip_suffix(MATRIX).unwrap_or(key).rsplit_once('#').unwrap_or_default();
        let number = number.parse::<u32>().ok();
        let exact = rows.iter().find(|r| r.section == section && Some(r.number) == number);
        exact.or(rows.first()).map(|r| r.index)
    }
}

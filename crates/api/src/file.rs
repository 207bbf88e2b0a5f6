//! [`BtfFile`]: the class of open files that JavaScript sees. `npm/index.d.ts` documents its methods. More of them are
//! in [`crate::related`]; those whose code is in the second part of the module are in [`crate::later`].

use std::cell::OnceCell;
use std::fmt;
use std::sync::Arc;

use bpf::Object;
use btf::{Btf, DeclTags, NameIndex};
use container::{FileRange, Opened};
use json::from_dwarf::FromDwarf;
use json::options::{LayoutOptions, SearchOptions};
use json::search::{FoundType, FoundTypes};
use json::{Count, ErrorCode, facts, layouts, owner, types};
use model::load::{BaseFrom, Loaded};
use relate::Users;
use search::{Columns, Options, Query};
use wasm_bindgen::prelude::*;

use crate::answer::answer;
use crate::failure::Failure;
use crate::panicked::alive;
use crate::parts::Parts;
use crate::{argument, open, printed};

/// An open file.
#[wasm_bindgen]
pub struct BtfFile {
    pub(crate) opened: Opened,
    pub(crate) btf: Arc<Btf>,
    base: BaseFrom,
    /// The report on types made from debug information.
    made: Option<dwarf::Report>,
    names: OnceCell<NameIndex>,
    columns: OnceCell<Columns>,
    tags: OnceCell<DeclTags>,
    pub(crate) users: OnceCell<Users>,
}

impl fmt::Debug for BtfFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BtfFile").field("opened", &self.opened).finish_non_exhaustive()
    }
}

/// The answer of a call, or the error that it throws.
pub(crate) type Outcome = Result<JsValue, JsValue>;

/// The most types that a search returns by default.
const LIMIT: usize = 100;

#[wasm_bindgen]
impl BtfFile {
    /// Opens a file.
    ///
    /// # Errors
    /// As [`open::open`].
    pub fn open(bytes: &JsValue, base: JsValue, options: JsValue) -> Result<BtfFile, JsValue> {
        alive()?;
        Ok(BtfFile::new(open::open(&mut open::Bytes::new(bytes, "the file")?, base, options)?))
    }

    /// Opens a file of which some bytes have been fetched. If it needs other bytes, these are noted in `parts`, and the
    /// result must not be used.
    ///
    /// # Errors
    /// As [`open::open`].
    #[wasm_bindgen(js_name = __openParts)]
    pub fn open_parts(parts: &Parts, base: JsValue, options: JsValue) -> Result<BtfFile, JsValue> {
        alive()?;
        Ok(BtfFile::new(open::open(&mut parts.clone(), base, options)?))
    }

    /// The files of an archive, or null.
    ///
    /// # Errors
    /// As [`open::entries`].
    pub fn entries(bytes: &JsValue) -> Outcome {
        alive()?;
        Ok(open::entries(bytes)?)
    }

    /// The number of the file's own types.
    ///
    /// # Errors
    /// After a panic.
    #[wasm_bindgen(getter, js_name = typeCount)]
    pub fn type_count(&self) -> Result<u32, JsValue> {
        alive()?;
        Ok(self.btf.own_type_count())
    }

    /// The id of the file's first own type.
    ///
    /// # Errors
    /// After a panic.
    #[wasm_bindgen(getter, js_name = firstId)]
    pub fn first_id(&self) -> Result<u32, JsValue> {
        alive()?;
        Ok(self.btf.first_id().0)
    }

    /// Facts about the file.
    ///
    /// # Errors
    /// After a panic.
    pub fn info(&self) -> Outcome {
        alive()?;
        Ok(answer(&facts::info(&self.opened, &self.btf, self.base))?)
    }

    /// The number of types of each kind.
    ///
    /// # Errors
    /// After a panic.
    pub fn kinds(&self) -> Outcome {
        alive()?;
        Ok(answer(&facts::kinds(&self.btf))?)
    }

    /// The problems of the file.
    ///
    /// # Errors
    /// After a panic.
    pub fn problems(&self) -> Outcome {
        alive()?;
        Ok(answer(&facts::problems(&self.opened, &self.btf))?)
    }

    /// The report on types made from debug information, or null.
    ///
    /// # Errors
    /// After a panic.
    #[wasm_bindgen(js_name = fromDwarf)]
    pub fn made_from_dwarf(&self) -> Outcome {
        alive()?;
        match &self.made {
            Some(report) => Ok(answer(&FromDwarf::of(report))?),
            None => Ok(JsValue::NULL),
        }
    }

    /// The bytes of its BTF.
    ///
    /// # Errors
    /// After a panic.
    pub fn blob(&self) -> Result<Vec<u8>, JsValue> {
        alive()?;
        Ok(self.opened.btf.bytes.to_vec())
    }

    /// The type with this id, or null.
    ///
    /// # Errors
    /// When the id is not a whole number from 0 on.
    #[wasm_bindgen(js_name = type)]
    pub fn get(&self, id: &JsValue) -> Outcome {
        alive()?;
        let id = u32::try_from(argument::whole(id, "a type id")?).unwrap_or(u32::MAX);
        Ok(answer(&types::type_of(&self.btf, btf::TypeId(id)))?)
    }

    /// The ids of the types of this name, the file's own first.
    ///
    /// # Errors
    /// When the name or kind is not a string.
    pub fn find(&self, name: &JsValue, kind: JsValue) -> Outcome {
        alive()?;
        let name = argument::text(name, "a name")?;
        let kind = argument::maybe(kind).map(|kind| argument::text(&kind, "a kind")).transpose()?;
        let index = self.names.get_or_init(|| NameIndex::new(&self.btf));
        let fits = |t: &btf::Type<'_>| kind.as_deref().is_none_or(|kind| kind == t.kind().as_str());
        let mut ids: Vec<_> = index.find(&self.btf, &*btf::unescaped(&name)).filter(fits).map(|t| t.id()).collect();
        ids.sort_by_key(|&id| (id < self.btf.first_id(), id));
        let ids: Vec<u32> = ids.into_iter().map(|id| id.0).collect();
        Ok(answer(&ids)?)
    }

    /// The types that match a query, the best first.
    ///
    /// # Errors
    /// When an argument is wrong, or a word of the query cannot be read.
    pub fn search(&self, query: &JsValue, limit: &JsValue, options: JsValue) -> Outcome {
        alive()?;
        let text = argument::text(query, "a query")?;
        let limit = match limit {
            limit if limit.is_undefined() => LIMIT,
            limit if limit.as_f64() == Some(f64::INFINITY) => usize::MAX,
            limit => usize::try_from(argument::whole(limit, "a limit")?).unwrap_or(usize::MAX),
        };
        let options: SearchOptions = argument::options(options)?;
        let (query, problems) = Query::parse(&text);
        if let Some(problem) = problems.first() {
            let word = text.get(problem.range.clone()).unwrap_or_default();
            let failure = Failure::new(ErrorCode::BadQuery, format!("“{word}”: {}", problem.message));
            let characters = |to: usize| text.get(..to).unwrap_or_default().encode_utf16().count() as u64;
            let range = FileRange::new(characters(problem.range.start), characters(problem.range.end));
            return Err(failure.at("query", range).into());
        }
        let columns = self.columns.get_or_init(|| Columns::new(Arc::clone(&self.btf)));
        let only = Options { derived: options.derived, own_only: options.own_only, ..Options::default() };
        let found = columns.run(&query, &only);
        let types = found.ids.iter().take(limit).map(|&id| FoundType::of(id, &self.btf, columns)).collect();
        Ok(answer(&FoundTypes { total: Count(found.total as u64), types })?)
    }

    /// The layout of a struct or union.
    ///
    /// # Errors
    /// When there is no such type, it is not a struct or union, or an option is wrong.
    pub fn layout(&self, id: &JsValue, options: JsValue) -> Outcome {
        alive()?;
        let id = argument::type_id(&self.btf, id)?;
        let LayoutOptions { cache_line, reorganize } = argument::options(options)?;
        let tags = self.tags.get_or_init(|| DeclTags::new(&self.btf));
        let layout = layouts::layout(&self.btf, tags, id, printed::cache_line(cache_line)?, reorganize);
        Ok(answer(&layout.map_err(|e| Failure::new(ErrorCode::NoLayout, e.to_string()))?)?)
    }

    /// Types as text.
    ///
    /// # Errors
    /// When there is no such type or format, or an option is wrong.
    pub fn dump(&self, ids: &JsValue, format: &JsValue, options: JsValue) -> Result<String, JsValue> {
        alive()?;
        let ids = argument::type_ids(&self.btf, ids)?;
        let format = argument::text(format, "a format")?;
        Ok(printed::printed(&self.btf, ids.as_deref(), &format, &argument::options(options)?)?)
    }

    /// The owner of a byte of the file, or null.
    ///
    /// # Errors
    /// When the offset is not a whole number from 0 on.
    #[wasm_bindgen(js_name = byteOwner)]
    pub fn byte_owner(&self, offset: &JsValue) -> Outcome {
        alive()?;
        let at = argument::whole(offset, "an offset")?;
        Ok(answer(&owner::owner(&self.opened, &self.btf, at))?)
    }

    /// Lends the file to a call that gets it as an argument, for example to open another file on it.
    #[wasm_bindgen(js_name = __lend)]
    pub fn lend(&self) {
        open::lend(&self.opened, &self.btf);
    }
}

impl BtfFile {
    /// The object; `None` if the file is not a program or cannot be read.
    pub(crate) fn parsed(&self) -> Option<Object> {
        Object::parse(Arc::clone(&self.opened.program.as_ref()?.bytes)).ok()
    }

    fn new((open::Found { opened, made }, Loaded { btf, base }): (open::Found, Loaded)) -> BtfFile {
        let (names, columns, tags) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        BtfFile { opened, btf, base, made, names, columns, tags, users: OnceCell::new() }
    }
}

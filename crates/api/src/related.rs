//! Methods of [`BtfFile`] about several types together: users, containers, paths, the places at an offset, fields.

use btf::Budget;
use json::options::{AtOptions, ContainersOptions, PathOptions, UsersOptions};
use json::{ErrorCode, at, fields, paths_between, users};
use model::access::access;
use model::path::Path;
use model::used_by::embeddings;
use relate::{FieldPath, Through, Usage, Users};
use wasm_bindgen::prelude::*;

use crate::answer::answer;
use crate::argument;
use crate::failure::Failure;
use crate::file::{BtfFile, Outcome};
use crate::panicked::alive;
use crate::values::{limited, stopped};

#[wasm_bindgen]
impl BtfFile {
    /// The users of a type.
    ///
    /// # Errors
    /// When there is no such type, or an option is wrong.
    #[wasm_bindgen(js_name = users)]
    pub fn users_of(&self, id: &JsValue, options: JsValue) -> Outcome {
        alive()?;
        let id = argument::type_id(&self.btf, id)?;
        let UsersOptions { how, direct } = argument::options(options)?;
        let how = how.map(|words| words.iter().map(|word| usage(word)).collect::<Result<Vec<_>, _>>()).transpose()?;
        let through = if direct { Through::NOTHING } else { Through::EVERYTHING };
        let mut all = self.index().of(&self.btf, id, through);
        all.retain(|user| how.as_ref().is_none_or(|how| how.contains(&user.usage)));
        Ok(answer(&users::used(&self.btf, id, &all))?)
    }

    /// The types that contain a type, at any depth.
    ///
    /// # Errors
    /// When there is no such type, an option is wrong, or the search takes more than the limit.
    pub fn containers(&self, id: &JsValue, options: JsValue) -> Outcome {
        alive()?;
        let id = argument::type_id(&self.btf, id)?;
        let ContainersOptions { limit } = argument::options(options)?;
        let budget = limited(limit, || Budget::of([&*self.btf]))?;
        let (all, more) = embeddings(&self.btf, self.index(), id, &budget);
        budget.check().map_err(stopped)?;
        Ok(answer(&users::containers(&self.btf, &all, more))?)
    }

    /// The shortest paths over members from one type to another.
    ///
    /// # Errors
    /// When there is no such type, the first type has no members, an option is wrong, or the search stopped while there
    /// may be more paths.
    pub fn path(&self, from: &JsValue, to: &JsValue, options: JsValue) -> Outcome {
        alive()?;
        let btf = &*self.btf;
        let (from, to) = (argument::type_id(btf, from)?, argument::type_id(btf, to)?);
        let PathOptions { limit, longest, embedded } = argument::options(options)?;
        let longest = usize::from(longest.unwrap_or(16));
        if !(1..=64).contains(&longest) {
            return Err(Failure::argument("longest must be from 1 to 64").into());
        }
        let most = usize::from(limit.unwrap_or(10));
        let options = relate::PathOptions { most, longest, pointers: !embedded };
        let budget = Budget::of([btf]);
        let found = relate::paths_between(btf, self.index(), from, to, &options, &budget)
            .map_err(|e| Failure::new(ErrorCode::NoLayout, e.to_string()))?;
        let all: Vec<_> =
            found.iter().filter_map(|p| Some((p.pointers, access(btf, from, &Path(p.indices()))?))).collect();
        if all.len() < most {
            let hint = "there may be more paths; the options longest and embedded make the search shorter";
            budget.check().map_err(|e| Failure::new(ErrorCode::Stopped, format!("{e}: {hint}")))?;
        }
        Ok(answer(&paths_between::paths(btf, from, to, &all))?)
    }

    /// The members, array elements and gaps at an offset of a type.
    ///
    /// # Errors
    /// When there is no such type, it has no members, it ends before the offset, or an argument is wrong.
    pub fn at(&self, id: &JsValue, offset: &JsValue, options: JsValue) -> Outcome {
        alive()?;
        let id = argument::type_id(&self.btf, id)?;
        let offset = argument::whole(offset, "an offset")?;
        let AtOptions { size } = argument::options(options)?;
        let found = model::at::at(&self.btf, id, offset, size).map_err(|e| {
            let code = match e {
                model::at::AtError::NoMembers => ErrorCode::NoLayout,
                model::at::AtError::Beyond { .. } => ErrorCode::NotFound,
            };
            Failure::new(code, format!("[{id}]+{offset:#x}: {e}"))
        })?;
        Ok(answer(&at::at_offset(&self.btf, id, offset, &found))?)
    }

    /// The place of a field.
    ///
    /// # Errors
    /// When `path` is not the path of a field.
    pub fn field(&self, path: &JsValue) -> Outcome {
        alive()?;
        let text = argument::text(path, "a path")?;
        let path = FieldPath::parse(&text).map_err(|e| Failure::argument(format!("“{text}”: {e}")))?;
        Ok(answer(&fields::Field::find(&self.opened.name, &self.btf, &path))?)
    }
}

impl BtfFile {
    fn index(&self) -> &Users {
        self.users.get_or_init(|| Users::new(&self.btf))
    }
}

/// The way of use that has this name.
fn usage(word: &str) -> Result<Usage, Failure> {
    Usage::ALL.into_iter().find(|usage| usage.word() == word).ok_or_else(|| {
        let known = Usage::ALL.map(Usage::word).join(", ");
        Failure::argument(format!("how contains “{word}”; expected {known}"))
    })
}

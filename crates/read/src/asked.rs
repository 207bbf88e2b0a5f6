//! The code for a question: the path of a field or of an enumerator, or the name of a function or of a type.

use atlas::{Atlas, AtlasKernel, Ranges};
use btf::Kind;
use model::atlas::Asked;
use relate::FieldStep;

use crate::{Code, Failed, Loader, Options};

/// The code that answers a question on the kernels for which `keep` holds; for a field, with its proof. `loader` adds
/// the application's part, which chooses between the prototypes of a function.
///
/// # Errors
/// When no kernel has what is asked for, no code can read it, or the atlas is damaged or not at hand.
pub fn code<R: Ranges>(
    atlas: &Atlas<R>,
    asked: &Asked,
    options: Options,
    loader: Option<Loader>,
    keep: &dyn Fn(&AtlasKernel) -> bool,
) -> Result<Code, Failed> {
    match asked {
        Asked::Field(path) | Asked::Only(path) => {
            let options = Options { renames: options.renames && !matches!(asked, Asked::Only(_)), ..options };
            match (crate::field(atlas, path, options, true, keep), path.parts()) {
                (Err(Failed::NoType), [FieldStep::Member(name)]) => crate::value(atlas, path.root(), name, keep),
                (done, _) => done,
            }
        }
        Asked::Name(None | Some(Kind::Func), name) => match (crate::function(atlas, name, loader, keep), asked) {
            (Err(Failed::NoType), Asked::Name(None, _)) => crate::type_there(atlas, None, name, keep),
            (done, _) => done,
        },
        Asked::Name(kind, name) => crate::type_there(atlas, *kind, name, keep),
    }
}

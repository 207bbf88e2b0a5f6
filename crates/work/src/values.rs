//! What a file has for the Values view.

use std::sync::Arc;

use bpf::Object;
use desk::{Answer, AskOwn, Problem};
use model::values::{Own, maps, own_bytes};

use crate::Desk;

pub(crate) fn own(desk: &Desk, request: &AskOwn) -> Result<Answer, Box<Problem>> {
    let file = desk.file(request.file)?;
    let object = file.object.as_ref().and_then(|bytes| Object::parse(Arc::clone(bytes)).ok());
    let bytes = request.of.zip(object.as_ref()).and_then(|(id, object)| own_bytes(&file.btf, object, id));
    let own = Own { maps: maps(&file.btf, object.as_ref()), bytes };
    Ok(Answer::Own(request.clone(), Box::new(own)))
}

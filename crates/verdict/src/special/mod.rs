//! Special fields.

use crate::check::Check;

impl Check<'_> {
    pub(crate) fn special_fields(&mut self) {}
}

//! Structs that are written as JSON and made of something else ([`model::made!`]).

macro_rules! made {
    ($($structs:tt)*) => { model::made! { each #[derive(serde::Serialize, Clone, Debug)] $($structs)* } };
}
pub(crate) use made;

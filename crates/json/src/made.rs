//! A macro for structs that are written as JSON and whose fields are computed from another value ([`model::made!`]).

#[cfg(not(feature = "schema"))]
macro_rules! made {
    ($($structs:tt)*) => { model::made! { each #[derive(serde::Serialize, Clone, Debug)] $($structs)* } };
}
#[cfg(feature = "schema")]
macro_rules! made {
    ($($structs:tt)*) => {
        model::made! { each #[derive(serde::Serialize, schemars::JsonSchema, Clone, Debug)] $($structs)* }
    };
}
pub(crate) use made;

//! [`made!`](crate::made!): structs whose fields are computed from other values.

/// Declares structs with a constructor, `of`. The parentheses hold the arguments of `of`: first the source, then any
/// others. Each field is written once, with its type and, if need be, its value. A field without a value takes the
/// field of the same name from the source, converted with `into`. `with` has statements that run before the fields are
/// computed. An attribute after `each` is put on all structs.
///
/// ```
/// struct Range {
///     start: u32,
///     end: u32,
/// }
///
/// model::made! {
///     /// Bytes of a file.
///     #[derive(PartialEq, Debug)]
///     pub struct Row(range: &Range, first: u64) {
///         /// The first byte.
///         start: u64 = first + u64::from(range.start),
///         /// One past the last, from the start of the blob.
///         end: u64,
///     }
/// }
/// assert_eq!(Row::of(&Range { start: 1, end: 3 }, 8), Row { start: 9, end: 3 });
/// ```
#[macro_export]
macro_rules! made {
    (@field $from:ident $field:ident) => { $from.$field.into() };
    (@field $from:ident $field:ident $value:expr) => { $value };
    (each #[$each:meta]
    $(
        $(#[$meta:meta])* $vis:vis struct $name:ident $(<$lifetime:lifetime>)?
            ($from:ident: $of:ty $(, $more:ident: $of_more:ty)*) $(with { $($before:tt)* })?
        {
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $ty:ty $(= $value:expr)?,)*
        }
    )*) => { $(
        $(#[$meta])*
        #[$each]
        $vis struct $name $(<$lifetime>)? {
            $($(#[$field_meta])* $field_vis $field: $ty,)*
        }

        impl $(<$lifetime>)? $name $(<$lifetime>)? {
            /// Makes the struct from its sources.
            $vis fn of($from: $of $(, $more: $of_more)*) -> Self {
                $($($before)*)?
                Self { $($field: $crate::made!(@field $from $field $($value)?),)* }
            }
        }
    )* };
    ($($structs:tt)*) => { $crate::made! { each #[derive()] $($structs)* } };
}

//! Enums that are tables: each variant stands beside its texts.

/// Declares an enum without data, each variant with its texts, and the functions that return these texts: the first
/// function returns the first text, and so on. A function returns `&'static str` unless it names another type. `const`
/// declares the array of all variants.
///
/// ```
/// btf::named! {
///     /// A byte order.
///     #[derive(Clone, Copy)]
///     pub enum Order {
///         /// Least significant byte first.
///         Little = "little", '<';
///         /// Most significant byte first.
///         Big = "big", '>';
///     }
///     /// Both.
///     pub const ALL;
///     /// In a word.
///     pub fn word;
///     /// As Python's `struct` has it.
///     pub fn sign -> char;
/// }
/// assert_eq!(Order::ALL.map(Order::word), ["little", "big"]);
/// assert_eq!(Order::Big.sign(), '>');
/// ```
#[macro_export]
macro_rules! named {
    (
        $(#[$meta:meta])* $vis:vis enum $name:ident {
            $($(#[$variant_meta:meta])* $variant:ident = $($text:expr),+;)+
        }
        $($functions:tt)+
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$variant_meta])* $variant,)+
        }

        $crate::named!(@$name [$($variant = $($text),+;)+] $($functions)+);
    };
    (@$name:ident [$($variant:ident = $($text:expr),+;)+]
        $(#[$meta:meta])* $vis:vis const $all:ident; $($more:tt)*) => {
        impl $name {
            $(#[$meta])*
            $vis const $all: [$name; [$($name::$variant),+].len()] = [$($name::$variant),+];
        }

        $crate::named!(@$name [$($variant = $($text),+;)+] $($more)*);
    };
    (@$name:ident $texts:tt $(#[$meta:meta])* $vis:vis fn $fn:ident; $($more:tt)*) => {
        $crate::named!(@$name $texts $(#[$meta])* $vis fn $fn -> &'static str; $($more)*);
    };
    // Makes one function at a time, of the first text of each variant; the other texts are left for the next functions.
    (@$name:ident [$($variant:ident = $text:expr $(, $other:expr)*;)+]
        $(#[$meta:meta])* $vis:vis fn $fn:ident -> $type:ty; $($more:tt)*) => {
        impl $name {
            $(#[$meta])*
            $vis fn $fn(self) -> $type {
                match self {
                    $($name::$variant => $text,)+
                }
            }
        }

        $crate::named!(@$name [$($variant = $($other),*;)+] $($more)*);
    };
    (@$name:ident $texts:tt) => {};
}

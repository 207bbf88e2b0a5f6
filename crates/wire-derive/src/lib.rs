//! `#[derive(Wire)]` for crate `wire`: a struct is written as its fields, one after the other; an enum is written as
//! the index of its variant and the fields of that variant.

#![forbid(unsafe_code)]

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Error, Fields, Ident, Member};

/// Implements `wire::Wire` for a struct or an enum whose fields implement it. Fields are written in the order of their
/// declaration.
#[proc_macro_derive(Wire)]
pub fn derive(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    implement(&input).unwrap_or_else(Error::into_compile_error).into()
}

fn implement(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let (put, get) = match &input.data {
        Data::Struct(data) => {
            let parts = Parts::of(&data.fields);
            let (pattern, put, build) = (parts.pattern(), parts.put(), parts.build());
            (quote! { let #name #pattern = self; #put }, quote! { #name #build })
        }
        Data::Enum(data) => {
            let variants = data.variants.iter().map(|variant| (&variant.ident, Parts::of(&variant.fields)));
            let names: Vec<&Ident> = data.variants.iter().map(|variant| &variant.ident).collect();
            let (mut puts, mut gets) = (Vec::new(), Vec::new());
            for (variant, parts) in variants {
                let (pattern, put, build) = (parts.pattern(), parts.put(), parts.build());
                puts.push(
                    quote! { #name::#variant #pattern => { ::wire::Wire::put(&(Place::#variant as u8), to); #put } },
                );
                gets.push(quote! { Place::#variant => #name::#variant #build });
            }
            let place = quote! { enum Place { #(#names),* } };
            let put = quote! { #place match self { #(#puts)* } };
            let get = quote! {
                #place
                const PLACES: &[Place] = &[#(Place::#names),*];
                match from.place(PLACES) { #(#gets,)* }
            };
            (put, get)
        }
        Data::Union(_) => {
            return Err(Error::new_spanned(name, "Wire cannot be derived for a union: its active field is not known"));
        }
    };
    let (implementation, types, bounds) = input.generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #implementation ::wire::Wire for #name #types #bounds {
            fn put(&self, to: &mut ::wire::Packed) {
                #put
            }

            fn get(from: &mut ::wire::Reader<'_>) -> Self {
                #get
            }
        }
    })
}

/// The fields of a struct or a variant, each with a variable for it.
struct Parts {
    members: Vec<Member>,
    bound: Vec<Ident>,
}

impl Parts {
    fn of(fields: &Fields) -> Parts {
        let members: Vec<Member> = fields.members().collect();
        let bound = (0..members.len()).map(|i| format_ident!("part_{i}")).collect();
        Parts { members, bound }
    }

    /// The pattern that destructures a value.
    fn pattern(&self) -> TokenStream {
        let Parts { members, bound } = self;
        quote! { { #(#members: #bound),* } }
    }

    /// The statements that write the fields.
    fn put(&self) -> TokenStream {
        let bound = &self.bound;
        quote! { #(::wire::Wire::put(#bound, to);)* }
    }

    /// The expression that reads the fields and builds the value. Rust evaluates the fields of a struct expression in
    /// the order in which they are listed.
    fn build(&self) -> TokenStream {
        let members = &self.members;
        quote! { { #(#members: ::wire::Wire::get(from)),* } }
    }
}

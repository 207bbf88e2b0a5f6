//! Makes the linker keep relocations, by which `crates/bind` splits the page into two modules (feature `split`).

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        println!("cargo::rustc-link-arg=--emit-relocs");
    }
}

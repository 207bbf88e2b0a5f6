//! Makes the linker keep relocations, by which `crates/bind` cuts the module into two parts.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg=--emit-relocs");
}

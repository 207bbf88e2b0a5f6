//! What the kernel says of BTF: against kernels' answers in the corpus, the kernel that runs here, and blobs made by hand.

mod corpus;
mod damage;
mod header_rules;
mod kernel;
mod programs;
mod record_rules;
mod rules;
mod types_rules;

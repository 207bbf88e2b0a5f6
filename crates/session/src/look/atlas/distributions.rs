//! The distributions of an atlas, and which of them are asked.

use desk::AskAtlas;
use model::words::many;

use super::AtlasLook;
use crate::ask::Ask;

/// The distributions of the atlas that is asked.
#[derive(Debug, Default)]
pub struct Distributions {
    /// The distributions that the person chose; empty for all.
    chosen: Vec<String>,
    pub(super) ask: Ask<AskAtlas, Vec<(String, u32)>>,
}

impl Distributions {
    /// All distributions, each with the number of its kernels, the largest number first. Empty until they are known,
    /// and empty if there is only one, because there is nothing to choose then.
    pub fn offered(&self) -> &[(String, u32)] {
        self.ask.last().map(|all| all.as_slice()).filter(|all| all.len() > 1).unwrap_or_default()
    }

    /// Whether the person chose this distribution.
    pub fn is_chosen(&self, name: &str) -> bool {
        self.chosen().iter().any(|chosen| chosen == name)
    }

    /// The distributions that the person chose and that the atlas has; empty for all.
    pub(super) fn chosen(&self) -> Vec<String> {
        let known = |name: &&String| self.offered().iter().any(|(other, _)| other == *name);
        self.chosen.iter().filter(known).cloned().collect()
    }

    /// Chooses a distribution, or drops the choice. Choosing all is the same as choosing none.
    pub(super) fn toggle(&mut self, name: String) {
        match self.chosen.iter().position(|chosen| *chosen == name) {
            Some(at) => {
                self.chosen.remove(at);
            }
            None => self.chosen.push(name),
        }
        if self.chosen().len() == self.offered().len() {
            self.chosen.clear();
        }
    }

    /// Drops the choice, so that all distributions are asked.
    pub(super) fn all(&mut self) {
        self.chosen.clear();
    }
}

impl AtlasLook {
    /// The chosen distributions in words: `4,120 kernels of ubuntu`; none if all are asked.
    pub fn chosen_words(&self) -> Option<String> {
        let chosen = self.distributions.chosen();
        let of = |name: &String| self.distributions.offered().iter().find(|(other, _)| other == name).map(|(_, n)| *n);
        let kernels: u32 = chosen.iter().filter_map(of).sum();
        (!chosen.is_empty()).then(|| format!("{} of {}", many(kernels.into(), "kernel"), chosen.join(", ")))
    }

    /// The chosen distributions as a condition: `distribution:ubuntu,rhel`; empty if all are asked.
    pub fn condition(&self) -> String {
        match self.distributions.chosen().as_slice() {
            [] => String::new(),
            chosen => format!("distribution:{}", chosen.join(",")),
        }
    }
}

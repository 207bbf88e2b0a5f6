//! Carries out what features ask for.

use crate::Session;
use crate::out::Out;

impl Session {
    /// Carries out what a feature returned.
    pub(crate) fn apply_out(&mut self, out: Vec<Out>) {
        for out in out {
            match out {
                Out::Effect(effect) => self.effects.push(effect),
                Out::Ask(job) => self.asks.push(job),
                Out::Send(msg) => self.apply(msg),
                Out::MakeCurrent(id) => self.make_current(Some(id)),
                Out::ClearCurrent => self.make_current(None),
                Out::Screen(screen) => self.show_screen(screen),
                Out::Byte(byte) => {
                    if let Some(file) = self.seen.file_mut() {
                        file.look.byte = byte;
                    }
                }
                Out::Overlay(overlay) => {
                    self.copied.clear();
                    self.seen.overlay = overlay;
                }
                Out::Problem(problem) => {
                    if !self.intake.problems.contains(&problem) {
                        self.intake.problems.push(problem);
                    }
                }
                Out::View(view) => self.seen.view = view,
                Out::Go(id, path, history) => self.go_to(id, path, history),
                Out::Select(path) => self.select(path),
                Out::Show(show, history) => self.show_lesson_place(show, history),
                Out::Open(input) => self.open(*input),
                Out::Close(id) => self.close(id),
                Out::Digest(id, digest) => self.digest_known(id, digest),
                Out::Put(file, old) => self.put(*file, old),
                Out::Compare(pair) => self.seen.pairing.choose(pair),
                Out::Link(address, id) => self.show(&address, id),
                Out::CopyLink(link, said) => self.copy_link(link, &said),
                Out::Address(history) => self.link.mark_changed(history),
            }
        }
    }
}

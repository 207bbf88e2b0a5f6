//! A slider over the kernels of the atlas, below a relocation. It shows what the relocation becomes on each kernel.

use std::rc::Rc;

use desk::{AskSlide, Problem};
use model::relocations::{Slide, SlideStop};

use crate::Session;
use crate::ask::Ask;
use crate::feature::FileFeature;
use crate::file::OpenFile;
use crate::look::atlas::AtlasLook;
use crate::look::relocations::CoreLook;
pub use crate::msg::SlideMsg;
use crate::msg::{BrowserHistory, Effect};
use crate::out::Out;
use crate::receive::Receives;
use crate::seen::Seen;

/// The text before the kernel's name in the key of a relocation.
const OVER: &str = "~over@";

/// The state of the slider.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SlideLook {
    /// Whether the slider was asked for, by its button or by an address. It stays true from then on.
    pub wanted: bool,
    /// The index of the lane (`debian amd64`) among the lanes of the answer.
    pub lane: usize,
    /// The index of the stop among the stops of the lane.
    pub at: usize,
    /// The kernel that an address names. It waits here until the answer has come; then the slider moves to it.
    linked: Option<String>,
    /// Whether the slider gets the focus when the answer has come: true if the person clicked its button. The button
    /// had the focus, and is gone when the answer comes.
    takes_focus: bool,
    ask: Ask<AskSlide, Slide>,
}

impl SlideLook {
    /// The stops, once they are computed for the relocation that is shown.
    pub fn slide(&self) -> Option<&Rc<Slide>> {
        self.ask.answer()
    }

    /// Why there are no stops.
    pub fn problem(&self) -> Option<&str> {
        self.ask.problem()
    }

    /// The stop that is shown.
    pub fn stop(&self) -> Option<&SlideStop> {
        let slide = self.slide()?;
        slide.stops.get(*slide.of_lane(self.lane).get(self.at)?)
    }

    /// The text that an address has after the key of the relocation: [`OVER`] and a kernel. This is the kernel at which
    /// the slider stands or, before the answer has come, the kernel that the address named. Empty while the slider is
    /// not shown.
    pub(crate) fn key(&self, core: &CoreLook) -> String {
        let is_shown = self.wanted && !core.matrix && core.walk.step.is_none();
        let name = self.stop().map(|stop| stop.on.name.as_str()).or(self.linked.as_deref());
        name.filter(|_| is_shown).map(|name| format!("{OVER}{name}")).unwrap_or_default()
    }

    /// Splits the key of a relocation into the key without a kernel, and the kernel that the slider is to stand at.
    pub(crate) fn read(key: &str) -> (&str, Option<&str>) {
        key.rsplit_once(OVER).map_or((key, None), |(key, kernel)| (key, Some(kernel)))
    }

    /// Moves the slider to the kernel that an address names, now or when the answer has come.
    pub(crate) fn apply_address(&mut self, kernel: Option<&str>) {
        self.wanted |= kernel.is_some();
        self.linked = kernel.map(str::to_owned);
        self.go_to_linked();
    }

    /// Moves to the kernel that an address named, if it is among the answers. Returns whether it is.
    fn go_to_linked(&mut self) -> bool {
        let Some(slide) = self.slide().cloned() else { return false };
        let name = self.linked.take();
        let stop = slide.stops.iter().position(|stop| Some(&stop.on.name) == name.as_ref());
        let place = stop.and_then(|index| {
            let lane = slide.stops.get(index)?.lane as usize;
            Some((lane, slide.of_lane(lane).iter().position(|&at| at == index)?))
        });
        (self.lane, self.at) = place.unwrap_or((self.lane, self.at));
        place.is_some()
    }
}

impl FileFeature for SlideLook {
    type Msg = SlideMsg;
    type Reads<'a> = (&'a Seen, &'a AtlasLook, &'a CoreLook);
    const OF_PROGRAMS: bool = true;

    fn update(&mut self, msg: SlideMsg, _: &OpenFile, _: Self::Reads<'_>) -> Vec<Out> {
        match msg {
            SlideMsg::Show => (self.wanted, self.takes_focus) = (true, true),
            SlideMsg::At(at) => self.at = at,
            SlideMsg::Lane(lane) => {
                self.lane = lane;
                self.at = self.slide().map_or(0, |slide| slide.first_stop(lane));
            }
        }
        vec![Out::Address(BrowserHistory::Replace)]
    }

    /// Asks what the shown relocation becomes on the kernels, once the slider was asked for.
    fn reconcile(&mut self, file: &OpenFile, (seen, atlas, core): Self::Reads<'_>) -> Vec<Out> {
        let is_shown = seen.core().map(|f| f.id) == Some(file.id) && !core.matrix && core.walk.step.is_none();
        let Some(index) = core.picked.filter(|_| is_shown && self.wanted && atlas.any()) else { return vec![] };
        let ask = self.ask.want(AskSlide { file: file.id, index, atlas_id: atlas.atlas_id });
        ask.map(Out::ask).into_iter().collect()
    }
}

impl Receives<AskSlide> for Session {
    fn receive(&mut self, ask: AskSlide, result: Result<Box<Slide>, Problem>) {
        if let Some((_, look)) = self.file_and_look(ask.file) {
            let slide = &mut look.slide;
            let takes_focus = std::mem::take(&mut slide.takes_focus);
            let version = |of: &Slide, lane, at: usize| Some(of.stops.get(*of.of_lane(lane).get(at)?)?.version.clone());
            let before = slide
                .ask
                .last()
                .and_then(|last| Some((last.lanes.get(slide.lane)?.clone(), version(last, slide.lane, slide.at)?)));
            if slide.ask.receive(&ask, result.map(|found| *found))
                && let Some(found) = slide.slide().cloned()
            {
                // The slider goes to the kernel that an address named. Without such a kernel, it stays in its lane at
                // the version of the previous answer, if the new answer has both.
                if slide.go_to_linked() {
                    return;
                }
                let same = before.and_then(|(lane, kernel)| {
                    let lane = found.lanes.iter().position(|other| *other == lane)?;
                    let stops = found.of_lane(lane);
                    let is_same = |stop: &usize| found.stops.get(*stop).is_some_and(|stop| stop.version == kernel);
                    Some((lane, stops.iter().position(is_same)?))
                });
                (slide.lane, slide.at) = same.unwrap_or_else(|| {
                    let lane = found.first_lane();
                    (lane, found.first_stop(lane))
                });
                if self.current() == Some(ask.file) {
                    self.link.mark_changed(BrowserHistory::Replace);
                    self.effects.extend(takes_focus.then_some(Effect::FocusSlide));
                }
            }
        }
    }
}

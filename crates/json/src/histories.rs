//! The history of a name or a field on the kernels of an atlas: `history --json`, and `Atlas.history()` of the npm
//! package.

use atlas::{Atlas, AtlasKernel, Error, Form, ModulesFile, Ranges};
use model::atlas::{
    Asked, FieldLine, Followed, History, HistoryStep, StripLane, StripRun, field_lines, history_among, of_modules, wide,
};
use serde::Serialize;

/// The history of a name or of a field.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
#[serde(untagged)]
pub enum HistoryOf<'a> {
    /// The history of a type, a function or a variable.
    Name(NameHistory<'a>),
    /// The history of a member.
    Field(FieldHistory<'a>),
}

/// The history of a name.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct NameHistory<'a> {
    forms: Vec<FormOf<'a>>,
    /// Sentences on the modules that have the name, one for each; empty if nothing is known.
    modules: Vec<String>,
    #[serde(flatten)]
    picture: Picture,
}

/// A definition that a name had.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct FormOf<'a> {
    kind: &'static str,
    name: String,
    /// The index among several types of this kind and name, from 0.
    ordinal: u32,
    kernels: Vec<&'a str>,
}

/// The history of a field.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct FieldHistory<'a> {
    path: &'a str,
    fields: Vec<FieldAt<'a>>,
    #[serde(flatten)]
    picture: Picture,
}

/// A place that a field had.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct FieldAt<'a> {
    place: String,
    kernels: Vec<&'a str>,
}

/// The part that both kinds of history have: the sentence, the lanes, the steps.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct Picture {
    headline: String,
    /// The other names that are taken for the same thing, in a sentence each.
    followed: Vec<String>,
    lanes: Vec<Lane>,
    steps: Vec<Step>,
}

/// The kernels of one architecture and flavour.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct Lane {
    lane: String,
    runs: Vec<Run>,
}

/// Neighbouring series in which the kernels of a lane agree.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct Run {
    /// The series; the lane has a kernel of each.
    series: Vec<String>,
    text: String,
    kernels: u32,
    about: String,
}

/// A change.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct Step {
    lanes: String,
    between: String,
    /// Whether the change comes with another configuration, not with another version.
    configuration: bool,
    /// `+24 → +32`.
    change: String,
}

/// The change of a step as text: `+24 → +32`.
pub fn change(history: &History, step: &HistoryStep) -> String {
    let short = |at: u32| history.shapes.get(at as usize).map_or("", |shape| shape.short.as_str());
    format!("{} → {}", short(step.from), short(step.to))
}

impl Picture {
    fn of(history: &History) -> Picture {
        let strip = wide(history);
        let run = |run: &StripRun| Run {
            series: strip.columns.get(run.from as usize..run.to as usize).unwrap_or_default().to_vec(),
            text: run.text.clone(),
            kernels: run.kernels,
            about: run.about.clone(),
        };
        let lane = |lane: &StripLane| Lane {
            lane: format!("{} {}", lane.title, lane.aside).trim_end().to_owned(),
            runs: lane.runs.iter().map(run).collect(),
        };
        let step = |step: &HistoryStep| Step {
            lanes: step.lanes.clone(),
            between: step.between.clone(),
            configuration: step.is_configuration,
            change: change(history, step),
        };
        Picture {
            headline: history.headline.clone(),
            followed: history.followed.iter().map(Followed::words).collect(),
            lanes: strip.lanes.iter().map(lane).collect(),
            steps: history.steps.iter().map(step).collect(),
        }
    }
}

impl<'a> NameHistory<'a> {
    /// A history with these forms, each with its kernels; `names` are the names of all kernels.
    pub fn of(forms: &[FormOn], modules: Vec<String>, history: &History, names: &'a [String]) -> NameHistory<'a> {
        let form = |(form, kernels): &FormOn| FormOf {
            kind: form.kind.as_str(),
            name: btf::visible(&form.name).into_owned(),
            ordinal: form.ordinal,
            kernels: named(names, kernels),
        };
        NameHistory { forms: forms.iter().map(form).collect(), modules, picture: Picture::of(history) }
    }
}

impl<'a> FieldHistory<'a> {
    /// A history with these places of a field; `names` are the names of all kernels.
    pub fn of(path: &'a str, lines: Vec<FieldLine>, history: &History, names: &'a [String]) -> FieldHistory<'a> {
        let line = |line: FieldLine| FieldAt { kernels: named(names, &line.kernels), place: line.place };
        FieldHistory { path, fields: lines.into_iter().map(line).collect(), picture: Picture::of(history) }
    }
}

/// A form, and the chosen kernels that have it.
pub type FormOn = (Form, Vec<u32>);

/// The forms that a name has on the kernels for which `keep` is true, in order, each with its kernels among these. The
/// second result is whether any kernel of the atlas has the name.
///
/// # Errors
/// A block of the atlas is damaged or cannot be read.
pub fn forms<R: Ranges>(
    atlas: &Atlas<R>,
    asked: &Asked,
    keep: &dyn Fn(&AtlasKernel) -> bool,
) -> Result<(Vec<FormOn>, bool), Error> {
    let Asked::Name(kind, name) = asked else { return Ok((Vec::new(), false)) };
    let mut forms = atlas.forms_of(&btf::unescaped(name), *kind)?;
    let any = !forms.is_empty();
    forms.sort_by_key(|form| (form.kind.number(), form.ordinal, form.kernels.iter().next()));
    let is_kept = |k: &u32| atlas.kernels().get(*k as usize).is_some_and(keep);
    let chosen = |form: Form| {
        let kernels: Vec<u32> = form.kernels.iter().filter(is_kept).collect();
        (!kernels.is_empty()).then_some((form, kernels))
    };
    Ok((forms.into_iter().filter_map(chosen).collect(), any))
}

/// The history of the asked type, function or field on the kernels for which `keep` is true. `modules`: the file with
/// the names of modules, if there is one. `None` for a field if no kernel of the atlas has its type; `None` for a name
/// if none of these kernels has it and no module brings it.
///
/// # Errors
/// A block of the atlas is damaged or cannot be read.
pub fn history<'a, R: Ranges, M: Ranges>(
    atlas: &Atlas<R>,
    modules: Option<&ModulesFile<M>>,
    asked: &'a Asked,
    names: &'a [String],
    keep: &dyn Fn(&AtlasKernel) -> bool,
) -> Result<Option<HistoryOf<'a>>, Error> {
    if let Asked::Field(path) | Asked::Only(path) = asked {
        let Some(lines) = field_lines(atlas, path, keep)? else { return Ok(None) };
        let history = history_among(atlas, asked, keep)?.unwrap_or_default();
        return Ok(Some(HistoryOf::Field(FieldHistory::of(path.as_str(), lines, &history, names))));
    }
    let (forms, _) = forms(atlas, asked, keep)?;
    let found = modules.map(|modules| of_modules(modules, asked, None)).transpose()?.flatten();
    let brought = found.map(|found| found.modules);
    if forms.is_empty() && brought.is_none() {
        return Ok(None);
    }
    let history = if forms.is_empty() { None } else { history_among(atlas, asked, keep)? };
    let history = history.unwrap_or_default();
    Ok(Some(HistoryOf::Name(NameHistory::of(&forms, brought.unwrap_or_default(), &history, names))))
}

fn named<'a>(names: &'a [String], kernels: &[u32]) -> Vec<&'a str> {
    kernels.iter().filter_map(|&k| names.get(k as usize).map(String::as_str)).collect()
}

//! Takes a picture of the built site in a real Chromium, after some steps.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::Value;
use tests::browser::{Browser, Refusal, Theme};

const HELP: &str = "\
Takes a picture of the built site (dist/, or BTFSCOPE_DIST) in a headless Chromium.

    cargo run -q -p tests --bin look -- [OPTIONS AND STEPS] OUT.png

Options:
    --size WxH          the window in CSS pixels (1440x900)
    --theme dark|light  what the system prefers (light)
    --calm              the system prefers reduced motion
    --forced            the system forces its own colours
    --text              print the page's text at the end

Steps, done in the order given; after each the page comes to rest:
    --file PATH         choose a file through the file input (comma between several at once)
    --drop PATH         drop a file onto the window
    --hash FRAGMENT     before all other steps: open the site there; later: go there
    --press KEYS        keys with blanks between: \"Ctrl+K\", \"/ s k b ArrowDown Enter\"
    --type TEXT         type a text key by key
    --click CSS         click what a selector finds; ROLE=NAME as in \"tab=Tree\" goes by role and name
    --hover CSS         move the mouse there (also ROLE=NAME)
    --wait TEXT         wait until the page shows this
    --paper yes|no      show the page as on paper, or as on the screen again
    --js CODE           run a function body; prints what it returns
    --back, --reload    the browser's buttons
    --shot PATH.png     another picture at this moment

The messages on the page's console are printed at the end.
";

/// The command line: the browser's settings, the steps, and the file of the picture.
#[derive(Debug)]
struct Plan {
    size: (u32, u32),
    theme: Theme,
    calm: bool,
    forced: bool,
    text: bool,
    steps: Vec<(String, String)>,
    output: PathBuf,
}

fn main() -> ExitCode {
    let plan = match parse(std::env::args().skip(1)) {
        Ok(Some(plan)) => plan,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(mistake) => {
            eprintln!("look: {mistake}; --help says more");
            return ExitCode::from(2);
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let done = runtime.map_err(|error| error.to_string()).and_then(|runtime| runtime.block_on(run(&plan)));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("look: {error}");
            ExitCode::FAILURE
        }
    }
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Option<Plan>, String> {
    let mut plan = Plan {
        size: (1440, 900),
        theme: Theme::Light,
        calm: false,
        forced: false,
        text: false,
        steps: vec![],
        output: PathBuf::new(),
    };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--size" => plan.size = size(&value()?).ok_or("--size wants something like 1440x900")?,
            "--theme" => {
                plan.theme = match value()?.as_str() {
                    "dark" => Theme::Dark,
                    "light" => Theme::Light,
                    other => return Err(format!("no theme {other:?}")),
                }
            }
            "--calm" => plan.calm = true,
            "--forced" => plan.forced = true,
            "--text" => plan.text = true,
            "--back" | "--reload" => plan.steps.push((word, String::new())),
            "--file" | "--drop" | "--hash" | "--press" | "--type" | "--click" | "--hover" | "--wait" | "--js"
            | "--paper" | "--shot" => {
                let value = value()?;
                plan.steps.push((word, value));
            }
            option if option.starts_with('-') => return Err(format!("no option {option}")),
            _ if plan.output.as_os_str().is_empty() => plan.output = PathBuf::from(word),
            _ => return Err(format!("one picture only, {word:?} is too much (see --shot)")),
        }
    }
    if plan.output.as_os_str().is_empty() {
        return Err("where shall the picture go?".to_owned());
    }
    Ok(Some(plan))
}

fn size(text: &str) -> Option<(u32, u32)> {
    let (width, height) = text.split_once('x')?;
    Some((width.parse().ok()?, height.parse().ok()?))
}

async fn run(plan: &Plan) -> Result<(), String> {
    let page = match Browser::launch(plan.size).await {
        Ok(page) => page,
        Err(Refusal::Missing(why) | Refusal::Failed(why)) => return Err(why),
    };
    if plan.forced {
        page.force_colors(plan.theme).await;
    } else {
        page.prefer(plan.theme, plan.calm).await;
    }
    let mut steps = plan.steps.as_slice();
    let fragment = match steps.split_first() {
        Some(((step, fragment), rest)) if step == "--hash" => {
            steps = rest;
            fragment.trim_start_matches('#')
        }
        _ => "",
    };
    page.go(fragment).await;
    page.settle().await;
    for (step, value) in steps {
        take(&page, step, value).await;
        page.settle().await;
    }
    page.screenshot_to(&plan.output).await;
    println!("{}", plan.output.display());
    if plan.text {
        println!("{}", page.text().await);
    }
    for line in page.console().await {
        println!("console: {line}");
    }
    Ok(())
}

async fn take(page: &Browser, step: &str, value: &str) {
    match step {
        "--file" => {
            let files: Vec<&Path> = value.split(',').map(Path::new).collect();
            page.browse(&files).await;
        }
        "--drop" => page.drop_file(Path::new(value)).await,
        "--hash" => {
            let fragment = Value::from(value.trim_start_matches('#'));
            page.js_with("location.hash = arguments[0]", vec![fragment]).await;
        }
        "--press" => {
            for keys in value.split_whitespace() {
                page.press(keys).await;
            }
        }
        "--type" => page.type_text(value).await,
        "--click" => match role_and_name(value) {
            Some((role, name)) => page.click(role, name).await,
            None => page.click_css(value).await,
        },
        "--hover" => {
            let element = match role_and_name(value) {
                Some((role, name)) => page.by_role(role, name).await,
                None => page.css(value).await,
            };
            page.hover(&element).await;
        }
        "--wait" => page.wait_for_text(value).await,
        "--paper" => page.paper(value == "yes").await,
        "--js" => println!("{}", page.js(value).await),
        "--back" => page.back().await,
        "--reload" => page.reload().await,
        "--shot" => page.screenshot_to(Path::new(value)).await,
        other => unreachable!("{other} was parsed"),
    }
}

/// Splits `tab=Tree` into role and name; none for a selector like `[role=tab]` or `#id`.
fn role_and_name(text: &str) -> Option<(&str, &str)> {
    text.split_once('=').filter(|(role, _)| role.chars().all(|letter| letter.is_ascii_lowercase()))
}

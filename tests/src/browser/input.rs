//! Input as from a person: keys, clicks, files.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fantoccini::actions::{InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::elements::{Element, ElementRef};
use serde_json::{Value, json};

use super::{Browser, Engine, PATIENCE, keys};

/// The key by which WebDriver identifies an element in JSON.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Makes the page record when all pressed keys are released. True when the page gets key events.
const HEAR: &str = "const down = new Set(); \
    const note = e => { \
      if (e.type === 'keydown') down.add(e.code); else down.delete(e.code); \
      if (down.size === 0) { \
        for (const type of ['keydown', 'keyup']) removeEventListener(type, note, true); \
        setTimeout(() => { window.keysWereHeard = true; }); \
      } \
    }; \
    window.keysWereHeard = false; \
    for (const type of ['keydown', 'keyup']) addEventListener(type, note, true); \
    return document.hasFocus() && document.activeElement !== document.body";

/// True when all keys are released, or after half a second: a key may move the focus out of the page, or load another
/// page.
const HEARD: &str = "const began = window.waitsForKeys ??= performance.now(); \
    const over = window.keysWereHeard !== false || performance.now() - began > 500; \
    if (over) window.waitsForKeys = undefined; \
    return over";

impl Browser {
    /// Presses keys together, written like `Ctrl+K`, `Shift+D`, `/`, `3`, `ArrowDown`, then lets the page settle.
    pub async fn press(&self, keys: &str) {
        self.strike(keys).await;
        self.settle_soon().await;
    }

    /// Presses keys together without waiting for the page. For keys that only move the focus.
    pub async fn tap(&self, keys: &str) {
        self.strike(keys).await;
    }

    /// Types a text key by key into the focused element, then lets the page settle.
    pub async fn type_text(&self, text: &str) {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for letter in text.chars() {
            actions = chord(actions, letter.encode_utf8(&mut [0; 4]));
        }
        self.check(&format!("type {text}"), self.client.perform_actions(actions).await);
        self.settle_soon().await;
    }

    async fn strike(&self, keys: &str) {
        let actions = chord(KeyActions::new("keyboard".to_owned()), keys);
        let hears = self.engine == Engine::WebKit && self.js(HEAR).await == Value::Bool(true);
        self.check(&format!("press {keys}"), self.client.perform_actions(actions).await);
        if hears {
            // The driver may answer before the page gets the events.
            self.until(HEARD, vec![]).await;
        }
        if self.engine == Engine::Firefox && keys.ends_with("Tab") {
            // After the last element, Tab moves the focus to the browser's window, and the driver's keys cannot move it
            // back.
            self.js("if (!document.hasFocus()) window.focus()").await;
        }
    }

    /// The first visible element with this role and exactly this accessible name. Waits until it exists.
    ///
    /// # Panics
    /// When it does not appear. The message lists the names of the elements with this role.
    pub async fn by_role(&self, role: &str, name: &str) -> Element {
        let find = roles("return withRole(arguments[0]).find(([, name]) => name === arguments[1])?.[0] ?? null");
        if let Some(element) = self.element(&find, vec![json!(role), json!(name)]).await {
            return element;
        }
        let names = self.names(role).await;
        self.fail(&format!("waited for {role} {name:?}; there are {names:?}")).await
    }

    /// The accessible names of all visible elements with this role, in document order.
    pub async fn names(&self, role: &str) -> Vec<String> {
        let names =
            self.js_with(&roles("return withRole(arguments[0]).map(([, name]) => name)"), vec![json!(role)]).await;
        names.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Clicks the element with this role and name, then lets the page settle.
    pub async fn click(&self, role: &str, name: &str) {
        let element = self.by_role(role, name).await;
        self.click_on(&element, &format!("{role} {name:?}")).await;
    }

    /// Clicks element number `nth` (from 0) of those with this role and name, then lets the page settle.
    pub async fn click_nth(&self, role: &str, name: &str, nth: usize) {
        let find = roles(
            "return withRole(arguments[0]).filter(([, name]) => name === arguments[1])[arguments[2]]?.[0] ?? null",
        );
        let Some(element) = self.element(&find, vec![json!(role), json!(name), json!(nth)]).await else {
            self.fail(&format!("waited for number {nth} of {role} {name:?}")).await
        };
        self.click_on(&element, &format!("{role} {name:?}")).await;
    }

    /// Waits until there are `count` elements with this role and name.
    pub async fn wait_for_count(&self, role: &str, name: &str, count: usize) {
        let body = format!(
            "return withRole({}).filter(([, name]) => name === {}).length === {count}",
            json!(role),
            json!(name)
        );
        self.wait_for(&roles(&body), &format!("{count} of {role} {name:?}")).await;
    }

    /// Waits until the number of rows on the screen of the list, tree or grid with this role and
    /// name satisfies `enough`.
    pub async fn wait_for_rows(&self, role: &str, name: &str, enough: impl Fn(usize) -> bool) {
        for _ in 0..600 {
            if enough(self.rows(role, name).await.len()) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        self.fail(&format!("waited for other rows in {role} {name:?}")).await
    }

    /// Clicks the first element that matches a CSS selector, then lets the page settle. Prefer [`Browser::click`].
    pub async fn click_css(&self, selector: &str) {
        let element = self.css(selector).await;
        self.click_on(&element, selector).await;
    }

    async fn click_on(&self, element: &Element, what: &str) {
        if self.engine == Engine::WebKit {
            // The driver clicks only what is in view.
            let sight = "arguments[0].scrollIntoView({ block: 'nearest', inline: 'nearest' })";
            self.js_with(sight, vec![serde_json::to_value(element).unwrap_or_default()]).await;
        }
        self.check(&format!("click {what}"), element.clone().click().await);
        self.settle_soon().await;
    }

    /// The first element that matches a CSS selector. Waits until it exists.
    pub async fn css(&self, selector: &str) -> Element {
        let find = "return document.querySelector(arguments[0])";
        let Some(element) = self.element(find, vec![json!(selector)]).await else {
            self.fail(&format!("waited for {selector}")).await
        };
        element
    }

    /// The element that a function body returns. Waits until it returns one; `None` after a minute.
    async fn element(&self, find: &str, arguments: Vec<Value>) -> Option<Element> {
        let found = self.until(find, arguments).await?;
        let id = ElementRef::from(found[ELEMENT].as_str()?.to_owned());
        Some(Element::from_element_id(self.client.clone(), id))
    }

    /// Moves the mouse to the middle of an element, then lets the page settle.
    pub async fn hover(&self, element: &Element) {
        let (x, y) = self.middle(element).await;
        self.mouse(vec![to(x, y)]).await;
    }

    /// Moves the mouse to a point `right` CSS pixels right of the middle of an element, clicks if `click`, then lets
    /// the page settle.
    pub async fn point(&self, element: &Element, right: f64, click: bool) {
        let (x, y) = self.middle(element).await;
        let mut actions = vec![to(x + right, y)];
        if click {
            actions.extend([DOWN, UP]);
        }
        self.mouse(actions).await;
    }

    /// Presses the mouse in the middle of an element, moves it by these CSS pixels, and releases it.
    pub async fn drag(&self, element: &Element, right: f64, down: f64) {
        let (x, y) = self.middle(element).await;
        let (half, whole) = (to(x + right / 2.0, y + down / 2.0), to(x + right, y + down));
        self.mouse(vec![to(x, y), DOWN, half, whole, UP]).await;
    }

    /// The middle of an element in CSS pixels of the window, after scrolling it into view.
    async fn middle(&self, element: &Element) -> (f64, f64) {
        let body = "arguments[0].scrollIntoView({ block: 'nearest', inline: 'nearest' }); \
                    const box = arguments[0].getBoundingClientRect(); \
                    return [box.x + box.width / 2, box.y + box.height / 2]";
        let id = element.element_id();
        let middle = self.js_with(body, vec![json!({ ELEMENT: id.as_ref() as &str })]).await;
        (middle[0].as_f64().unwrap_or_default(), middle[1].as_f64().unwrap_or_default())
    }

    async fn mouse(&self, actions: Vec<PointerAction>) {
        let sequence = actions.into_iter().fold(MouseActions::new("mouse".to_owned()), MouseActions::then);
        self.check("move the mouse", self.client.perform_actions(sequence).await);
        self.settle_soon().await;
    }

    /// Gives files to the page through its file input, as its Open dialog does, then lets the page settle.
    pub async fn browse(&self, files: &[&Path]) {
        self.browse_into("input[type=file]", files).await;
    }

    /// Like [`Browser::browse`], through the file input that matches a CSS selector.
    pub async fn browse_into(&self, selector: &str, files: &[&Path]) {
        self.choose_into(selector, files).await;
        self.settle().await;
    }

    /// Like [`Browser::browse`], without waiting for the result.
    pub async fn choose(&self, files: &[&Path]) {
        self.choose_into("input[type=file]", files).await;
    }

    async fn choose_into(&self, selector: &str, files: &[&Path]) {
        let input = self.css(selector).await;
        let paths = absolute(files).join("\n");
        // WebKit's driver answers before the page has the files.
        if self.engine == Engine::WebKit {
            let heard = "window.chosen = false; document.addEventListener('change', () => { window.chosen = true; }, \
                         { capture: true, once: true })";
            self.js(heard).await;
        }
        self.check("choose files", input.send_keys(&paths).await);
        if self.engine == Engine::WebKit {
            self.wait_for("return window.chosen", "the files in the page").await;
        }
    }

    /// Drops files onto the middle of the window. In Chromium it is real drag and drop, in other browsers the same
    /// events are made by script.
    pub async fn drop_files(&self, files: &[&Path]) {
        if self.engine == Engine::Chromium {
            let size = self.js("return [innerWidth / 2, innerHeight / 2]").await;
            let data = json!({ "items": [], "files": absolute(files), "dragOperationsMask": 1 });
            for kind in ["dragEnter", "dragOver", "drop"] {
                let event = json!({ "type": kind, "x": size[0], "y": size[1], "data": data });
                self.devtools("Input.dispatchDragEvent", event).await;
            }
        } else {
            let file = |path: &&Path| match fs::read(path) {
                Ok(bytes) => {
                    let changed = fs::metadata(path).and_then(|facts| facts.modified()).ok();
                    let changed =
                        changed.and_then(|at| at.duration_since(UNIX_EPOCH).ok()).map(|since| since.as_millis() as u64);
                    json!([path.file_name().unwrap_or_default().to_string_lossy(), STANDARD.encode(bytes), changed])
                }
                Err(error) => panic!("{}: {error}", path.display()),
            };
            self.js_with(include_str!("drop.js"), vec![files.iter().map(file).collect()]).await;
        }
        self.settle().await;
    }

    /// Drops one file, see [`Browser::drop_files`].
    pub async fn drop_file(&self, file: &Path) {
        self.drop_files(&[file]).await;
    }

    /// Allows the page to use the clipboard, for which Chromium would ask the person.
    pub async fn allow_clipboard(&self) {
        if self.engine != Engine::Chromium {
            return;
        }
        for name in ["clipboard-read", "clipboard-write"] {
            let permission = json!({ "descriptor": { "name": name }, "state": "granted" });
            self.post("permissions", permission).await;
        }
    }

    /// Pastes a text: through the clipboard and keys, or in WebKit, where scripts may not write to the clipboard, by an
    /// event.
    pub async fn paste(&self, text: &str) {
        if self.engine != Engine::WebKit {
            self.allow_clipboard().await;
            if self.engine == Engine::Chromium {
                // Only a document with the focus may write, and a headless window need not have it.
                self.devtools("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).await;
            }
            // Press the keys only after the text is on the clipboard.
            let write = "const [text, done] = arguments; navigator.clipboard.writeText(text).then(() => done(true), error => done(`${error}`))";
            let written =
                self.check("write to the clipboard", self.client.execute_async(write, vec![json!(text)]).await);
            assert_eq!(written, json!(true), "the text is on the clipboard");
            return self.press("Ctrl+V").await;
        }
        let event = "const data = new DataTransfer(); data.setData('text/plain', arguments[0]); \
                     document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))";
        self.js_with(event, vec![json!(text)]).await;
        self.settle_soon().await;
    }

    /// The text on the clipboard. Needs [`Browser::allow_clipboard`]. WebKit does not let scripts read the clipboard.
    /// There, the text is pasted into a field made for this; afterwards the focus is where it was.
    pub async fn clipboard(&self) -> String {
        if self.engine == Engine::WebKit {
            self.js(include_str!("paste.js")).await;
            // The page may write to the clipboard later than this call: a paste before that pastes nothing, so it is
            // repeated.
            let began = Instant::now();
            while began.elapsed() < PATIENCE {
                self.strike("Ctrl+V").await;
                let pasted = self.js("return window.pasteForTests()").await;
                if let Some(text) = pasted.as_str() {
                    return text.to_owned();
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            return String::new();
        }
        let read = "const done = arguments[0]; navigator.clipboard.readText().then(done, error => done(`${error}`))";
        let text = self.check("read the clipboard", self.client.execute_async(read, vec![]).await);
        text.as_str().unwrap_or_default().to_owned()
    }
}

const DOWN: PointerAction = PointerAction::Down { button: MOUSE_BUTTON_LEFT };
const UP: PointerAction = PointerAction::Up { button: MOUSE_BUTTON_LEFT };

/// A mouse move to a point of the window, in CSS pixels.
fn to(x: f64, y: f64) -> PointerAction {
    PointerAction::MoveTo { duration: None, x, y }
}

/// Adds all keys of a chord: down, then up.
fn chord(mut actions: KeyActions, keys: &str) -> KeyActions {
    let chord = keys::chord(keys);
    for &value in &chord {
        actions = actions.then(KeyAction::Down { value });
    }
    for &value in chord.iter().rev() {
        actions = actions.then(KeyAction::Up { value });
    }
    actions
}

/// A function body, preceded by the functions of `roles.js`.
pub(super) fn roles(body: &str) -> String {
    format!("{}\n{body}", include_str!("roles.js"))
}

/// Absolute paths, since the browser has another working directory.
fn absolute(files: &[&Path]) -> Vec<String> {
    let absolute = |file: &&Path| match file.canonicalize() {
        Ok(path) => path.to_string_lossy().into_owned(),
        Err(error) => panic!("{}: {error}", file.display()),
    };
    files.iter().map(absolute).collect()
}

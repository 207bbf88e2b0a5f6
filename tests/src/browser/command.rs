//! The WebDriver commands of chromedriver that fantoccini has no function for.

use fantoccini::wd::WebDriverCompatibleCommand;
use serde_json::Value;

/// `POST session/{id}/{path}` with a JSON body.
#[derive(Debug)]
pub(super) struct Post {
    path: &'static str,
    body: String,
}

impl Post {
    pub(super) fn new(path: &'static str, body: &Value) -> Post {
        Post { path, body: body.to_string() }
    }
}

impl WebDriverCompatibleCommand for Post {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.clone()))
    }
}

//! axe-core in the page: what keeps people out who do not see, or do not use a mouse.

use std::fs;

use serde_json::{Value, json};

use super::{Browser, top};

/// Runs axe-core over the page and calls back with its violations that are serious or critical.
const RUN: &str = "const [rules, done] = arguments; \
    axe.run(document, { resultTypes: ['violations'], ...(rules.length ? { runOnly: rules } : {}) }).then( \
      result => done(result.violations.filter(v => v.impact === 'serious' || v.impact === 'critical').map(v => \
        `${v.impact} ${v.id} (${v.help}): ` + v.nodes.slice(0, 6).map(n => `${n.target.join(' ')} — \
          ${n.any.concat(n.all, n.none).map(c => c.message).join('; ')}`).join('\\n    '))), \
      error => done([`axe-core failed: ${error}`]))";

impl Browser {
    /// What axe-core finds on the page as it stands by these rules (none for all), serious and critical only: a line a rule. `None`
    /// when axe-core is not installed (`cargo xtask test` does it where there is node).
    pub async fn axe(&self, rules: &[&str]) -> Option<Vec<String>> {
        if self.js("return typeof axe === 'undefined'").await == Value::Bool(true) {
            let source = fs::read_to_string(top().join(".tools/npm/node_modules/axe-core/axe.min.js")).ok()?;
            // As a function body: the page's policy lets no foreign script in, not even a test's.
            self.js_with(&format!("{source}; window.axe = axe;"), vec![json!(null)]).await;
        }
        let found = self.check("run axe-core", self.client.execute_async(RUN, vec![json!(rules)]).await);
        Some(found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect())
    }
}

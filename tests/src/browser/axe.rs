//! axe-core in the page: finds barriers for people who cannot see, or do not use a mouse.

use std::fs;

use serde_json::{Value, json};

use super::{Browser, top};

/// Runs axe-core on the page and calls back with its violations that are serious or critical.
const RUN: &str = "const [rules, done] = arguments; \
    axe.run(document, { resultTypes: ['violations'], ...(rules.length ? { runOnly: rules } : {}) }).then( \
      result => done(result.violations.filter(v => v.impact === 'serious' || v.impact === 'critical').map(v => \
        `${v.impact} ${v.id} (${v.help}): ` + v.nodes.slice(0, 6).map(n => `${n.target.join(' ')} — \
          ${n.any.concat(n.all, n.none).map(c => c.message).join('; ')}`).join('\\n    '))), \
      error => done([`axe-core failed: ${error}`]))";

impl Browser {
    /// The serious and critical violations of these rules (empty: all rules) on the page as it is now, a text for each
    /// rule. `None` when axe-core is not installed (`cargo xtask test` installs it when there is npm).
    pub async fn axe(&self, rules: &[&str]) -> Option<Vec<String>> {
        if self.js("return typeof axe === 'undefined'").await == Value::Bool(true) {
            let source = fs::read_to_string(top().join(".tools/npm/node_modules/axe-core/axe.min.js")).ok()?;
            // axe-core is passed as a function body, because the page's policy allows no script element from elsewhere.
            self.js_with(&format!("{source}; window.axe = axe;"), vec![json!(null)]).await;
        }
        let found = self.check("run axe-core", self.client.execute_async(RUN, vec![json!(rules)]).await);
        Some(found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect())
    }
}

//! Makes a PNG of an SVG file, with the browser's canvas.

use gloo::utils::document;
use js_sys::Reflect;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement, Url};

use super::download::{SVG, blob, save_blob};

/// PNG pixels for one SVG unit, so that the picture is sharp on dense screens.
const SCALE: u32 = 2;
/// The largest side of a canvas that browsers draw, in pixels.
const MOST: u32 = 16_000;

/// Draws an SVG file and saves it as a PNG under `name`. Returns before that is done.
pub fn save_png(name: String, svg: &[u8]) {
    let _ = try_save(name, svg);
}

fn try_save(name: String, svg: &[u8]) -> Option<()> {
    let url = Url::create_object_url_with_blob(&blob(svg, SVG)?).ok()?;
    let image = HtmlImageElement::new().ok()?;
    let drawn = {
        let (image, url) = (image.clone(), url.clone());
        Closure::once_into_js(move || {
            let _ = draw(&image, name);
            let _ = Url::revoke_object_url(&url);
        })
    };
    Reflect::set(&image, &"onload".into(), &drawn).ok()?;
    image.set_src(&url);
    Some(())
}

fn draw(image: &HtmlImageElement, name: String) -> Option<()> {
    let (width, height) = (image.natural_width(), image.natural_height());
    let scale = SCALE.min(MOST / width.max(height).max(1)).max(1);
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(width * scale);
    canvas.set_height(height * scale);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    let (w, h) = (f64::from(width * scale), f64::from(height * scale));
    context.draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, w, h).ok()?;
    let done = Closure::once_into_js(move |png: JsValue| {
        if let Ok(png) = png.dyn_into::<Blob>() {
            let _ = save_blob(&name, &png);
        }
    });
    canvas.to_blob(done.unchecked_ref()).ok()
}

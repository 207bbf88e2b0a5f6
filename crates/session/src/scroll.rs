//! Virtual scrolling: which rows of a long list are visible. All rows have the same height.
//!
//! The page has a scrolling element, and in it an element that is as high as all rows together
//! ([`Viewport::element_height`]). Only the rows of [`Viewport::window`] exist; they are moved down by
//! [`Window::top`]. Browsers limit the height of an element (Firefox to 17.9 million pixels, others to 33 million). A
//! longer list gets an element of height [`MAX_HEIGHT`] and a scaled scroll bar: one pixel of scrolling then stands
//! for several pixels of content. Heights and distances are CSS pixels, with fractions.

/// The height of the tallest element, in pixels: below the limits of browsers.
pub const MAX_HEIGHT: f64 = 15_000_000.0;

/// A list of rows of the same height, and its visible part.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Viewport {
    /// The number of rows.
    pub rows: u32,
    /// The height of a row.
    pub row_height: f64,
    /// The height of the visible part.
    pub view_height: f64,
    /// The largest height that the inner element may have.
    pub max_height: f64,
}

/// The rows to draw.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Window {
    /// The first row.
    pub first: u32,
    /// The number of rows.
    pub count: u32,
    /// The distance from the top of the inner element to the first row.
    pub top: f64,
}

/// Where on the screen a row is scrolled to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// To the nearest place at which the whole row is visible; nowhere if it is visible already.
    Nearest,
    /// To the middle, unless the row is visible already.
    Center,
    /// To the top.
    Start,
}

impl Viewport {
    /// A viewport with the usual [`MAX_HEIGHT`].
    pub fn new(rows: u32, row_height: f64, view_height: f64) -> Viewport {
        Viewport { rows, row_height, view_height, max_height: MAX_HEIGHT }
    }

    /// The height of a row; at least 1, whatever the page has measured.
    fn row(&self) -> f64 {
        if self.row_height.is_finite() { self.row_height.max(1.0) } else { 1.0 }
    }

    fn view(&self) -> f64 {
        if self.view_height.is_finite() { self.view_height.max(0.0) } else { 0.0 }
    }

    /// The height of all rows.
    pub fn content_height(&self) -> f64 {
        f64::from(self.rows) * self.row()
    }

    /// The height of the inner element.
    pub fn element_height(&self) -> f64 {
        // An element that is no higher than the view could not be scrolled.
        self.content_height().min(self.max_height.max(self.view() * 2.0))
    }

    /// Whether one pixel of scrolling stands for several pixels of content.
    pub fn is_scaled(&self) -> bool {
        self.element_height() < self.content_height()
    }

    /// How far the element can be scrolled.
    pub fn max_scroll(&self) -> f64 {
        (self.element_height() - self.view()).max(0.0)
    }

    /// How far the content can be scrolled.
    pub fn max_content_top(&self) -> f64 {
        (self.content_height() - self.view()).max(0.0)
    }

    /// The content's pixel at the top of the view when the element is scrolled to `scroll_top`.
    pub fn content_top(&self, scroll_top: f64) -> f64 {
        let max = self.max_scroll();
        let scroll_top = if scroll_top.is_finite() { within(scroll_top, max) } else { 0.0 };
        if !self.is_scaled() {
            return scroll_top;
        }
        // The values at both ends are exact, because rounding must not hide the last row.
        if scroll_top >= max { self.max_content_top() } else { scroll_top / max * self.max_content_top() }
    }

    /// How far the element has to be scrolled for the content's pixel `content_top` to be at the top of the view.
    pub fn scroll_top(&self, content_top: f64) -> f64 {
        let max = self.max_content_top();
        let content_top = if content_top.is_finite() { within(content_top, max) } else { 0.0 };
        if !self.is_scaled() || max <= 0.0 {
            return content_top;
        }
        content_top / max * self.max_scroll()
    }

    /// The row at the top of the view, and how many of its pixels are above the view.
    pub fn first_row(&self, scroll_top: f64) -> (u32, f64) {
        let top = self.content_top(scroll_top);
        // `as` saturates and rounds down.
        let row = ((top / self.row()) as u32).min(self.rows.saturating_sub(1));
        (row, top - f64::from(row) * self.row())
    }

    /// The rows to draw when the element is scrolled to `scroll_top`, with `overscan` more rows at each end.
    pub fn window(&self, scroll_top: f64, overscan: u32) -> Window {
        if self.rows == 0 {
            return Window::default();
        }
        let scroll_top = if scroll_top.is_finite() { within(scroll_top, self.max_scroll()) } else { 0.0 };
        let (row, hidden) = self.first_row(scroll_top);
        let seen = ((self.view() + hidden) / self.row()).ceil() as u32;
        let first = row.saturating_sub(overscan);
        let end = row.saturating_add(seen.max(1)).saturating_add(overscan).min(self.rows);
        // In the scaled mode, the rows are placed relative to the visible part.
        let top = if self.is_scaled() {
            scroll_top - hidden - f64::from(row - first) * self.row()
        } else {
            f64::from(first) * self.row()
        };
        Window { first, count: end - first, top }
    }

    /// How many whole rows the view shows, at least 1: PageUp and PageDown move by this many rows.
    pub fn page(&self) -> u32 {
        ((self.view() / self.row()) as u32).max(1)
    }

    /// The new `scroll_top` at which `row` is visible, if the element is scrolled to `scroll_top` now; none if nothing
    /// has to move. In the scaled mode, one pixel of scrolling stands for n pixels of content, so a browser that
    /// scrolls by whole pixels may be off by up to n/2 pixels of content.
    pub fn scroll_to(&self, row: u32, scroll_top: f64, align: Align) -> Option<f64> {
        let row = row.min(self.rows.saturating_sub(1));
        let top = f64::from(row) * self.row();
        let bottom = top + self.row();
        let now = self.content_top(scroll_top);
        let seen = top >= now && bottom <= now + self.view();
        let to = match align {
            Align::Start => top,
            Align::Nearest | Align::Center if seen => return None,
            Align::Center => top - (self.view() - self.row()) / 2.0,
            // If the view is lower than a row, the top of the row is shown.
            Align::Nearest if top < now || self.view() < self.row() => top,
            Align::Nearest => bottom - self.view(),
        };
        let to = within(to, self.max_content_top());
        ((to - now).abs() > 0.01).then(|| self.scroll_top(to))
    }

    /// The new `scroll_top` that moves the content by `delta` pixels. In the scaled mode, the browser's own scrolling
    /// would skip rows.
    pub fn scroll_by(&self, scroll_top: f64, delta: f64) -> f64 {
        self.scroll_top(self.content_top(scroll_top) + if delta.is_finite() { delta } else { 0.0 })
    }
}

/// `pixels`, kept between 0 and `most`. Not `f64::clamp`: its panic prints the bounds, and that code would add
/// kilobytes to the page.
fn within(pixels: f64, most: f64) -> f64 {
    pixels.min(most).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lists_scroll_as_the_browser_does() {
        let v = Viewport::new(1000, 21.0, 100.0);
        assert!(!v.is_scaled());
        assert_eq!(v.element_height(), 21_000.0);
        for top in [0.0, 0.5, 20.9, 21.0, 1234.25, 20_900.0] {
            assert_eq!(v.content_top(top), top);
            assert_eq!(v.scroll_top(top), top);
            assert_eq!(v.window(top, 3).top, f64::from(v.window(top, 3).first) * 21.0);
        }
        assert_eq!(v.first_row(20.9), (0, 20.9));
        assert_eq!(v.first_row(21.0), (1, 0.0));
        // 4.76 rows fit the view: from 10 px below the top of row 1 to 5 px below the top of row 6.
        assert_eq!(v.window(31.0, 0), Window { first: 1, count: 6, top: 21.0 });
        assert_eq!(v.window(31.0, 3), Window { first: 0, count: 10, top: 0.0 });
        assert_eq!(v.window(1e9, 2), Window { first: 993, count: 7, top: 993.0 * 21.0 });
        assert_eq!(v.page(), 4);
    }

    #[test]
    fn lists_that_fit_do_not_scroll() {
        let v = Viewport::new(3, 20.0, 100.0);
        assert_eq!((v.max_scroll(), v.element_height()), (0.0, 60.0));
        assert_eq!(v.window(50.0, 5), Window { first: 0, count: 3, top: 0.0 });
        assert_eq!(Viewport::new(0, 20.0, 100.0).window(0.0, 5), Window::default());
        assert_eq!(Viewport::new(0, 20.0, 100.0).scroll_to(7, 0.0, Align::Center), None);
    }

    /// The lists of the bytes of two files, 16 bytes in a row: a file of 100 MB, and one of 4 GiB, the most that a
    /// `u32` addresses.
    fn long() -> [Viewport; 2] {
        [Viewport::new(100_000_000 / 16, 21.0, 333.0), Viewport::new(u32::MAX / 16 + 1, 21.0, 800.0)]
    }

    #[test]
    fn long_lists_are_monotonic_and_miss_no_row_at_the_ends() {
        for v in long() {
            assert!(v.is_scaled());
            assert_eq!(v.element_height(), MAX_HEIGHT);
            assert_eq!(v.first_row(0.0), (0, 0.0));
            let w = v.window(v.max_scroll(), 0);
            assert_eq!(w.first + w.count, v.rows, "{v:?}");
            // The lower edges of the last row and of the view are the same.
            let bottom = w.top + f64::from(w.count) * v.row_height;
            assert!((bottom - v.element_height()).abs() < 0.001, "{bottom}");
            let mut last = (0, -1.0);
            for i in 0..200_000 {
                let now = v.first_row(f64::from(i) * 75.13);
                assert!(now.0 > last.0 || now.0 == last.0 && now.1 > last.1 || now.0 + 40 > v.rows, "{now:?} {last:?}");
                assert!((0.0..v.row_height).contains(&now.1), "{now:?}");
                last = now;
            }
        }
    }

    #[test]
    fn drawn_rows_cover_the_view_and_stay_in_the_element() {
        for v in long().into_iter().chain([Viewport::new(500, 21.0, 333.0)]) {
            for i in 0..1000 {
                let scroll_top = v.max_scroll() * f64::from(i) / 999.0;
                let w = v.window(scroll_top, 4);
                let bottom = w.top + f64::from(w.count) * v.row_height;
                assert!(
                    w.top <= scroll_top + 0.001 && bottom >= scroll_top + v.view_height - 0.001,
                    "{w:?} {scroll_top}"
                );
                assert!(w.count <= 800 / 21 + 2 + 8, "{w:?}");
            }
        }
    }

    #[test]
    fn every_row_can_be_scrolled_to_and_stays_where_it_is_seen() {
        for v in long().into_iter().chain([Viewport::new(500, 21.0, 333.0)]) {
            for i in 0..1000 {
                let row = (u64::from(v.rows - 1) * i / 999) as u32;
                for align in [Align::Nearest, Align::Center, Align::Start] {
                    let top = v.scroll_to(row, 0.0, align).unwrap_or(0.0);
                    let now = v.content_top(top);
                    let at = f64::from(row) * v.row_height;
                    // A thousandth of a pixel is allowed for the rounding of f64.
                    assert!(
                        now <= at + 0.001 && at + v.row_height <= now + v.view_height + 0.001,
                        "{row} {align:?} {now}"
                    );
                }
            }
            let middle = v.scroll_to(v.rows / 2, 0.0, Align::Center).unwrap();
            assert_eq!(v.scroll_to(v.rows / 2, middle, Align::Center), None);
            assert_eq!(v.scroll_to(v.rows / 2 + 3, middle, Align::Nearest), None);
        }
        let v = Viewport::new(500, 21.0, 333.0);
        assert_eq!(v.scroll_to(15, 0.0, Align::Nearest), Some(3.0));
        assert_eq!(v.scroll_to(0, 3.0, Align::Nearest), Some(0.0));
        assert_eq!(v.scroll_to(100, 0.0, Align::Center), Some(2100.0 - 156.0));
        assert_eq!(v.scroll_to(100, 0.0, Align::Start), Some(2100.0));
    }

    #[test]
    fn a_wheel_moves_the_content_by_its_pixels() {
        for v in long() {
            let start = v.scroll_top(1_000_000.0);
            let moved = v.content_top(v.scroll_by(start, 100.0)) - v.content_top(start);
            assert!((moved - 100.0).abs() < 0.001, "{moved}");
            assert_eq!(v.scroll_by(start, -1e12), 0.0);
            assert_eq!(v.scroll_by(start, 1e12), v.max_scroll());
        }
    }

    #[test]
    fn nonsense_from_the_page_does_no_harm() {
        for bad in [f64::NAN, f64::INFINITY, -1.0, 0.0] {
            let v = Viewport { rows: 10, row_height: bad, view_height: bad, max_height: bad };
            let w = v.window(bad, 2);
            assert!(w.first + w.count <= 10 && w.top.is_finite(), "{w:?}");
            assert!(v.scroll_to(9, bad, Align::Center).is_none_or(f64::is_finite));
        }
    }
}

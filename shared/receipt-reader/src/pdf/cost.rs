//! Counts the cost of interpreting a PDF in advance. The interpreter decodes a stream at each use and cannot be stopped
//! between two operators: a small file could keep it busy for hours.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io::Cursor;

use hayro_interpret::hayro_syntax::Filter;
use hayro_interpret::hayro_syntax::content::TypedIter;
use hayro_interpret::hayro_syntax::content::ops::TypedInstruction;
use hayro_interpret::hayro_syntax::object::{Array, Dict, MaybeRef, Name, ObjRef, Object, Stream};
use hayro_interpret::hayro_syntax::page::{Page, Resources};
use hayro_interpret::hayro_syntax::xref::XRef;
use image::{ImageFormat, ImageReader};

use super::streams;
use crate::error::ReadError;

/// The budget of the PDFs of one receipt, in decoded bytes: eight pages need less than a tenth.
pub const MAX_COST: u64 = 200_000_000;
/// The cost of an operator beside its bytes.
const OPERATOR_COST: u64 = 100;
/// The cost of drawing a form: looking it up and decoding it.
const FORM_COST: u64 = 5_000;
/// The maximum depth of forms in the interpreter.
const MAX_DEPTH: usize = 50;
/// A code of 12 bits decodes to less than 4,096 bytes.
const MAX_LZW_FACTOR: u64 = 2_731;
/// Two bytes decode to 128.
const MAX_RUN_LENGTH_FACTOR: u64 = 64;

/// Walks the contents of pages like the interpreter, and subtracts their cost from the budget.
pub struct CostSurvey<'a, 'l> {
    xref: &'a XRef,
    left: &'l mut u64,
    /// The cost of each use of a reference.
    costs: HashMap<ObjRef, u64>,
    /// The fonts that were counted: the interpreter caches them.
    fonts: HashSet<ObjRef>,
    /// The maximum cost of one letter: those of Type 3 fonts are small pages.
    glyph_cost: u64,
}

impl<'a, 'l> CostSurvey<'a, 'l> {
    pub fn new(xref: &'a XRef, left: &'l mut u64) -> Self {
        Self { xref, left, costs: HashMap::new(), fonts: HashSet::new(), glyph_cost: 0 }
    }

    /// Counts a page's contents and the appearances of its annotations.
    pub fn count_page(&mut self, page: &Page<'a>) -> Result<(), ReadError> {
        // Each stream separately, before the interpreter joins them: the same one may be listed a thousand times.
        let contents = page.raw().get::<Array<'_>>("Contents").into_iter().flat_map(|streams| streams.raw_iter());
        for stream in contents {
            if let Some(stream) = self.resolve(stream) {
                self.count_object(&stream, 0)?;
            }
        }
        if let Some(stream) = page.raw().get::<Stream<'_>>("Contents") {
            self.charge_stream(&stream)?;
        }
        self.count_content(page.page_stream().unwrap_or_default(), page.resources(), 0)?;
        for annotation in page.raw().get::<Array<'_>>("Annots").into_iter().flat_map(|all| all.iter::<Dict<'_>>()) {
            let appearance = annotation.get::<Dict<'_>>("AP").and_then(|all| all.get::<Object<'_>>("N"));
            match appearance {
                Some(Object::Stream(form)) => self.count_form(&form, page.resources(), 0)?,
                Some(Object::Dict(states)) => {
                    for (_, state) in states.entries() {
                        if let Some(Object::Stream(form)) = self.resolve(state) {
                            self.count_form(&form, page.resources(), 0)?;
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn spend(&mut self, cost: u64) -> Result<(), ReadError> {
        *self.left = self.left.checked_sub(cost).ok_or(ReadError::TooCostly)?;
        Ok(())
    }

    fn resolve(&self, object: MaybeRef<Object<'a>>) -> Option<Object<'a>> {
        match object {
            MaybeRef::Ref(reference) => self.xref.get(reference.into()),
            MaybeRef::NotRef(object) => Some(object),
        }
    }

    fn count_content(&mut self, content: &[u8], resources: &Resources<'a>, depth: usize) -> Result<(), ReadError> {
        let mut operators = TypedIter::new(content);
        while let Some(operator) = operators.next() {
            self.spend(OPERATOR_COST)?;
            match operator {
                TypedInstruction::XObject(name) => match resources.get_x_object(name.0) {
                    Some(form) if has_name(form.dict(), "Subtype", "Form") => {
                        self.count_form(&form, resources, depth)?;
                    }
                    Some(_) => self.count_named(&resources.x_objects, name.0)?,
                    None => {}
                },
                TypedInstruction::SetGraphicsState(name) => self.count_named(&resources.ext_g_states, name.0)?,
                TypedInstruction::Shading(name) => self.count_named(&resources.shadings, name.0)?,
                TypedInstruction::NonStrokeColorNamed(color) => {
                    color.1.map_or(Ok(()), |name| self.count_named(&resources.patterns, name))?;
                }
                TypedInstruction::StrokeColorNamed(color) => {
                    color.1.map_or(Ok(()), |name| self.count_named(&resources.patterns, name))?;
                }
                TypedInstruction::ColorSpaceNonStroke(name) => self.count_named(&resources.color_spaces, name.0)?,
                TypedInstruction::ColorSpaceStroke(name) => self.count_named(&resources.color_spaces, name.0)?,
                TypedInstruction::InlineImage(image) => {
                    self.charge_stream(image.0)?;
                }
                TypedInstruction::TextFont(font) => self.count_font(resources, font.0, depth)?,
                TypedInstruction::ShowText(text) => self.count_text(text.0.as_bytes().len())?,
                TypedInstruction::NextLineAndShowText(text) => self.count_text(text.0.as_bytes().len())?,
                TypedInstruction::ShowTextWithParameters(text) => self.count_text(text.2.as_bytes().len())?,
                TypedInstruction::ShowTexts(texts) => self.count_text(texts.0.data().len())?,
                _ => {}
            }
        }
        Ok(())
    }

    fn count_form(&mut self, form: &Stream<'a>, resources: &Resources<'a>, depth: usize) -> Result<(), ReadError> {
        self.spend(FORM_COST)?;
        let content = self.charge_stream(form)?;
        if depth == MAX_DEPTH {
            return Ok(());
        }
        match form.dict().get::<Dict<'_>>("Resources").map(Resources::new) {
            Some(own) => self.count_content(&content, &own, depth + 1),
            None => self.count_content(&content, resources, depth + 1),
        }
    }

    fn count_text(&mut self, letters: usize) -> Result<(), ReadError> {
        self.spend(self.glyph_cost.saturating_mul(letters as u64))
    }

    fn count_font(&mut self, resources: &Resources<'a>, name: &[u8], depth: usize) -> Result<(), ReadError> {
        if resources.fonts.get_ref(name).is_some_and(|font| !self.fonts.insert(font)) {
            return Ok(());
        }
        self.count_named(&resources.fonts, name)?;
        let Some(font) = resources.fonts.get::<Dict<'_>>(name).filter(|font| has_name(font, "Subtype", "Type3")) else {
            return Ok(());
        };
        let own = font.get::<Dict<'_>>("Resources").map(Resources::new);
        let glyphs = font.get::<Dict<'_>>("CharProcs").unwrap_or_default();
        for (_, glyph) in glyphs.entries() {
            if let Some(Object::Stream(glyph)) = self.resolve(glyph) {
                let before = *self.left;
                self.count_form(&glyph, own.as_ref().unwrap_or(resources), depth)?;
                self.glyph_cost = self.glyph_cost.max(before - *self.left);
            }
        }
        Ok(())
    }

    fn count_named(&mut self, objects: &Dict<'a>, name: &[u8]) -> Result<(), ReadError> {
        match objects.get_raw::<Object<'_>>(name) {
            Some(object) => self.count_uses_of(object, 0),
            None => Ok(()),
        }
    }

    /// Counts everything that can be reached from an object, since using it may decode all of that.
    fn count_uses_of(&mut self, object: MaybeRef<Object<'a>>, depth: usize) -> Result<(), ReadError> {
        let MaybeRef::Ref(reference) = object else {
            return self.resolve(object).map_or(Ok(()), |object| self.count_object(&object, depth));
        };
        if let Some(cost) = self.costs.get(&reference) {
            return self.spend(*cost);
        }
        // A cycle ends here.
        self.costs.insert(reference, OPERATOR_COST);
        let before = *self.left;
        if let Some(object) = self.resolve(object) {
            self.count_object(&object, depth)?;
        }
        self.costs.insert(reference, before - *self.left);
        Ok(())
    }

    fn count_object(&mut self, object: &Object<'a>, depth: usize) -> Result<(), ReadError> {
        self.spend(OPERATOR_COST)?;
        if depth == MAX_DEPTH {
            return Ok(());
        }
        match object {
            Object::Stream(stream) => {
                self.charge_stream(stream)?;
                self.count_entries(stream.dict(), depth)
            }
            Object::Dict(dict) => self.count_entries(dict, depth),
            Object::Array(array) => array.raw_iter().try_for_each(|element| self.count_uses_of(element, depth + 1)),
            _ => Ok(()),
        }
    }

    fn count_entries(&mut self, dict: &Dict<'a>, depth: usize) -> Result<(), ReadError> {
        dict.entries().try_for_each(|(_, value)| self.count_uses_of(value, depth + 1))
    }

    /// Subtracts the cost of decoding a stream, and returns its data. Of a JPEG, only the header is read.
    fn charge_stream<'s>(&mut self, stream: &Stream<'s>) -> Result<Cow<'s, [u8]>, ReadError> {
        let raw = stream.raw_data();
        let filters = stream.filters();
        if filters.first() == Some(&Filter::DctDecode) {
            let header = ImageReader::with_format(Cursor::new(raw), ImageFormat::Jpeg).into_dimensions();
            let (width, height) = header.unwrap_or_default();
            self.spend(3 * u64::from(width) * u64::from(height))?;
            return Ok(Cow::default());
        }
        // The size is estimated before the stream is decoded into one allocation.
        let max_bytes = match filters.first() {
            Some(Filter::FlateDecode) => streams::decompressed_size(&raw, *self.left + 1),
            Some(Filter::LzwDecode) => raw.len() as u64 * MAX_LZW_FACTOR,
            Some(Filter::RunLengthDecode) => raw.len() as u64 * MAX_RUN_LENGTH_FACTOR,
            _ => raw.len() as u64,
        };
        if max_bytes > *self.left {
            return Err(ReadError::TooCostly);
        }
        let decoded = stream.decoded_data().unwrap_or_default();
        self.spend(decoded.len() as u64)?;
        Ok(decoded)
    }
}

fn has_name(dict: &Dict<'_>, key: &str, name: &str) -> bool {
    dict.get::<Name<'_>>(key).is_some_and(|of| *of == *name.as_bytes())
}

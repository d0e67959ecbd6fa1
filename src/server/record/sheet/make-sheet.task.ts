import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as fontkit from '@cantoo/fontkit';
import { PDFDocument, type PDFFont } from '@cantoo/pdf-lib';
import { AppError } from '#src/server/core/app-error.ts';
import { drawNote, drawSheet, drawStamp, type SheetTexts, SIZE } from './draw-sheet.ts';
import { drawTemplate, pageSize, type TemplateSheet, textsOf } from './draw-template.ts';
import { describe, type Described } from './pdf-a.ts';

/** Across the sheet, and at its foot; null: nothing. */
type Marks = { stamp: string | null; note: string | null };
type Sheet = ({ texts: SheetTexts } | { template: TemplateSheet }) & {
  marks: Marks;
  about: Omit<Described, 'at'> & { at: string };
};

/** Parts of fontkit's font that are used here; `create` of its types answers a collection too. */
type Font = { hasGlyphForCodePoint: (codePoint: number) => boolean };
type Fontkit = Parameters<PDFDocument['registerFontkit']>[0];
type Weight = 'Regular' | 'Bold';

/** Source Han Sans (Noto Sans Hans), kept by the thread: reading it takes longer than a certificate. */
const kept = new Map<Weight, { bytes: Uint8Array; font: Font }>();

function fontFile(weight: Weight) {
  let found = kept.get(weight);
  if (!found) {
    // The package exports no font files, only a module that names them.
    const entry = createRequire(import.meta.url).resolve('@embedpdf/fonts-sc');
    const bytes = readFileSync(join(dirname(entry), '..', 'fonts', `NotoSansHans-${weight}.otf`));
    found = { bytes, font: fontkit.create(bytes) as unknown as Font };
    kept.set(weight, found);
  }
  return found;
}

/**
 * Makes a certificate as PDF: one page A4 with the parts of the fonts that it needs, so that texts can be selected and searched.
 * @throws AppError 422 `certificateGlyphs` with the characters that the font does not have: none is left out silently
 */
export async function run(sheet: Sheet): Promise<Uint8Array> {
  const { stamp, note } = sheet.marks;
  const written = ['texts' in sheet ? plainTexts(sheet.texts) : textsOf(sheet.template)].flat();
  const all = [...written, { text: (stamp ?? '') + (note ?? ''), bold: false }].filter(({ text }) => text !== '');
  const missing = new Set<string>();
  for (const { text, bold } of all)
    for (const letter of text)
      if (letter !== '\n' && !fontFile(bold ? 'Bold' : 'Regular').font.hasGlyphForCodePoint(letter.codePointAt(0)!))
        missing.add(letter);
  if (missing.size > 0)
    throw new AppError(422, 'certificateGlyphs', { params: { characters: [...missing].slice(0, 20).join(' ') } });
  const doc = await PDFDocument.create({ updateMetadata: false });
  const fonts = new Map<Weight, PDFFont>();
  for (const weight of ['Regular', 'Bold'] as const) {
    if (!all.some(({ bold }) => bold === (weight === 'Bold'))) continue;
    const { bytes, font } = fontFile(weight);
    // The font is not parsed again for each document.
    doc.registerFontkit({ create: () => font } as unknown as Fontkit);
    // Without ligatures, which readers would have to take apart when text is copied.
    fonts.set(weight, await doc.embedFont(bytes, { subset: true, features: { liga: false } }));
  }
  const fontOf = (bold: boolean) => fonts.get(bold ? 'Bold' : 'Regular')!;
  const page = doc.addPage('texts' in sheet ? [...SIZE] : pageSize(sheet.template.layout));
  if ('texts' in sheet) drawSheet(page, fontOf(false), sheet.texts);
  else drawTemplate(doc, page, fontOf, sheet.template);
  if (note) drawNote(page, fontOf(false), note);
  if (stamp) drawStamp(page, fontOf(false), stamp);
  describe(doc, { ...sheet.about, at: new Date(sheet.about.at) });
  return doc.save();
}

function plainTexts({ verifyUrl: _, facts, ...lines }: SheetTexts) {
  return [...Object.values(lines), ...facts.flat()].map((text) => ({ text, bold: false }));
}

export const transfer = (pdf: Uint8Array): ArrayBuffer[] => [pdf.buffer as ArrayBuffer];

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as fontkit from '@cantoo/fontkit';
import { PDFDocument } from '@cantoo/pdf-lib';
import { AppError } from '#src/server/core/app-error.ts';
import { drawSheet, type SheetTexts, SIZE } from './draw-sheet.ts';
import { describe, type Described } from './pdf-a.ts';

type Sheet = { texts: SheetTexts; about: Omit<Described, 'at'> & { at: string } };

/** Parts of fontkit's font that are used here; `create` of its types answers a collection too. */
type Font = { hasGlyphForCodePoint: (codePoint: number) => boolean };
type Fontkit = Parameters<PDFDocument['registerFontkit']>[0];

/** Source Han Sans (Noto Sans Hans), kept by the thread: reading it takes longer than a certificate. */
let kept: { bytes: Uint8Array; font: Font } | undefined;

function font() {
  if (!kept) {
    // The package exports no font files, only a module that names them.
    const entry = createRequire(import.meta.url).resolve('@embedpdf/fonts-sc');
    const bytes = readFileSync(join(dirname(entry), '..', 'fonts', 'NotoSansHans-Regular.otf'));
    kept = { bytes, font: fontkit.create(bytes) as unknown as Font };
  }
  return kept;
}

/**
 * Makes a certificate as PDF: one page A4 landscape with the part of the font that it needs, so that texts can be selected and searched.
 * @throws AppError 422 `certificateGlyphs` with the characters that the font does not have: none is left out silently
 */
export async function run({ texts, about }: Sheet): Promise<Uint8Array> {
  const { bytes, font: parsed } = font();
  const { verifyUrl: _, facts, stamp, note, ...lines } = texts;
  const all = [...Object.values(lines), ...facts.flat(), stamp ?? '', note ?? ''].join('');
  const missing = [...new Set(Array.from(all))].filter(
    (letter) => !parsed.hasGlyphForCodePoint(letter.codePointAt(0)!),
  );
  if (missing.length > 0)
    throw new AppError(422, 'certificateGlyphs', { params: { characters: missing.slice(0, 20).join(' ') } });
  const doc = await PDFDocument.create({ updateMetadata: false });
  // The font is not parsed again for each document.
  doc.registerFontkit({ create: () => parsed } as unknown as Fontkit);
  // Without ligatures, which readers would have to take apart when text is copied.
  const embedded = await doc.embedFont(bytes, { subset: true, features: { liga: false } });
  drawSheet(doc.addPage([...SIZE]), embedded, texts);
  describe(doc, { ...about, at: new Date(about.at) });
  return doc.save();
}

export const transfer = (pdf: Uint8Array): ArrayBuffer[] => [pdf.buffer as ArrayBuffer];

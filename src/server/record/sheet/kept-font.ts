import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as fontkit from '@cantoo/fontkit';
import { PDFDocument, type PDFFont } from '@cantoo/pdf-lib';

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

/** The characters of a text that the font does not have, each once. */
export const missingIn = (text: string): string[] =>
  [...new Set(Array.from(text))].filter((letter) => !font().font.hasGlyphForCodePoint(letter.codePointAt(0)!));

/** Begins a PDF with the part of the font that it needs, so that texts can be selected and searched. */
export async function beginPdf(): Promise<{ doc: PDFDocument; embedded: PDFFont }> {
  const { bytes, font: parsed } = font();
  const doc = await PDFDocument.create({ updateMetadata: false });
  // The font is not parsed again for each document.
  doc.registerFontkit({ create: () => parsed } as unknown as Fontkit);
  // Without ligatures, which readers would have to take apart when text is copied.
  const embedded = await doc.embedFont(bytes, { subset: true, features: { liga: false } });
  return { doc, embedded };
}

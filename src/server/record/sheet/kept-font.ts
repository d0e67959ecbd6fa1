import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as fontkit from '@cantoo/fontkit';
import { PDFDocument, type PDFFont } from '@cantoo/pdf-lib';

/** Parts of fontkit's font that are used here; `create` of its types answers a collection too. */
type Font = { hasGlyphForCodePoint: (codePoint: number) => boolean };
type Fontkit = Parameters<PDFDocument['registerFontkit']>[0];
export type Weight = 'Regular' | 'Bold';

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

/** The characters of a text, besides line breaks, that the font does not have, each once. */
export function missingIn(text: string, weight: Weight = 'Regular'): string[] {
  const { font } = fontFile(weight);
  return [...new Set(Array.from(text))].filter(
    (letter) => letter !== '\n' && !font.hasGlyphForCodePoint(letter.codePointAt(0)!),
  );
}

/** Begins a PDF with the parts of the fonts that it needs, so that texts can be selected and searched. */
export async function beginPdf(weights: readonly Weight[] = ['Regular']) {
  const doc = await PDFDocument.create({ updateMetadata: false });
  const fonts = new Map<Weight, PDFFont>();
  for (const weight of weights) {
    const { bytes, font } = fontFile(weight);
    // The font is not parsed again for each document.
    doc.registerFontkit({ create: () => font } as unknown as Fontkit);
    // Without ligatures, which readers would have to take apart when text is copied.
    fonts.set(weight, await doc.embedFont(bytes, { subset: true, features: { liga: false } }));
  }
  return { doc, fontOf: (weight: Weight): PDFFont => fonts.get(weight)! };
}

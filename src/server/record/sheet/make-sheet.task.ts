import { AppError } from '#src/server/core/app-error.ts';
import { drawSheet, type SheetTexts, SIZE } from './draw-sheet.ts';
import { beginPdf, missingIn } from './kept-font.ts';
import { describe, type Described } from './pdf-a.ts';

type Sheet = { texts: SheetTexts; about: Omit<Described, 'at'> & { at: string } };

/**
 * Makes a certificate as PDF: one page A4 landscape with the part of the font that it needs, so that texts can be selected and searched.
 * @throws AppError 422 `certificateGlyphs` with the characters that the font does not have: none is left out silently
 */
export async function run({ texts, about }: Sheet): Promise<Uint8Array> {
  const { verifyUrl: _, facts, stamp, note, ...lines } = texts;
  const missing = missingIn([...Object.values(lines), ...facts.flat(), stamp ?? '', note ?? ''].join(''));
  if (missing.length > 0)
    throw new AppError(422, 'certificateGlyphs', { params: { characters: missing.slice(0, 20).join(' ') } });
  const { doc, embedded } = await beginPdf();
  drawSheet(doc.addPage([...SIZE]), embedded, texts);
  describe(doc, { ...about, at: new Date(about.at) });
  return doc.save();
}

export const transfer = (pdf: Uint8Array): ArrayBuffer[] => [pdf.buffer as ArrayBuffer];

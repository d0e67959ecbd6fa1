import { AppError } from '#src/server/core/app-error.ts';
import { beginPdf, missingIn } from '../sheet/kept-font.ts';
import { describe, type Described } from '../sheet/pdf-a.ts';
import { drawStatement, type StatementTexts } from './draw-statement.ts';

type Asked = { texts: StatementTexts; about: Omit<Described, 'at'> & { at: string } };

/** Stands for characters of titles that the font does not have. */
const ABSENT = '〓';

/**
 * Makes a statement as PDF: A4 portrait, as many pages as it needs. Characters of titles that the font does not have are shown as 〓.
 * @throws AppError 422 `certificateGlyphs` with those of the name
 */
export async function run({ texts, about }: Asked): Promise<Uint8Array> {
  const missing = missingIn(texts.name);
  if (missing.length > 0)
    throw new AppError(422, 'certificateGlyphs', { params: { characters: missing.slice(0, 20).join(' ') } });
  const absent = new Set(missingIn(JSON.stringify(texts)));
  const shown = JSON.parse(
    Array.from(JSON.stringify(texts), (letter) => (absent.has(letter) ? ABSENT : letter)).join(''),
  ) as StatementTexts;
  const { doc, fontOf } = await beginPdf();
  drawStatement(doc, fontOf('Regular'), shown);
  describe(doc, { ...about, at: new Date(about.at) });
  return doc.save();
}

export const transfer = (pdf: Uint8Array): ArrayBuffer[] => [pdf.buffer as ArrayBuffer];

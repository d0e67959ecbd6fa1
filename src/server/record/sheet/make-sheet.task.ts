import { AppError } from '#src/server/core/app-error.ts';
import { drawNote, drawSheet, drawStamp, type SheetTexts, SIZE } from './draw-sheet.ts';
import { drawTemplate, pageSize, type TemplateSheet, textsOf } from './draw-template.ts';
import { beginPdf, missingIn, type Weight } from './kept-font.ts';
import { describe, type Described } from './pdf-a.ts';

/** Across the sheet, and at its foot; null: nothing. */
type Marks = { stamp: string | null; note: string | null };
type Sheet = ({ texts: SheetTexts } | { template: TemplateSheet }) & {
  marks: Marks;
  about: Omit<Described, 'at'> & { at: string };
};

/**
 * Makes a certificate as PDF: one page A4 with the parts of the fonts that it needs, so that texts can be selected and searched.
 * @throws AppError 422 `certificateGlyphs` with the characters that the font does not have: none is left out silently
 */
export async function run(sheet: Sheet): Promise<Uint8Array> {
  const { stamp, note } = sheet.marks;
  const written = ['texts' in sheet ? plainTexts(sheet.texts) : textsOf(sheet.template)].flat();
  const all = [...written, { text: (stamp ?? '') + (note ?? ''), bold: false }].filter(({ text }) => text !== '');
  const missing = new Set(all.flatMap(({ text, bold }) => missingIn(text, weightOf(bold))));
  if (missing.size > 0)
    throw new AppError(422, 'certificateGlyphs', { params: { characters: [...missing].slice(0, 20).join(' ') } });
  const { doc, fontOf } = await beginPdf([...new Set(all.map(({ bold }) => weightOf(bold)))]);
  const font = (bold: boolean) => fontOf(weightOf(bold));
  const page = doc.addPage('texts' in sheet ? [...SIZE] : pageSize(sheet.template.layout));
  if ('texts' in sheet) drawSheet(page, font(false), sheet.texts);
  else drawTemplate(doc, page, font, sheet.template);
  if (note) drawNote(page, font(false), note);
  if (stamp) drawStamp(page, font(false), stamp);
  describe(doc, { ...sheet.about, at: new Date(sheet.about.at) });
  return doc.save();
}

function plainTexts({ verifyUrl: _, facts, ...lines }: SheetTexts) {
  return [...Object.values(lines), ...facts.flat()].map((text) => ({ text, bold: false }));
}

export const transfer = (pdf: Uint8Array): ArrayBuffer[] => [pdf.buffer as ArrayBuffer];

const weightOf = (bold: boolean): Weight => (bold ? 'Bold' : 'Regular');

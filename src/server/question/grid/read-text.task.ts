import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { Language, Loss } from '../formats/draft.ts';
import { readQuestionFile } from '../formats/read-file.ts';
import { cellsOf, type Cells } from './cells.ts';

/** Reads a text as a file of questions, whose format is found. @throws AppError as `readQuestionFile` */
export async function run({
  text,
  locale,
}: {
  text: string;
  locale: Language;
}): Promise<{ rows: { lang: Language; cells: Cells }[]; losses: Loss[] }> {
  const { drafts, losses } = await readQuestionFile(Buffer.from(text), { file: '', language: null });
  const rows = drafts.map(({ difficulty, ...draft }) => {
    const lang = draft.texts[locale] ? locale : draft.texts.zh ? 'zh' : 'en';
    const cells = cellsOf({ ...draft, difficulty: difficulty ?? 1 }, lang, locale);
    return { lang, cells: { ...cells, difficulty: difficulty === null ? '' : cells.difficulty } } as const;
  });
  const tooMany = rows.slice(MAX_ITEMS.gridRows).map((_, at): Loss => ({
    ...{ place: drafts[MAX_ITEMS.gridRows + at]!.place, kind: 'skipped', reason: 'tooManyQuestions' },
    values: { max: MAX_ITEMS.gridRows },
  }));
  return { rows: rows.slice(0, MAX_ITEMS.gridRows), losses: [...tooMany, ...losses] };
}

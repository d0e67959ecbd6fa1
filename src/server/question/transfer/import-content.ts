import type { Loss, QuestionDraft } from '../formats/draft.ts';
import { inBatches } from '../in-batches.ts';

/**
 * What is stored of a file until its import is confirmed. The drafts are in parts (`question_import_part`), unless the previous release
 * has stored them: the main thread never has all of them in one turn.
 */
export type ImportContent = { drafts: QuestionDraft[]; losses: Loss[] };

/** Some drafts as JSON, in a buffer of its own. */
export type DraftPart = Uint8Array<ArrayBuffer>;

/** Divides drafts into parts. */
export const partsOf = (drafts: QuestionDraft[]): DraftPart[] =>
  [...inBatches(drafts)].map((some) => new TextEncoder().encode(JSON.stringify(some)));

/** The drafts of a part. */
export const draftsOf = (part: Uint8Array): QuestionDraft[] =>
  JSON.parse(new TextDecoder().decode(part)) as QuestionDraft[];

/** Applies a function to all texts of a question. */
export function mapTexts(draft: QuestionDraft, map: (text: string) => string): QuestionDraft {
  const texts = Object.entries(draft.texts).map(([lang, { stem, options, analysis }]) => [
    lang,
    {
      stem: map(stem),
      options: options.map(({ key, text }) => ({ key, text: map(text) })),
      analysis: analysis === null ? null : map(analysis),
    },
  ]);
  const answer = draft.type === 'short' ? map(draft.answer as string) : draft.answer;
  return { ...draft, texts: Object.fromEntries(texts) as QuestionDraft['texts'], answer };
}

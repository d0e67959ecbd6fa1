import { extname } from 'node:path';
import type { Bank } from './pack-exams.ts';

/** A picture or sound of the pack in a text of a question: `![description](media/…)`. */
export const PACK_FILE = /!\[([^\]\n]*)\]\((media\/[^()\s]+)\)/g;

/** Where a bank has texts with files. */
export const QUESTION_TEXTS = [[], ['translation']].flatMap((inner) => [
  ['questions', '*', ...inner, 'stem'],
  ['questions', '*', ...inner, 'analysis'],
  ['questions', '*', ...inner, 'options', '*', 'text'],
]);

export const isSound = (path: string) => ['.mp3', '.m4a'].includes(extname(path).toLowerCase());

/** Paths of the pictures and sounds in the questions of a bank. */
export function bankFiles({ questions }: Bank): string[] {
  const texts = questions.flatMap((question) =>
    [question, question.translation].flatMap((each) => {
      if (!each) return [];
      const options = 'options' in each ? (each.options ?? []) : [];
      return [each.stem, each.analysis, ...options.map(({ text }) => text)];
    }),
  );
  return texts.flatMap((text) => [...text.matchAll(PACK_FILE)].map(([, , path]) => path!));
}

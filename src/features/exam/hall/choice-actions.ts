import { langsOf, shownLang, type Lang, type PaperItem } from './answer.ts';
import type { Choices } from './choices.store.ts';

/** Strikes an option out, or takes that back. The answer stays. */
export function toggleStrike({ $choices, change }: Choices, questionId: string, value: string): void {
  const { struck } = $choices.get();
  const before = struck[questionId] ?? [];
  const now = before.includes(value) ? before.filter((each) => each !== value) : [...before, value];
  change({ struck: { ...struck, [questionId]: now } });
}

/** Shows a question in its other language. */
export function switchLang({ $choices, change }: Choices, question: PaperItem, locale: Lang): void {
  const { lang, langs } = $choices.get();
  const { questionId } = question;
  const shown = shownLang(question, [langs[questionId], lang, locale]);
  const other = langsOf(question).find((each) => each !== shown);
  if (other) change({ langs: { ...langs, [questionId]: other } });
}

/** Writes the note on a question; an empty one is removed. */
export function writeNote({ $choices, change }: Choices, questionId: string, text: string): void {
  const { [questionId]: _, ...others } = $choices.get().notes;
  change({ notes: text === '' ? others : { ...others, [questionId]: text } });
}

import type { Question, QuestionPage } from '#src/contract/rules/questionnaire.ts';

/* What may be changed of a questionnaire that somebody has filled in. */

/** Returns a change by which the given answers to a question would mean something else; null: there is none. */
export function changeOf(old: Question, question: Question): { at: string; what: string } | null {
  const lacks = (list: 'options' | 'rows') =>
    old[list].find(({ code }) => !question[list].some((each) => each.code === code))?.code;
  if (old.kind !== question.kind) return { at: 'kind', what: 'change of the kind' };
  if (old.kind === 'scale' && (old.least !== question.least || old.most !== question.most))
    return { at: 'to', what: 'change of the scale' };
  for (const list of ['options', 'rows'] as const) {
    const code = lacks(list);
    if (code !== undefined) return { at: list, what: `removal of "${code}" from the ${list}` };
  }
  return old.other && !question.other ? { at: 'other', what: 'removal of the option "other"' } : null;
}

/** Adds questions that were removed to the page where they were, or to the last one: the results show them. */
export function withRetired(pages: QuestionPage[], stored: QuestionPage[]): QuestionPage[] {
  const present = new Set(pages.flatMap(({ questions }) => questions.map(({ code }) => code)));
  const merged = pages.map((page) => ({ ...page, questions: [...page.questions] }));
  for (const page of stored)
    for (const question of page.questions) {
      if (present.has(question.code)) continue;
      const place = merged.find(({ code }) => code === page.code) ?? merged.at(-1)!;
      place.questions.push({ ...question, retired: true });
    }
  return merged;
}

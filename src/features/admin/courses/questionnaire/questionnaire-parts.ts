import { brokenBy } from '#src/contract/rules/questionnaire-conditions.ts';
import type { Data } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';
import type { CourseItem } from '../course-document.ts';

export type Questionnaire = NonNullable<CourseItem['questionnaire']>;
export type Page = Questionnaire['pages'][number];
export type Question = Page['questions'][number];
export type Path = `items.${number}.questionnaire`;

export const KINDS = ['single', 'several', 'scale', 'matrix', 'text'] as const;

/** Results and answers name questions and options by their codes, which nobody sees. */
const newCode = () => crypto.randomUUID().slice(0, 13);
export const newChoice = () => ({ code: newCode(), text: '' });

/** A question without texts. */
export const newQuestion = (kind: Question['kind']): Question => ({
  ...{ code: newCode(), kind, title: '', hint: '', required: true, showIf: null, other: false },
  options: kind === 'single' || kind === 'several' || kind === 'matrix' ? [newChoice(), newChoice()] : [],
  rows: kind === 'matrix' ? [newChoice()] : [],
  ...{ least: kind === 'scale' ? 1 : null, most: kind === 'scale' ? 5 : null, leastLabel: '', mostLabel: '' },
  ...{ long: kind === 'text', maxLength: null },
});

export const newPage = (questions: Question[] = []): Page => ({
  ...{ code: newCode(), title: '', introduction: '', showIf: null, questions },
});

/** The question with another kind: what both kinds have is kept. */
export function withKind({ code, title, hint, required, showIf, options }: Question, kind: Question['kind']): Question {
  const next = { ...newQuestion(kind), code, title, hint, required, showIf };
  return next.options.length > 0 && options.length > 0 ? { ...next, options } : next;
}

/** A copy to be changed: another question, whose answers are its own. */
export const copyOf = (question: Question): Question => ({ ...structuredClone(question), code: newCode() });

/** The list after one entry was moved, or removed (`to` is null). */
export function withMoved<T>(list: readonly T[], from: number, to: number | null): T[] {
  const rest = list.toSpliced(from, 1);
  return to === null ? rest : rest.toSpliced(to, 0, list[from]!);
}

/** Moves a question to the end of another page. */
export const withPageOf = (pages: readonly Page[], from: { page: number; at: number }, to: number): Page[] =>
  pages.map((page, p) => {
    if (p === from.page) return { ...page, questions: page.questions.toSpliced(from.at, 1) };
    return p === to ? { ...page, questions: [...page.questions, pages[from.page]!.questions[from.at]!] } : page;
  });

/** What a question is called in the editor. */
export function questionName(t: Translate, pages: readonly Page[], code: string): string {
  const questions = pages.flatMap((page) => page.questions);
  const at = questions.findIndex((question) => question.code === code);
  return questions[at]?.title || t('editing:questionnaire.question', { number: at + 1 });
}

export const pageName = (t: Translate, pages: readonly Page[], at: number): string =>
  pages[at]?.title || t('editing:questionnaire.page', { number: at + 1 });

/** Names of the pages and questions whose conditions a change makes unusable. */
export function namesOfBroken(t: Translate, before: readonly Page[], after: readonly Page[]): string[] {
  const broken = brokenBy(before, after);
  return before.flatMap((page, p) => [
    ...(broken.has(page.code) ? [pageName(t, before, p)] : []),
    ...page.questions.filter(({ code }) => broken.has(code)).map(({ code }) => questionName(t, before, code)),
  ]);
}

/** A questionnaire in words, to compare two of them: pages, questions with their choices, and conditions. */
export function questionnaireLines(t: Translate, { introduction, anonymous, pages }: Questionnaire): string[] {
  const condition = ({ showIf }: Pick<Question, 'showIf'>) => {
    if (!showIf) return '';
    const source = pages.flatMap(({ questions }) => questions).find(({ code }) => code === showIf.question);
    const chosen = source?.options.filter(({ code }) => showIf.is?.includes(code)).map(({ text }) => text) ?? [];
    const range = showIf.is ? chosen.join(t('editing:listSeparator')) : `${showIf.from ?? ''}–${showIf.to ?? ''}`;
    return `${t('editing:questionnaire.showIf')}: ${source?.title ?? t('editing:questionnaire.gone')} (${range})`;
  };
  const line = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ');
  return [
    line(introduction, anonymous ? t('editing:questionnaire.anonymous') : null),
    ...pages.flatMap((page, p) => [
      ...(pages.length > 1 ? [line(pageName(t, pages, p), page.introduction, condition(page))] : []),
      ...page.questions.map((question) =>
        line(
          ...[`? ${question.title}`, t(`editing:questionnaire.kinds.${question.kind}`), question.hint],
          ...[...question.rows, ...question.options].map(({ text }) => text),
          question.kind === 'scale' ? `${question.least}–${question.most}` : null,
          ...[question.leastLabel, question.mostLabel, condition(question)],
          question.required ? t('editing:questionnaire.required') : null,
        ),
      ),
    ]),
  ].filter(Boolean);
}

/** The questionnaire as learners get it, to be tried out. */
export const shownToLearners = (title: string, { introduction, anonymous, pages }: Questionnaire): Viewed => ({
  ...{ questionnaireId: '', title, introduction: introduction || null, anonymous, completed: false },
  pages: pages
    .filter(({ questions }) => questions.length > 0)
    .map((page) => ({
      ...page,
      ...{ title: page.title || null, introduction: page.introduction || null },
      questions: page.questions.map((question) => ({
        ...question,
        hint: question.hint || null,
        ...{ leastLabel: question.leastLabel || null, mostLabel: question.mostLabel || null, retired: false },
      })),
    })),
});

export type Viewed = Data<'GET /course/auth/questionnaire/view'>;

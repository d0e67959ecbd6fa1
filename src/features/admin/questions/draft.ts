import type { Input } from '#src/contract/calls.ts';
import type { CriterionDraft } from '#src/components/CriteriaRows.tsx';
import type { Item, Question } from './bank-query.ts';

export type Lang = 'zh' | 'en';
export type Text = { stem: string; options: { key: string; text: string }[]; analysis: string };
/** A question while it is edited. Answers are kept per type, so that a change of the type loses nothing. */
export type Draft = {
  type: Item['type'];
  code: string;
  difficulty: number;
  topic: string;
  tags: string;
  texts: { [lang in Lang]?: Text };
  /** Options are not shuffled. */
  keepsOrder: boolean;
  /** Option keys; of a single choice the first one counts. */
  keys: string[];
  isTrue: boolean;
  /** One line per blank, accepted texts separated by `|`. */
  blanks: string;
  reference: string;
  /** Marking criteria of a short answer. */
  criteria: CriterionDraft[];
};

export const emptyText = (type: Item['type'], like?: Text): Text => ({
  stem: '',
  options:
    like?.options.map(({ key }) => ({ key, text: '' })) ??
    (type === 'single' || type === 'multiple' ? ['A', 'B', 'C', 'D'].map((key) => ({ key, text: '' })) : []),
  analysis: '',
});

/** @param lang language of a new question */
export function draftOf(question: Question | null, lang: Lang): Draft {
  if (!question)
    return {
      ...{ type: 'single', code: '', difficulty: 1, topic: '', tags: '', keepsOrder: false },
      ...{ texts: { [lang]: emptyText('single') }, keys: [], isTrue: true, blanks: '', reference: '', criteria: [] },
    };
  const { type, code, difficulty, topic, tags, keepsOrder, answer } = question;
  const texts = Object.fromEntries(
    Object.entries(question.texts).map(([each, text]) => [each, { ...text, analysis: text.analysis ?? '' }]),
  );
  return {
    ...{ type, code, difficulty, texts, topic: topic ?? '', tags: tags.join(', '), keepsOrder },
    keys: type === 'single' || type === 'multiple' ? ([answer].flat(2) as string[]) : [],
    isTrue: answer === true,
    blanks: type === 'blank' ? (answer as string[][]).map((each) => each.join(' | ')).join('\n') : '',
    reference: type === 'short' ? (answer as string) : '',
    criteria: question.criteria.map((each) => ({ ...each, points: String(each.points) })),
  };
}

/** What is sent to the server for the preview and to be stored. */
export function contentOf({ type, texts, keys, isTrue, blanks, reference, criteria }: Draft) {
  const hasOptions = type === 'single' || type === 'multiple';
  const sent: Input<'POST /exam/auth/question/preview'>['texts'] = Object.fromEntries(
    Object.entries(texts).map(([lang, { stem, options, analysis }]) => [
      lang,
      { stem, options: hasOptions ? options : [], analysis: analysis.trim() ? analysis : null },
    ]),
  );
  const answers = {
    single: keys[0] ?? '',
    multiple: [...keys].sort(),
    judge: isTrue,
    blank: blanks
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) =>
        line
          .split('|')
          .map((text) => text.trim())
          .filter(Boolean),
      ),
    short: reference,
  };
  const listed = type === 'short' ? criteria.map(({ text, points }) => ({ text, points: Number(points) })) : [];
  return { type, texts: sent, answer: answers[type], criteria: listed };
}

export const tagsOf = (tags: string) => [
  ...new Set(
    tags
      .split(/[,，;；]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

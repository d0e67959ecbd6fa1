import { z } from 'zod';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { checkAnswers, OTHER } from '#src/contract/rules/questionnaire.ts';
import { Code, given, item, Line, list, Paragraph, Phone } from './fields.ts';
import { Page, type PackPage, Sheet, storedAnswers, storedPages } from './questionnaire-pages.ts';

export const Questionnaire = item({
  code: Code,
  title: Line,
  introduction: Paragraph.optional(),
  anonymous: z.boolean(),
  pages: list(Page, MAX_ITEMS.questionPages).min(1, 'should have at least one item'),
  /** Initial answers, each of the person with this phone. */
  answers: list(Sheet, 1_000).default([]),
  /** Of an anonymous questionnaire: who has filled it in. */
  respondents: list(Phone, 1_000).default([]),
}).superRefine(
  (entry, context) => {
    let isSound = true;
    const wrong = (path: PropertyKey[], message: string) => {
      isSound = false;
      context.addIssue({ code: 'custom', path, message });
    };
    checkCodes(entry.pages, wrong);
    checkConditions(entry.pages, wrong);
    // Answers are compared with the questions, which are then as the types say.
    if (isSound) checkInitial(entry, wrong);
  },
  given('pages', 'answers', 'respondents', 'anonymous'),
);

export type Questionnaire = z.infer<typeof Questionnaire>;
type PackQuestion = PackPage['questions'][number];
type Wrong = (path: PropertyKey[], message: string) => void;

const questionsOf = (pages: PackPage[]) =>
  pages.flatMap((page, p) => page.questions.map((question, q) => ({ question, path: ['pages', p, 'questions', q] })));

function checkCodes(pages: PackPage[], wrong: Wrong): void {
  const unique = (of: string, entries: { code: string; path: PropertyKey[] }[]) => {
    const seen = new Set<string>();
    for (const { code, path } of entries) {
      if (seen.has(code)) wrong([...path, 'code'], `${of} "${code}" is declared twice`);
      seen.add(code);
    }
  };
  unique(
    'page',
    pages.map(({ code }, p) => ({ code, path: ['pages', p] })),
  );
  unique(
    'question',
    questionsOf(pages).map(({ question: { code }, path }) => ({ code, path })),
  );
  const questions = questionsOf(pages);
  if (questions.length > MAX_ITEMS.questions) wrong(['pages'], `should have at most ${MAX_ITEMS.questions} questions`);
  for (const { question, path } of questions) {
    if ('options' in question) {
      unique(
        'option',
        question.options.map(({ code }, i) => ({ code, path: [...path, 'options', i] })),
      );
      const own = question.options.findIndex(({ code }) => code === OTHER);
      if ('other' in question && own >= 0)
        wrong([...path, 'options', own, 'code'], `"${OTHER}" is the code of the option that "other: true" adds`);
    }
    if ('rows' in question)
      unique(
        'row',
        question.rows.map(({ code }, i) => ({ code, path: [...path, 'rows', i] })),
      );
    if (question.kind === 'scale' && question.to <= question.from) wrong([...path, 'to'], 'should be above "from"');
    if (question.kind === 'several') {
      const count = question.options.length + (question.other ? 1 : 0);
      const { least = 1, most = count } = question;
      if (most > count || most < Math.max(1, least))
        wrong(
          [...path, question.most === undefined ? 'least' : 'most'],
          `"least" and "most" should be from 1 to ${count}, in order`,
        );
    }
  }
}

/** A condition names an earlier question, so that a branch never depends on what follows it. */
function checkConditions(pages: PackPage[], wrong: Wrong): void {
  const earlier = new Map<string, PackQuestion>();
  const all = new Set(questionsOf(pages).map(({ question }) => question.code));
  const check = (showIf: PackPage['showIf'], path: PropertyKey[]) => {
    if (!showIf) return;
    const { question: code, is } = showIf;
    const source = earlier.get(code);
    if (!source) {
      const message = all.has(code)
        ? `question "${code}" is not earlier: a condition looks back`
        : `there is no question "${code}"`;
      return wrong([...path, 'showIf', 'question'], message);
    }
    if (is && source.kind !== 'single' && source.kind !== 'several')
      return wrong(
        [...path, 'showIf', 'is'],
        `question "${code}" has no options: "is" needs one that is single or several`,
      );
    if (!is && source.kind !== 'scale')
      return wrong([...path, 'showIf', 'question'], `question "${code}" is no scale: "from" and "to" need one`);
    for (const [i, option] of (is ?? []).entries()) {
      const isKnown =
        'other' in source &&
        (source.options.some((each) => each.code === option) || (source.other && option === OTHER));
      if (!isKnown) wrong([...path, 'showIf', 'is', i], `question "${code}" has no option "${option}"`);
    }
  };
  for (const [p, page] of pages.entries()) {
    check(page.showIf, ['pages', p]);
    for (const [q, question] of page.questions.entries()) {
      check(question.showIf, ['pages', p, 'questions', q]);
      earlier.set(question.code, question);
    }
  }
}

/** Initial answers fit the questions; those of an anonymous questionnaire name nobody. */
function checkInitial({ anonymous, pages, answers, respondents }: z.infer<typeof Questionnaire>, wrong: Wrong): void {
  const stored = storedPages(pages);
  for (const [i, sheet] of answers.entries()) {
    if (anonymous && sheet.phone !== undefined)
      wrong(['answers', i, 'phone'], 'answers of an anonymous questionnaire name nobody: use "respondents"');
    if (!anonymous && sheet.phone === undefined)
      wrong(['answers', i], '"phone" is missing: this questionnaire is not anonymous');
    if (!anonymous && answers.findIndex(({ phone }) => phone === sheet.phone) < i)
      wrong(['answers', i, 'phone'], 'a person answers once');
    const known = new Set(stored.flatMap(({ questions }) => questions.map(({ code }) => code)));
    for (const code of Object.keys(sheet.values))
      if (!known.has(code)) wrong(['answers', i, 'values', code], `there is no question "${code}"`);
    const { errors } = checkAnswers(stored, storedAnswers(stored, sheet.values));
    for (const { question, error } of errors) {
      const isGiven = Object.hasOwn(sheet.values, question);
      wrong(
        ['answers', i, 'values', ...(isGiven ? [question] : [])],
        `the answer to "${question}" does not fit (${error})`,
      );
    }
  }
  if (anonymous && respondents.length !== answers.length)
    wrong(['respondents'], `should name as many people as there are answers: ${answers.length}`);
  if (!anonymous && respondents.length > 0) wrong(['respondents'], 'only an anonymous questionnaire has "respondents"');
  for (const [i, phone] of respondents.entries())
    if (respondents.indexOf(phone) < i) wrong(['respondents', i], 'a person answers once');
}

import type { PaperQuestion } from './tables/attempt.ts';
import type { RegradeRule } from './tables/regrade.ts';
import type { AnswerValue } from './answer-shape.ts';
import { fromHundredths, scoreAnswer, toHundredths } from './score-paper.ts';

/** Rules of an exam by `ruleName`. */
export type Rules = ReadonlyMap<string, RegradeRule>;
type Answers = Readonly<Record<string, unknown>>;
type Marks = Readonly<Record<string, number>>;

/** The rule of a question that no regrade has changed. */
export const AS_ON_PAPER: RegradeRule = { key: null, score: null, void: null };

/** Names a question in the version of a paper; papers that were drawn before versions were kept have none. */
export const ruleName = ({ questionId, version = 0 }: Pick<PaperQuestion, 'questionId' | 'version'>) =>
  `${questionId} ${version}`;

export const ruleOf = (question: PaperQuestion, rules: Rules): RegradeRule =>
  rules.get(ruleName(question)) ?? AS_ON_PAPER;

/** Returns a question of a frozen paper with the key and the score that count; a question that does not count has 0. */
export function regradedQuestion(question: PaperQuestion, rule: RegradeRule): PaperQuestion {
  const score = rule.void === 'drop' ? 0 : (rule.score ?? question.score);
  return { ...question, score, answer: keyOnPaper(question, rule.key) ?? question.answer };
}

/** Returns a key in the letters of a paper; null if the paper does not have these options. */
export function keyOnPaper(
  { type, options, other }: Pick<PaperQuestion, 'type' | 'options' | 'other'>,
  key: RegradeRule['key'],
): PaperQuestion['answer'] | null {
  if (key === null || (type !== 'single' && type !== 'multiple')) return key;
  const texts = key as string[];
  const named = (all: PaperQuestion['options']) =>
    all.filter(({ text }) => texts.includes(text)).map((each) => each.key);
  const [own, translated] = [named(options), named(other?.options ?? [])];
  const letters = own.length > 0 ? own : translated;
  return letters.length > 0 ? letters.sort() : null;
}

/**
 * Returns the mark of a question by a rule, in hundredths.
 * @param given a mark that a person gave, in scores of the frozen paper. It is kept in proportion to the score; a corrected
 * key can only raise it
 * @returns null for a short answer without a mark
 */
export function markOf(
  question: PaperQuestion,
  rule: RegradeRule,
  { answer, given }: { answer: unknown; given: number | undefined },
): number | null {
  if (rule.void === 'drop') return 0;
  const counted = regradedQuestion(question, rule);
  const full = toHundredths(counted.score);
  if (rule.void === 'full') return full;
  const computed = scoreAnswer(counted, (answer ?? null) as AnswerValue);
  if (given === undefined) return computed;
  const frozen = toHundredths(question.score);
  const kept = frozen === 0 ? 0 : Math.round((toHundredths(given) * full) / frozen);
  return rule.key !== null && computed !== null ? Math.max(kept, computed) : kept;
}

/** Converts a mark in scores of a rule to the scores of the frozen paper, as `markOf` takes it. */
export function givenMark(question: PaperQuestion, rule: RegradeRule, mark: number): number {
  const { score } = regradedQuestion(question, rule);
  return score === 0 ? 0 : fromHundredths(Math.round((toHundredths(mark) * question.score) / score));
}

/**
 * Returns the marks of a paper that people gave, not the key: those of short answers, and those of appeals, which differ from
 * what the key of the paper gives.
 */
export function givenMarks(paper: PaperQuestion[], answers: Answers, marks: Marks): Record<string, number> {
  const given = paper.filter((question) => {
    const mark = marks[question.questionId];
    if (mark === undefined) return false;
    const computed = scoreAnswer(question, (answers[question.questionId] ?? null) as AnswerValue);
    return computed !== toHundredths(mark);
  });
  return Object.fromEntries(given.map(({ questionId }) => [questionId, marks[questionId]!]));
}

/**
 * Returns the pass mark of a paper: that of the exam, in proportion if questions do not count. In hundredths.
 * @param counted sum of the scores of the questions that count, hundredths
 * @param dropped sum of those that do not count
 */
export function passMark(
  passScore: string | number,
  { counted, dropped }: { counted: number; dropped: number },
): number {
  const full = toHundredths(passScore);
  return dropped === 0 ? full : Math.floor((full * counted) / (counted + dropped));
}

/** The pass mark of a paper by the rules of its exam, in hundredths. */
export function passMarkOf(paper: PaperQuestion[], rules: Rules, passScore: string): number {
  const { passMark: mark } = scoreRegraded(paper, { answers: {}, given: {}, rules, passScore });
  return mark;
}

/** What a paper is worth: its total without the questions that do not count, and those, as `passMark` takes them. */
export function worthOf({ totalScore, notCounted }: Worth) {
  const dropped = Object.values(notCounted ?? {}).reduce((sum, score) => sum + toHundredths(score), 0);
  return { counted: toHundredths(totalScore), dropped };
}
type Worth = { totalScore: string; notCounted: Record<string, number> | null };

/**
 * Scores a paper by the rules of its exam. Sums are in hundredths.
 * @param given marks that people gave, in scores of the frozen paper
 * @returns `marks` without those of short answers that have none; `notCounted` and `regradedScores` as the attempt stores them
 */
export function scoreRegraded(
  paper: PaperQuestion[],
  { answers, given, rules, passScore }: { answers: Answers; given: Marks; rules: Rules; passScore: string },
) {
  const marks: Record<string, number> = {};
  const notCounted: Record<string, number> = {};
  const regradedScores: Record<string, number> = {};
  const sums = { objective: 0, subjective: 0, total: 0, dropped: 0 };
  for (const question of paper) {
    const { questionId, type } = question;
    const rule = ruleOf(question, rules);
    const mark = markOf(question, rule, { answer: answers[questionId], given: given[questionId] });
    const { score } = regradedQuestion(question, rule);
    sums.total += toHundredths(score);
    if (rule.void === 'drop') {
      notCounted[questionId] = rule.score ?? question.score;
      sums.dropped += toHundredths(notCounted[questionId]);
    } else if (score !== question.score) {
      regradedScores[questionId] = score;
    }
    if (mark === null) continue;
    marks[questionId] = fromHundredths(mark);
    sums[type === 'short' ? 'subjective' : 'objective'] += mark;
  }
  return {
    ...{ ...sums, marks, notCounted: sums.dropped > 0 ? notCounted : null },
    regradedScores: Object.keys(regradedScores).length > 0 ? regradedScores : null,
    passMark: passMark(passScore, { counted: sums.total, dropped: sums.dropped }),
  };
}

/** Ids of the short answers of a paper. */
export const shortOf = (paper: PaperQuestion[]): string[] =>
  paper.filter(({ type }) => type === 'short').map(({ questionId }) => questionId);

/** Returns marks with those of short answers as they were given: a regrade is applied to them when the result is final. */
export function withShort(paper: PaperQuestion[], marks: Marks, given: Marks): Record<string, number> {
  const short = shortOf(paper);
  const objective = Object.entries(marks).filter(([questionId]) => !short.includes(questionId));
  return Object.fromEntries([...objective, ...Object.entries(given).filter(([id]) => short.includes(id))]);
}

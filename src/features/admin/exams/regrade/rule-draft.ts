import type { Data, OperationInput } from '#src/contract/calls.ts';

export type Question = Data<'GET /exam/auth/exam/regrade/view'>;
export type Rule = OperationInput<'POST /exam/auth/exam/regrade/preview'>['rule'];
export const MODES = ['paper', 'key', 'full', 'drop'] as const;
type Mode = (typeof MODES)[number];

/** A rule as the form edits it. */
export type Draft = {
  mode: Mode;
  /** Texts of the right options, or `true` and `false`. */
  chosen: string[];
  /** Accepted texts of each blank, one a line. */
  blanks: string[];
  score: string;
};

/** Starts the form from a rule; a key that no rule has is that of the papers. */
export function draftOf(question: Question, rule: Rule): Draft {
  const key = rule.key ?? question.key;
  const isBlank = question.type === 'blank';
  return {
    mode: rule.void ?? (rule.key === null ? 'paper' : 'key'),
    chosen: typeof key === 'boolean' ? [String(key)] : isBlank || key === null ? [] : (key as string[]),
    blanks: isBlank && Array.isArray(key) ? (key as string[][]).map((texts) => texts.join('\n')) : [],
    score: String(rule.score ?? question.score),
  };
}

export function ruleOf({ type, score: full }: Question, { mode, chosen, blanks, score }: Draft): Rule {
  const lines = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);
  const key = type === 'judge' ? chosen[0] === 'true' : type === 'blank' ? blanks.map(lines) : chosen;
  return {
    key: mode === 'key' ? key : null,
    score: Number(score) === full ? null : Number(score),
    void: mode === 'full' || mode === 'drop' ? mode : null,
  };
}

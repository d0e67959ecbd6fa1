import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson } from '#src/lib/canonical-json.ts';

/** A row of the journal as it is hashed; `prev` and `hash` in hexadecimal. */
export type JournalRow = {
  attemptId: string;
  seq: number;
  kind: string;
  /** ISO 8601, UTC, with milliseconds. */
  at: string;
  data: Record<string, unknown>;
  content: Content | null;
  prev: string;
  hash: string;
};
/** What a row says in texts and answers; only its digest is hashed, so that it can be erased. */
export type Content = { salt: string; value: unknown };

/** What a frozen paper shows to its candidate. */
type ShownQuestion = {
  questionId: string;
  section: string;
  type: string;
  stem: unknown;
  options: unknown;
  blanks: number;
  score: number | string;
};

const sha256 = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('hex');

/**
 * Hash of a paper as its candidate sees it. Without the right answers: there are so few possible ones that a hash would
 * reveal them.
 */
export function hashPaper(paper: ShownQuestion[]): string {
  return sha256(paper.map(shownOf));
}

/** The part of a question that `hashPaper` covers. */
export function shownOf({ questionId, section, type, stem, options, blanks, score }: ShownQuestion): ShownQuestion {
  return { questionId, section, type, stem, options, blanks, score: Number(score) };
}

/** `prev` of the first row. */
export const genesisHash = (attemptId: string, paperHash: string) => sha256({ attemptId, paperHash });

/** Hash of a row. */
export const hashRow = ({ attemptId, seq, kind, at, data, prev }: Omit<JournalRow, 'hash' | 'content'>) =>
  sha256({ attemptId, seq, kind, at, data, prev });

/** Digest of a content; the salt prevents that erased answers are guessed from it. */
export const digestOf = ({ salt, value }: Content) => sha256({ salt, value });

/** Wraps a value for `content`. */
export const salted = (value: unknown): Content => ({ salt: randomBytes(16).toString('hex'), value });

/** Hash of the counted answers, which `close` contains. */
export const hashAnswers = (answers: Record<string, unknown>) => sha256(answers);

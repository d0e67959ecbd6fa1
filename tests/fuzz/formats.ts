import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { AppError } from '#src/server/core/app-error.ts';
import type { QuestionDraft } from '#src/server/question/formats/draft.ts';
import { writeGift } from '#src/server/question/formats/gift/write-gift.ts';
import { writeMoodle } from '#src/server/question/formats/moodle/write-moodle.ts';
import { writeQti } from '#src/server/question/formats/qti/write-qti.ts';
import { readQuestionFile } from '#src/server/question/formats/read-file.ts';
import { writeXlsxQuestions } from '#src/server/question/formats/table/write-xlsx.ts';
import { bankOf, type DraftBank } from '../factories/question-drafts.ts';
import { GIFT_EXAMPLES, MOODLE_EXAMPLES, QTI_EXAMPLES, TABLE_EXAMPLE } from '../factories/question-files.ts';

/** Time that reading a file of a few kilobytes may take, milliseconds: far above what it takes on a busy machine. */
export const SLOW = 20_000;
/** Pieces that are put into files: where formats begin and end something, or what is refused. */
const PIECES = [
  ...[
    '{',
    '}',
    '=',
    '~',
    '#',
    '####',
    '::',
    '//',
    '\\',
    '->',
    '%',
    '%50%',
    '\n',
    '\n\n',
    '$CATEGORY:',
    '[html]',
    '$$',
    '\\(',
    '{mlang zh}',
  ],
  ...[
    '<',
    '>',
    '</',
    '/>',
    '<!--',
    ']]>',
    '<![CDATA[',
    '<!DOCTYPE x [<!ENTITY a "b">]>',
    '&a;',
    '&#0;',
    '&#xffff;',
    '<p>',
    '</p>',
    '<table><tr><td>',
  ],
  ...[
    '<math><mfrac>',
    '<img src="data:image/png;base64,AAAA">',
    '"',
    "'",
    ',',
    ';',
    '\t',
    '\0',
    '\ufdd0',
    '\ud800',
    '999999999999',
    '-1',
    'NaN',
    '____',
  ],
  ...['<div>'.repeat(300), '{'.repeat(300), '> '.repeat(300), '*_'.repeat(300), 'a'.repeat(30_000), '\\'.repeat(999)],
];

/** A share of a length, evenly distributed: `fc.double` gives mostly numbers near 0. */
export const PlaceOf: fc.Arbitrary<number> = fc.noBias(fc.nat(999_999)).map((millionths) => millionths / 1_000_000);

/** A place of a file that is damaged. */
export type Change = { kind: 'cut' | 'put' | 'repeat' | 'flip' | 'end'; at: number; length: number; piece: string };
export const ChangeOf: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('cut', 'put', 'repeat', 'flip', 'end'),
  at: PlaceOf,
  length: fc.integer({ min: 1, max: 80 }),
  piece: fc.constantFrom(...PIECES),
});
const MutationOf = fc.record({
  bank: bankOf(),
  source: fc.nat(),
  part: fc.nat(),
  isInside: fc.boolean(),
  changes: fc.array(ChangeOf, { minLength: 1, maxLength: 5 }),
});

export type FormatFuzz = { counts: Record<string, number>; failure: string | undefined };

/** Reads files that are damaged at random: each gives questions and losses, or a refusal that names the reason. */
export async function fuzzFormats({ seed, files }: { seed: number; files: number }): Promise<FormatFuzz> {
  const counts: Record<string, number> = { files: 0, questions: 0, losses: 0 };
  const count = (name: string, more = 1) => (counts[name] = (counts[name] ?? 0) + more);
  const property = fc.asyncProperty(MutationOf, async ({ bank, source, part, isInside, changes }) => {
    const bytes = mutate(await sourceOf(bank, source), { part, isInside, changes });
    const begun = performance.now();
    try {
      const { drafts, losses } = await readQuestionFile(bytes, { file: 'mutated', language: null });
      count('questions', drafts.length);
      count('losses', losses.length);
      for (const draft of drafts) checkDraft(draft);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      count(error.key);
    }
    count('files');
    const took = performance.now() - begun;
    if (took > SLOW) throw new Error(`took ${Math.round(took)} ms`);
  });
  const details = await fc.check(property, { seed, numRuns: files, endOnFailure: true });
  const { failed, errorInstance, counterexample } = details;
  const failure = failed
    ? `${String((errorInstance as Error).stack)}\n${JSON.stringify(counterexample).slice(0, 2_000)}`
    : undefined;
  return { counts, failure };
}

async function sourceOf({ drafts, files }: DraftBank, source: number): Promise<Uint8Array> {
  const texts = [...GIFT_EXAMPLES, ...MOODLE_EXAMPLES, ...QTI_EXAMPLES, TABLE_EXAMPLE];
  const at = source % (texts.length + 4);
  if (at < texts.length) return strToU8(texts[at]!);
  if (at === texts.length) return writeGift(drafts, files).bytes;
  if (at === texts.length + 1) return writeMoodle(drafts, files).bytes;
  return at === texts.length + 2
    ? writeQti(drafts, files).bytes
    : (await writeXlsxQuestions(drafts, files, 'zh')).bytes;
}

type Mutation = { part: number; isInside: boolean; changes: Change[] };

/** Damages a file; of an archive either a file within it or the archive. */
export function mutate(bytes: Uint8Array, { part, isInside, changes }: Mutation): Uint8Array {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b || !isInside) return changedBytes(bytes, changes);
  const parts = unzipSync(bytes);
  const names = Object.keys(parts);
  const name = names[part % names.length]!;
  return zipSync({ ...parts, [name]: changedBytes(parts[name]!, changes) });
}

const changedBytes = (bytes: Uint8Array, changes: Change[]): Uint8Array =>
  strToU8(changed(strFromU8(bytes, true), changes), true);

/** Damages a text. */
export function changed(source: string, changes: Change[]): string {
  let text = source;
  for (const { kind, at, length, piece } of changes) {
    const from = Math.floor(at * text.length);
    const [before, after] = [text.slice(0, from), text.slice(from)];
    if (kind === 'cut') text = before + after.slice(length);
    else if (kind === 'put') text = before + strFromU8(strToU8(piece), true) + after;
    else if (kind === 'repeat') text = before + after.slice(0, length).repeat(3) + after;
    else if (kind === 'flip')
      text = before + String.fromCharCode((after.charCodeAt(0) || 0) ^ (length % 256)).slice(0, 1) + after.slice(1);
    else text = before;
  }
  return text;
}

/** A question that was taken is one that can be stored and answered. */
export function checkDraft({ type, texts, answer }: QuestionDraft): void {
  const fail = (what: string): never => {
    throw new Error(`${what}: ${JSON.stringify({ type, texts, answer }).slice(0, 500)}`);
  };
  if (Object.keys(texts).length === 0) fail('no language');
  for (const { stem, options } of Object.values(texts)) {
    if (stem.trim() === '' || !stem.isWellFormed() || stem.includes('\0')) fail('a stem that cannot be stored');
    const keys = options.map(({ key }) => key);
    const chosen = type === 'single' || type === 'multiple' ? ([answer].flat() as string[]) : [];
    if (!chosen.every((key) => keys.includes(key))) fail('an answer that is no option');
    if (type === 'single' && chosen.length !== 1) fail('not one answer');
    if (type === 'multiple' && chosen.length < 2) fail('too few answers');
    const marks = stem.match(/_{4,}/g)?.length ?? 0;
    if (type === 'blank' && marks !== (answer as string[][]).length) fail('blanks without answers');
  }
  if (type === 'judge' && typeof answer !== 'boolean') fail('no boolean');
}

import { canonicalJson } from '#src/lib/canonical-json.ts';
import { digestOf, genesisHash, hashAnswers, hashPaper, hashRow, type JournalRow } from './journal-hash.ts';

/** The part of a dispute file that its journal proves. */
export type Proven = {
  attempt: { id: string };
  paper: Parameters<typeof hashPaper>[0];
  /** Null while the attempt is open. */
  receipt: { answerCount: number; hmac: string; serverTime: string } | null;
  rows: JournalRow[];
};
/** `withheld`: rows whose texts the dispute file does not contain. `answers`: the counted ones; null if they are not all here. */
export type Verified = { problems: string[]; withheld: number; answers: Record<string, unknown> | null };

/**
 * Checks the journal of an attempt without any database: that no row was changed, inserted, removed or moved, that it
 * belongs to this paper, and that the answers of the receipt are those that were saved. Texts are in English, because they
 * are for technicians.
 */
export function verifyJournal({ attempt, paper, receipt, rows }: Proven): Verified {
  const problems: string[] = [];
  const paperHash = hashPaper(paper);
  let prev = genesisHash(attempt.id, paperHash);
  rows.forEach((row, i) => {
    const name = `row ${i + 1}`;
    if (row.attemptId !== attempt.id) problems.push(`${name}: it belongs to another attempt`);
    if (row.seq !== i + 1) problems.push(`${name}: its number is ${row.seq}`);
    if (row.prev !== prev) problems.push(`${name}: it does not follow the row before`);
    if (hashRow(row) !== row.hash) problems.push(`${name}: it was changed`);
    if (row.content && digestOf(row.content) !== row.data['digest']) problems.push(`${name}: its content was changed`);
    prev = row.hash;
  });
  const [first] = rows;
  if (!first || (first.kind !== 'start' && first.kind !== 'adopted')) problems.push('the journal has no beginning');
  else if (first.data['paperHash'] !== paperHash) problems.push('the paper is not the one that was started');
  const withheld = rows.filter((row) => row.data['digest'] !== undefined && !row.content).length;
  const answers = first?.kind === 'start' ? countedAnswers(rows) : null;
  const end = rows.findLastIndex((row) => row.kind === 'close');
  const isReopened = rows.slice(end + 1).some((row) => row.kind === 'extension' && row.data['reopened'] === true);
  const close = isReopened ? undefined : rows[end];
  if (Boolean(close) !== Boolean(receipt)) problems.push('receipt and end of the attempt do not match');
  if (close && receipt) problems.push(...receiptProblems(close, receipt, answers));
  return { problems, withheld, answers };
}

function receiptProblems(
  close: JournalRow,
  receipt: NonNullable<Proven['receipt']>,
  answers: Record<string, unknown> | null,
): string[] {
  const problems: string[] = [];
  const signed = { receipt: receipt.hmac, answerCount: receipt.answerCount };
  const { receipt: hmac, answerCount } = close.data;
  if (canonicalJson(signed) !== canonicalJson({ receipt: hmac, answerCount }) || close.at !== receipt.serverTime)
    problems.push('the receipt is not the one of this attempt');
  const hash = (close.content?.value as { answersHash?: string } | undefined)?.answersHash;
  if (!answers || !hash) return problems;
  if (hashAnswers(answers) !== hash) problems.push('the answers of the receipt are not the ones that were saved');
  if (Object.keys(answers).length !== answerCount) problems.push('the number of answers is wrong');
  return problems;
}

/**
 * The answers that counted when the attempt was closed, for the last time if it was reopened: of each question the highest epoch and revision, the first of equal
 * ones. Null if the content of one of them is not here.
 */
function countedAnswers(rows: JournalRow[]): Record<string, unknown> | null {
  const end = rows.findLastIndex((row) => row.kind === 'close');
  const newest = new Map<string, JournalRow>();
  for (const row of end < 0 ? rows : rows.slice(0, end)) {
    if (row.kind !== 'answer' || row.data['state'] !== 'saved') continue;
    const questionId = String(row.data['questionId']);
    const known = newest.get(questionId);
    if (!known || isNewer(row, known)) newest.set(questionId, row);
  }
  const counted = [...newest].filter(([, row]) => !row.content || row.content.value !== null);
  if (counted.some(([, row]) => !row.content)) return null;
  return Object.fromEntries(counted.map(([questionId, row]) => [questionId, row.content!.value]));
}

function isNewer(a: JournalRow, b: JournalRow): boolean {
  const [epoch, than] = [Number(a.data['epoch']), Number(b.data['epoch'])];
  return epoch > than || (epoch === than && Number(a.data['revision']) > Number(b.data['revision']));
}

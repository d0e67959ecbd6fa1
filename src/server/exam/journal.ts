import type pg from 'pg';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import type { PaperQuestion } from './tables/attempt.ts';
import { digestOf, genesisHash, hashPaper, hashRow, salted } from './journal-hash.ts';
import { MAX_JOURNAL_BYTES } from './limits.ts';

/** What the journal records (decision 056). */
export type JournalKind =
  | 'start'
  /** The journal begins later than the attempt: it was started by a version without journals. */
  | 'adopted'
  | 'takeover'
  /** The paper has arrived at the candidate, and the time runs. */
  | 'received'
  | 'answer'
  | 'beat'
  | 'switch'
  | 'appeal'
  | 'decision'
  | 'extension'
  | 'pause'
  | 'resume'
  | 'message'
  | 'void'
  | 'submit'
  | 'close'
  | 'mark'
  | 'regrade';

/**
 * One event. `data` is hashed and can never be removed: ids, times, numbers and states only. `content` is what people
 * wrote or chose; it is covered by a salted digest in `data`. Both must be storable as `jsonb`.
 */
export type JournalEvent = {
  attemptId: string;
  kind: JournalKind;
  at: Date;
  data: Record<string, unknown>;
  content?: unknown;
};

/** End of a chain, locked by the caller's transaction. */
export type Head = {
  seq: number;
  /** Hexadecimal. */
  hash: string;
  bytes: number;
  seenAt: Date;
  writerSession: string | null;
  writerDevice: string | null;
  closesAt: Date | null;
  /** Messages that the candidate has not confirmed. */
  messages: number;
};
/** A row of `HEAD_COLUMNS`. */
export type HeadRow = {
  attempt_id: string;
  seq: number;
  hash: string;
  bytes: number;
  seen_at: Date;
  writer_session: string | null;
  writer_device: string | null;
  closes_at: Date | null;
  messages: number;
};

const HEAD_COLUMNS =
  "attempt_id, seq, encode(hash, 'hex') as hash, bytes, seen_at, writer_session, writer_device, closes_at, messages";

const LOCK = `
select ${HEAD_COLUMNS}
from exam_journal_head where enterprise_id = $1 and attempt_id = any($2::uuid[]) order by attempt_id for update`;

/** $1 enterprise, $2 rows, $3 heads, both as JSON. */
const APPEND = `
with row as (
  insert into exam_journal (enterprise_id, attempt_id, seq, kind, at, data, content, prev, hash)
  select $1, a, n, k, t, d, c, decode(p, 'hex'), decode(h, 'hex')
  from json_to_recordset($2::json) as r (a uuid, n int, k text, t timestamptz, d jsonb, c jsonb, p text, h text)
)
update exam_journal_head as head set seq = i.n, hash = decode(i.h, 'hex'), bytes = i.b, seen_at = i.s
from json_to_recordset($3::json) as i (a uuid, n int, h text, b int, s timestamptz)
where head.enterprise_id = $1 and head.attempt_id = i.a`;

/**
 * Locks the ends of the chains of attempts, in the order of their ids. A transaction that locks attempts does so before, so
 * that neither can deadlock.
 */
export async function lockHeads(
  client: pg.PoolClient,
  enterpriseId: string,
  attemptIds: string[],
): Promise<Map<string, Head>> {
  const wanted = [...new Set(attemptIds)];
  const read = async () =>
    (await client.query<HeadRow>({ name: 'lock-journal', text: LOCK, values: [enterpriseId, wanted] })).rows;
  let rows = await read();
  if (rows.length < wanted.length && (await adopt(client, enterpriseId, wanted, rows))) rows = await read();
  return new Map(rows.map((row) => [row.attempt_id, headOf(row)]));
}

export const headOf = (row: HeadRow): Head => ({
  ...{ seq: row.seq, hash: row.hash, bytes: row.bytes, seenAt: row.seen_at },
  ...{ writerSession: row.writer_session, writerDevice: row.writer_device, closesAt: row.closes_at },
  messages: row.messages,
});

/** Begins the journals of attempts that a version without journals has started. @returns whether there were any */
async function adopt(
  client: pg.PoolClient,
  enterpriseId: string,
  wanted: string[],
  known: HeadRow[],
): Promise<boolean> {
  const missing = wanted.filter((id) => !known.some((row) => row.attempt_id === id)).sort();
  const { rows } = await client.query<{ id: string; paper: PaperQuestion[]; started_at: Date }>(
    `select id, paper, started_at from exam_attempt where enterprise_id = $1 and id = any($2::uuid[]) order by id`,
    [enterpriseId, missing],
  );
  for (const { id, paper, started_at: at } of rows) {
    const paperHash = hashPaper(paper);
    const created = await createHead(client, enterpriseId, { attemptId: id, paperHash, at });
    if (created)
      await appendJournal(client, enterpriseId, [{ attemptId: id, kind: 'adopted', at, data: { paperHash } }]);
  }
  return rows.length > 0;
}

/** $1 enterprise, $2 attempt, $3 to $8 the head, $9 rows as JSON. */
const BEGIN = `
with head as (
  insert into exam_journal_head (enterprise_id, attempt_id, seq, hash, bytes, seen_at, writer_session, writer_device)
  values ($1, $2, $3, decode($4, 'hex'), $5, $6, $7, $8)
)
insert into exam_journal (enterprise_id, attempt_id, seq, kind, at, data, content, prev, hash)
select $1, a, n, k, t, d, c, decode(p, 'hex'), decode(h, 'hex')
from json_to_recordset($9::json) as r (a uuid, n int, k text, t timestamptz, d jsonb, c jsonb, p text, h text)`;

/** Begins the journal of an attempt that the caller's transaction has created, with its first events: one statement. */
export async function beginJournal(
  client: pg.PoolClient,
  enterpriseId: string,
  { attemptId, paperHash, ...known }: { attemptId: string; paperHash: string } & Omit<Head, 'seq' | 'hash' | 'bytes'>,
  events: JournalEvent[],
): Promise<void> {
  const head: Head = { seq: 0, hash: genesisHash(attemptId, paperHash), bytes: 0, ...known };
  const rows = events.map((event) => rowOf(event, head));
  const { seq, hash, bytes, seenAt, writerSession, writerDevice } = head;
  await client.query({
    name: 'begin-journal',
    text: BEGIN,
    values: [
      ...[enterpriseId, attemptId, seq, hash, bytes, seenAt.toISOString(), writerSession, writerDevice],
      JSON.stringify(rows),
    ],
  });
}

/** Creates the end of an empty chain. @returns false if there is one */
async function createHead(
  client: pg.PoolClient,
  enterpriseId: string,
  { attemptId, paperHash, at }: { attemptId: string; paperHash: string; at: Date },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into exam_journal_head (enterprise_id, attempt_id, seq, hash, seen_at)
     values ($1, $2, 0, decode($3, 'hex'), $4) on conflict do nothing`,
    [enterpriseId, attemptId, genesisHash(attemptId, paperHash), at.toISOString()],
  );
  return rowCount === 1;
}

/**
 * Appends events to the journals of any number of attempts, in the caller's transaction: two statements, whatever their
 * number. Events of one attempt are appended in their order.
 * @param heads from `lockHeads` in the same transaction; it is kept current
 */
export async function appendJournal(
  client: pg.PoolClient,
  enterpriseId: string,
  events: JournalEvent[],
  heads?: Map<string, Head>,
): Promise<void> {
  if (events.length === 0) return;
  const ends =
    heads ??
    (await lockHeads(
      client,
      enterpriseId,
      events.map((event) => event.attemptId),
    ));
  const rows = events.map((event) => rowOf(event, ends.get(event.attemptId)!));
  const changed = [...new Set(events.map((event) => event.attemptId))].map((a) => {
    const { seq: n, hash: h, bytes: b, seenAt } = ends.get(a)!;
    return { a, n, h, b, s: seenAt.toISOString() };
  });
  await client.query({
    name: 'append-journal',
    text: APPEND,
    values: [enterpriseId, JSON.stringify(rows), JSON.stringify(changed)],
  });
}

/** What the row of an event contains, whatever precedes it: data with the digest of the content, and their size, bytes. */
function partsOf({ data, content: value }: JournalEvent) {
  const content = value === undefined ? null : salted(value);
  const hashed = content ? { ...data, digest: digestOf(content) } : data;
  return { data: hashed, content, bytes: ROW_BYTES + (content ? Buffer.byteLength(JSON.stringify(content)) : 0) };
}

/** The row of an event; moves the head to it. Beyond the limit of an attempt only the digest of a content is kept. */
function rowOf(event: JournalEvent, head: Head) {
  const { attemptId, kind, at } = event;
  const { data, content, bytes } = partsOf(event);
  const seq = head.seq + 1;
  const prev = head.hash;
  const hash = hashRow({ attemptId, seq, kind, at: at.toISOString(), data, prev });
  const isKept = head.bytes < MAX_JOURNAL_BYTES;
  Object.assign(head, { seq, hash, bytes: head.bytes + (isKept ? bytes : ROW_BYTES) });
  return { a: attemptId, n: seq, k: kind, t: at.toISOString(), d: data, c: isKept ? content : null, p: prev, h: hash };
}

/** An event for `portal.save_answers`, which gives it its number and hash; `epoch` is that of the request. */
export function unchainedRow(event: JournalEvent, epoch: number) {
  const { data, content, bytes } = partsOf(event);
  const { attemptId, kind, at } = event;
  return { a: attemptId, e: epoch, at: at.toISOString(), k: kind, d: canonicalJson(data), c: content, b: bytes };
}

/** Size of a row without its content, approximately. */
const ROW_BYTES = 300;

/** Counts messages that the candidates of attempts have not confirmed. The caller has locked the heads. @param change 1 or −1 */
export async function countMessages(
  client: pg.ClientBase,
  enterpriseId: string,
  attemptIds: string[],
  change: 1 | -1,
): Promise<void> {
  await client.query(
    'update exam_journal_head set messages = messages + $3 where enterprise_id = $1 and attempt_id = any($2::uuid[])',
    [enterpriseId, attemptIds, change],
  );
}

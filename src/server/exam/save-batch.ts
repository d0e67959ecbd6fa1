import type pg from 'pg';
import { pgClientOf, withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { attemptBatch } from './attempt-batch.ts';
import type { Checked } from './check-entries.ts';
import {
  appendJournal,
  HEAD_COLUMNS,
  headOf,
  lockHeads,
  type Head,
  type HeadRow,
  type JournalEvent,
} from './journal.ts';
import { keepLate, type LateEntry } from './keep-late.ts';
import { MIN_BEAT_SECONDS, SAVES_BASE, SAVES_PER_SECOND } from './limits.ts';
import { recordGap, type Beat } from './record-gap.ts';
import { recordRejections } from './record-rejections.ts';
import { settle, stateOf, type Settled } from './settle.ts';
import { GAP_SECONDS, GRACE_SECONDS } from './times.ts';

/** `beat`: the request also tells that its writer is there. */
export type Save = { attemptId: string; checked: Checked; now: Date; beat?: Beat };
/** State of the locked attempt at the time the answers were written. */
export type Standing = {
  status: 'open' | 'submitted' | 'marked';
  epoch: number;
  deadlineAt: Date;
  /** End of the last break. */
  breakUntil: Date | null;
  /** Since when the clock stands still; null: it runs. */
  pausedAt: Date | null;
  /** End of the section of each question, ISO 8601; null: the paper has no times of sections. */
  sectionEnds: Record<string, string | null> | null;
};
/** `limited`: the attempt has no saves left and nothing was written. `messages`: those that are not confirmed yet. */
export type Saved = Standing & Settled & { limited: boolean; messages: number };
type Row = {
  id: string;
  status: Standing['status'];
  writer_epoch: number;
  deadline_at: Date;
  break_until: Date | null;
  paused_at: Date | null;
  section_ends: Standing['sectionEnds'];
  limited: boolean;
} & { [K in keyof HeadRow]: HeadRow[K] | null };

/**
 * One statement for the answers of many requests. $1 enterprise, $2 attempts, $3 answers as JSON, $4 grace period in
 * seconds, $5 number of saves per attempt as JSON, $6 and $7 allowed saves of an attempt: base, and per second of its time.
 * `attempt` is locked FOR SHARE in the order of ids before anything is written: a submit waits for the lock, and a row read
 * after waiting is its newest version. After them `head` locks the ends of their journals, in the same order; the counts of
 * both CTEs make PostgreSQL complete one before it begins the next. Rows are written in sorted order, so that batches cannot
 * deadlock. Answers that do not count are stored by keep-late.ts.
 */
export const SAVE = `
with attempt as materialized (
  select a.id, a.status, a.writer_epoch, a.deadline_at, a.break_until, a.paused_at,
         case when a.section_ends is not null then (
           select jsonb_object_agg(q ->> 'questionId', a.section_ends -> (q ->> 'part')::int)
           from jsonb_array_elements(a.paper) q) end as section_ends,
         $6::int + $7::int * greatest(0, ceil(extract(epoch from a.deadline_at - a.started_at)))::int as allowed
  from exam_attempt a where a.enterprise_id = $1 and a.id = any($2::uuid[])
  order by a.id for share
), head as materialized (
  select ${HEAD_COLUMNS} from exam_journal_head
  where enterprise_id = $1 and attempt_id = any($2::uuid[]) and (select count(*) from attempt) > 0
  order by attempt_id for update
), requested as materialized (
  select attempt.id, i.n, attempt.allowed from json_to_recordset($5::json) as i (a uuid, n int)
  join attempt on attempt.id = i.a where (select count(*) from head) >= 0 order by i.a
), used as (
  insert into exam_save_count as kept (enterprise_id, attempt_id, saves)
  select $1, id, n from requested
  on conflict (enterprise_id, attempt_id) do update set saves = kept.saves + excluded.saves
    where kept.saves + excluded.saves <= (select allowed from requested where requested.id = kept.attempt_id)
  returning attempt_id
), limited as materialized (
  select id from requested where not exists (select from used where used.attempt_id = requested.id)
), entry as materialized (
  select i.a as attempt_id, i.q as question_id, i.e as epoch, i.r as revision, coalesce(i.v, 'null') as answer, i.f as flagged, i.t as at, i.l as lang
  from json_to_recordset($3::json) as i (a uuid, q uuid, e int, r int, v jsonb, f boolean, t timestamptz, l text)
  join attempt on attempt.id = i.a
  where attempt.status = 'open' and i.e = attempt.writer_epoch
    and least(i.t, attempt.paused_at) <= attempt.deadline_at + make_interval(secs => $4)
    and i.t >= coalesce(attempt.break_until, '-infinity')
    and least(i.t, attempt.paused_at) <= coalesce((attempt.section_ends ->> i.q::text)::timestamptz, 'infinity') + make_interval(secs => $4)
    and not exists (select from limited where limited.id = i.a)
  order by i.a, i.q, i.e, i.r
), saved as (
  insert into exam_answer as kept (enterprise_id, attempt_id, question_id, epoch, revision, answer, flagged, saved_at, lang)
  select $1, attempt_id, question_id, epoch, revision, answer, flagged, at, lang from entry
  on conflict (enterprise_id, attempt_id, question_id) do update
    set epoch = excluded.epoch, revision = excluded.revision, answer = excluded.answer, flagged = excluded.flagged, saved_at = excluded.saved_at,
        lang = excluded.lang
    where (excluded.epoch, excluded.revision) > (kept.epoch, kept.revision)
)
select attempt.id, status, writer_epoch, deadline_at, break_until, paused_at, section_ends,
       exists (select from limited where limited.id = attempt.id) as limited, head.*
from attempt left join head on head.attempt_id = attempt.id`;

/**
 * Shortest time between two batches, ms (batched.ts): a batch of ten costs the database little more than one save. A beat has
 * nobody who waits for it.
 */
const SAVES_EVERY = 20;
const BEATS_EVERY = 250;

const isBeat = ({ checked }: Save) => checked.accepted.length + checked.rejected.length === 0;

const LIMITS = { max: 150, concurrency: 2 };
const saveAnswers = attemptBatch<Save, Saved | null>(run, { ...LIMITS, every: SAVES_EVERY });
const saveBeat = attemptBatch<Save, Saved | null>(run, { ...LIMITS, every: BEATS_EVERY, enough: LIMITS.max });

/**
 * Saves the checked answers of one request. Simultaneous requests of one tenant share a transaction. The result is returned
 * after COMMIT, so it is durable. Each request with answers uses one of the attempt's saves.
 * @returns null when the attempt does not exist
 */
export function saveInBatch(enterpriseId: string, save: Save): Promise<Saved | null> {
  return isBeat(save) ? saveBeat(enterpriseId, save) : saveAnswers(enterpriseId, save);
}

async function run(enterpriseId: string, saves: Save[], lockTimeout: number): Promise<(Saved | null)[]> {
  return withTenant(
    enterpriseId,
    async (_db, client, last) => {
      const { results, heads, events } = await writeAnswers(client, enterpriseId, saves, saves);
      last(appendJournal(client, enterpriseId, events, heads));
      return results;
    },
    { lockTimeout, lane: 'exam' },
  );
}

/**
 * Saves the answers of one request in the caller's transaction (submit, switch, break).
 * @param isLimited whether it uses one of the attempt's saves; when none is left, nothing is written or acknowledged. The
 * submission of an open attempt never depends on it.
 */
export async function saveHere(
  db: TenantDb,
  enterpriseId: string,
  save: Save,
  { isLimited }: { isLimited: boolean },
): Promise<Settled> {
  const client = pgClientOf(db);
  const { results, heads, events } = await writeAnswers(client, enterpriseId, [save], isLimited ? [save] : []);
  await appendJournal(client, enterpriseId, events, heads);
  return results[0]!;
}

type Written = { results: (Saved | null)[]; heads: Map<string, Head>; events: JournalEvent[] };

/**
 * Writes answers of attempts of one tenant, and locks the journals of the attempts.
 * @param limited the requests that use one of the saves of their attempt (see `saveHere`)
 * @returns results in the order of `saves`; the ends of the journals, and the events that the caller appends to them
 */
export async function writeAnswers(
  client: pg.PoolClient,
  enterpriseId: string,
  saves: Save[],
  limited: Save[],
): Promise<Written> {
  const counted = countedSaves(limited);
  const { rows } = await client.query<Row>({
    name: 'save-answers',
    text: SAVE,
    values: [...parameters(enterpriseId, saves), JSON.stringify(counted), SAVES_BASE, SAVES_PER_SECOND],
  });
  const standings = new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        epoch: row.writer_epoch,
        deadlineAt: row.deadline_at,
        breakUntil: row.break_until,
        pausedAt: row.paused_at,
        sectionEnds: row.section_ends,
      },
    ]),
  );
  const late = saves.flatMap(({ attemptId, checked, now }) => {
    const standing = standings.get(attemptId);
    if (!standing || standing.limited) return [];
    return checked.entries.flatMap((entry): LateEntry[] => {
      const reason = stateOf(entry, standing, now);
      return reason === 'saved' ? [] : [{ ...entry, attemptId, reason, at: now }];
    });
  });
  const outcomeOf = late.length ? await keepLate(client, enterpriseId, late) : undefined;
  const results = saves.map((save): Saved | null => {
    const standing = standings.get(save.attemptId);
    if (!standing) return null;
    if (standing.limited) return { ...standing, messages: 0, acks: [], rejected: [] };
    return { ...standing, messages: 0, ...settle(save, standing, outcomeOf) };
  });
  const rejections = results.flatMap((result, i) => {
    const { attemptId, now } = saves[i]!;
    return (result?.rejected ?? []).map((rejection) => ({ ...rejection, attemptId, at: now }));
  });
  if (rejections.length) await recordRejections(client, enterpriseId, rejections);
  const heads = await headsOf(client, enterpriseId, rows);
  return { results, heads, events: await eventsOf(client, enterpriseId, saves, results, heads) };
}

/** The locked ends of the journals; those that do not exist yet are created. */
async function headsOf(client: pg.PoolClient, enterpriseId: string, rows: Row[]): Promise<Map<string, Head>> {
  const found = rows.filter((row): row is Row & HeadRow => row.attempt_id !== null);
  if (found.length === rows.length) return new Map(found.map((row) => [row.id, headOf(row)]));
  const ids = rows.map(({ id }) => id);
  return lockHeads(client, enterpriseId, ids);
}

/** What is acknowledged, for the journals of the attempts: answers, beats, and gaps that end with this request. */
async function eventsOf(
  client: pg.PoolClient,
  enterpriseId: string,
  saves: Save[],
  results: (Saved | null)[],
  heads: Map<string, Head>,
): Promise<JournalEvent[]> {
  const events: JournalEvent[] = [];
  for (const [i, save] of saves.entries()) {
    const { attemptId, checked, now, beat } = save;
    const result = results[i];
    const head = heads.get(attemptId);
    if (!result || !head) continue;
    result.messages = head.messages;
    if (beat && result.status === 'open' && beat.epoch === result.epoch) {
      const silence = (now.getTime() - head.seenAt.getTime()) / 1000;
      if (silence > GAP_SECONDS && result.pausedAt === null)
        events.push(...(await recordGap(client, enterpriseId, { attemptId, head, beat, now })));
      if (isBeat(save) && silence >= MIN_BEAT_SECONDS)
        events.push({ attemptId, kind: 'beat', at: now, data: { epoch: beat.epoch } });
      if (!isBeat(save) || silence >= MIN_BEAT_SECONDS)
        head.seenAt = new Date(Math.max(now.getTime(), head.seenAt.getTime()));
    }
    events.push(...answerEvents(attemptId, checked, result, now));
  }
  return events;
}

function answerEvents(attemptId: string, { accepted }: Checked, { acks }: Settled, at: Date): JournalEvent[] {
  const entries = new Map(accepted.map((entry) => [`${entry.questionId} ${entry.revision}`, entry]));
  return acks.map(({ questionId, epoch, revision, state }) => {
    const { answer, flagged, lang } = entries.get(`${questionId} ${revision}`)!;
    const data = { questionId, epoch, revision, state, flagged, ...(lang && { lang }) };
    return { attemptId, kind: 'answer', at, data, content: answer };
  });
}

/**
 * Number of requests with answers, per attempt. A request without answers only reads the server time and is not
 * counted.
 */
function countedSaves(saves: Save[]): { a: string; n: number }[] {
  const counts = new Map<string, number>();
  for (const save of saves) {
    const { attemptId } = save;
    if (isBeat(save)) continue;
    counts.set(attemptId, (counts.get(attemptId) ?? 0) + 1);
  }
  return [...counts].map(([a, n]) => ({ a, n }));
}

/**
 * $1 to $4 of the statement. A row may be updated only once, so only the newest entry per attempt, question and epoch
 * is passed.
 */
function parameters(enterpriseId: string, saves: Save[]): unknown[] {
  const newest = new Map<string, { r: number; [column: string]: unknown }>();
  for (const { attemptId, checked, now } of saves) {
    for (const { questionId, epoch, revision, answer, flagged, lang } of checked.entries) {
      const key = `${attemptId} ${questionId} ${epoch}`;
      const earlier = newest.get(key);
      if (earlier && earlier.r >= revision) continue;
      newest.set(key, {
        a: attemptId,
        q: questionId,
        e: epoch,
        r: revision,
        v: answer,
        f: flagged,
        l: lang,
        t: now.toISOString(),
      });
    }
  }
  const attempts = [...new Set(saves.map((save) => save.attemptId))];
  return [enterpriseId, attempts, JSON.stringify([...newest.values()]), GRACE_SECONDS];
}

import type pg from 'pg';
import { pgClientOf, runOnce, withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { attemptBatch } from './attempt-batch.ts';
import type { Checked } from './check-entries.ts';
import {
  appendJournal,
  headOf,
  lockHeads,
  unchainedRow,
  type Head,
  type HeadRow,
  type JournalEvent,
} from './journal.ts';
import { keepLate, type LateEntry, recordRejections } from './keep-late.ts';
import { MIN_BEAT_SECONDS } from './limits.ts';
import { recordGap, type Beat } from './record-gap.ts';
import {
  isBeat,
  SAVE,
  SAVE_AND_DECIDE,
  saveParameters,
  attemptStateOf,
  type Save,
  type SaveRow,
  type AttemptState,
} from './save-statement.ts';
import { isInvented, acknowledge, stateOf, type Acknowledged } from './acknowledge.ts';
import { GAP_SECONDS } from './times.ts';

/** A request of the exam screen. */
type Writer = Save & { beat: Beat };

/** `limited`: the attempt has no saves left and nothing was written. `messages`: those that are not confirmed yet. */
export type Saved = AttemptState & Acknowledged & { limited: boolean; messages: number };
/**
 * Shortest time between two batches, ms (batched.ts): a batch of ten costs the database little more than one save. A beat has
 * nobody who waits for it.
 */
const SAVES_EVERY = 20;
const BEATS_EVERY = 250;

const LIMITS = { max: 150, concurrency: 2 };
const saveAnswers = attemptBatch<Writer, Saved | null>(run, { ...LIMITS, every: SAVES_EVERY });
const saveBeat = attemptBatch<Writer, Saved | null>(run, { ...LIMITS, every: BEATS_EVERY, enough: LIMITS.max });

/**
 * Saves the checked answers of one request. Simultaneous requests of one tenant share a transaction. The result is returned
 * after COMMIT, so it is durable. Each request with answers uses one of the attempt's saves.
 * @returns null when the attempt does not exist
 */
export function saveInBatch(enterpriseId: string, save: Writer): Promise<Saved | null> {
  return isBeat(save) ? saveBeat(enterpriseId, save) : saveAnswers(enterpriseId, save);
}

/**
 * Most requests are saved with one statement, which holds its locks while it runs only. Those of attempts with something late,
 * rejected, superseded, or heard of after a gap need decisions in between: a transaction.
 */
async function run(enterpriseId: string, saves: Writer[], lockTimeout: number): Promise<(Saved | null)[]> {
  const rejecting = new Set(
    saves.flatMap(({ attemptId, checked }) => (checked.rejected.length > 0 ? [attemptId] : [])),
  );
  const candidates = saves.filter(({ attemptId }) => !rejecting.has(attemptId));
  const plain = await savePlain(enterpriseId, candidates, lockTimeout);
  const others = saves.filter((save) => !plain.has(save));
  if (others.length === 0) return saves.map((save) => plain.get(save)!);
  const decided = await saveOthers(enterpriseId, others, lockTimeout);
  return saves.map((save) => plain.get(save) ?? decided[others.indexOf(save)]!);
}

/** Saves requests without rejected entries with one statement. @returns results of those for which it could */
async function savePlain(enterpriseId: string, saves: Writer[], lockTimeout: number): Promise<Map<Save, Saved>> {
  if (saves.length === 0) return new Map();
  const events = saves.flatMap((save) => {
    const { attemptId, checked, now, beat } = save;
    const told: JournalEvent[] = isBeat(save)
      ? [{ attemptId, kind: 'beat', at: now, data: { epoch: beat.epoch } }]
      : answerEvents(attemptId, checked, acksOf(checked), now);
    return told.map((event) => unchainedRow(event, beat.epoch));
  });
  const statement = {
    name: 'save-plain',
    text: SAVE,
    values: saveParameters(enterpriseId, saves, saves, events, lockTimeout),
  };
  const rows = new Map((await runOnce<SaveRow>(statement, 'exam')).map((row) => [row.id, row]));
  const results = new Map<Save, Saved>();
  for (const save of saves) {
    const row = rows.get(save.attemptId);
    if (!row?.saved && !row?.limited) continue;
    const acknowledged = { acks: row.limited ? [] : acksOf(save.checked), rejected: [] };
    results.set(save, { ...attemptStateOf(row), limited: row.limited, messages: row.messages ?? 0, ...acknowledged });
  }
  return results;
}

const acksOf = ({ accepted }: Checked): Acknowledged['acks'] =>
  accepted.map(({ questionId, epoch, revision }) => ({ questionId, epoch, revision, state: 'saved' }));

function saveOthers(enterpriseId: string, saves: Writer[], lockTimeout: number): Promise<(Saved | null)[]> {
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
): Promise<Acknowledged> {
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
  const { rows } = await client.query<SaveRow>({
    name: 'save-answers',
    text: SAVE_AND_DECIDE,
    values: saveParameters(enterpriseId, saves, limited, null, null),
  });
  const found = new Map(
    rows.map((row) => [row.id, { ...attemptStateOf(row), limited: row.limited, states: row.states ?? {} }]),
  );
  const late = saves.flatMap(({ attemptId, checked, now }) => {
    const attempt = found.get(attemptId);
    if (!attempt || attempt.limited) return [];
    return checked.entries.flatMap((entry): LateEntry[] => {
      const reason = stateOf(entry, attempt);
      return reason === 'saved' || isInvented(entry, attempt) ? [] : [{ ...entry, attemptId, reason, at: now }];
    });
  });
  const outcomeOf = late.length ? await keepLate(client, enterpriseId, late) : undefined;
  const results = saves.map((save): Saved | null => {
    const decided = found.get(save.attemptId);
    if (!decided) return null;
    const { states, ...attempt } = decided;
    if (attempt.limited) return { ...attempt, messages: 0, acks: [], rejected: [] };
    return { ...attempt, messages: 0, ...acknowledge(save, { ...attempt, states }, outcomeOf) };
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
async function headsOf(client: pg.PoolClient, enterpriseId: string, rows: SaveRow[]): Promise<Map<string, Head>> {
  const found = rows.filter((row): row is SaveRow & HeadRow => row.attempt_id !== null);
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
    events.push(...answerEvents(attemptId, checked, result.acks, now));
  }
  return events;
}

function answerEvents(attemptId: string, { accepted }: Checked, acks: Acknowledged['acks'], at: Date): JournalEvent[] {
  const entries = new Map(accepted.map((entry) => [`${entry.questionId} ${entry.revision}`, entry]));
  return acks.map(({ questionId, epoch, revision, state }) => {
    const { answer, flagged, lang } = entries.get(`${questionId} ${revision}`)!;
    const data = { questionId, epoch, revision, state, flagged, ...(lang && { lang }) };
    return { attemptId, kind: 'answer', at, data, content: answer };
  });
}

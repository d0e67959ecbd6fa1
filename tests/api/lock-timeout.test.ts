import pg from 'pg';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { errorEnvelope } from '#src/server/http/error-envelope.ts';
import { mintExam, type TestExam } from '../factories/exam.ts';
import { ok, request } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* A transaction that no longer answers and holds locks, e.g. of a suspended process (decision 071). */

const SAVE = 'POST /exam/auth/user/exam/answer/save';

type Candidate = { who: TestPerson; attemptId: string };

let tenant: TestTenant;
let exam: TestExam;
let holder: pg.Client | undefined;

beforeAll(async () => {
  tenant = await mintTenant();
  exam = await mintExam(tenant);
});
afterEach(async () => {
  await holder?.end();
  holder = undefined;
});

async function enter(): Promise<Candidate> {
  const who = await mintPerson(tenant);
  const { attemptId } = await ok(who, 'POST /exam/auth/user/exam/start', { id: exam.id });
  return { who, attemptId };
}

/** What a transaction holds: that of a submission, and that of a batch of answers. */
const LOCKS = {
  attempt: 'select from exam_attempt where id = $1 for update',
  journal: 'select from exam_journal_head where attempt_id = $1 for update',
};

/** Locks a row of an attempt in a transaction that stays open. */
async function hold({ attemptId }: Candidate, lock: keyof typeof LOCKS = 'attempt'): Promise<void> {
  holder = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await holder.connect();
  await holder.query('begin');
  await holder.query(`select set_config('app.enterprise_id', $1, true)`, [tenant.id]);
  const { rowCount } = await holder.query(LOCKS[lock], [attemptId]);
  expect(rowCount).toBe(1);
}

const save = ({ who, attemptId }: Candidate, revision: number) =>
  request(who, SAVE, {
    attemptId,
    epoch: 1,
    answers: [{ questionId: exam.ids.single[0]!, epoch: 1, revision, answer: 'A' }],
  });

it.each(['attempt', 'journal'] as const)(
  'saves of others go on while the %s of one is locked; its own are refused for the moment, and nothing is lost',
  async (lock) => {
    const [stuck, ...others] = await Promise.all([enter(), enter(), enter(), enter()]);
    await hold(stuck, lock);
    // More than the batches that run at the same time.
    const refused = [1, 2, 3, 4, 5].map((revision) => save(stuck, revision));
    for (const revision of [1, 2, 3])
      for (const answer of await Promise.all(others.map((other) => save(other, revision)))) {
        expect(answer.status).toBe(200);
        expect(await answer.json()).toMatchObject({ data: { acks: [{ revision, state: 'saved' }], rejected: [] } });
      }
    for (const answer of await Promise.all(refused)) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('2');
    }
    await holder!.query('rollback');
    expect(await (await save(stuck, 5)).json()).toMatchObject({ data: { acks: [{ revision: 5, state: 'saved' }] } });
  },
);

it('a submission waits for the lock, and is refused for the moment in the end', async () => {
  const stuck = await enter();
  await hold(stuck);
  const { attemptId } = stuck;
  const submit = () => request(stuck.who, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers: [] });
  const refused = await submit();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
  await holder!.query('rollback');
  expect((await submit()).status).toBe(200);
});

it('an idle transaction is ended by the server, and the next one has another connection', async () => {
  const read = async () =>
    withTenant(tenant.id, async (_db, client) => {
      const { rows } = await client.query<{ idle: string; pid: number }>(
        `select current_setting('idle_in_transaction_session_timeout') as idle, pg_backend_pid() as pid`,
      );
      return rows[0]!;
    });
  const { idle } = await read();
  expect(idle).toBe('2min');
  let ended = 0;
  const idling = withTenant(tenant.id, async (_db, client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select set_config('idle_in_transaction_session_timeout', '100ms', true), pg_backend_pid() as pid`,
    );
    ended = rows[0]!.pid;
    const isGone = new Promise((resolve) => client.once('end', resolve));
    await isGone;
    await client.query('select 1');
  });
  const error = await idling.catch((reason: unknown) => reason);
  expect(errorEnvelope(error, undefined)[1]).toBe(503);
  expect((await read()).pid).not.toBe(ended);
});

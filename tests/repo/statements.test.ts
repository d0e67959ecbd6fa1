import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from '#src/server/embedded-postgres/start-embedded.ts';
import { hashPassword, stopHashing } from '#src/server/account/password/password.ts';
import type { Call, Data, Input } from '#src/contract/calls.ts';
import { closePool } from '#src/server/core/db/pool.ts';
import { pgClientOf, withTenant } from '#src/server/core/db/tenant.ts';
import { http } from '../config/http.ts';
import { readTable, writeTable } from '../config/performance-tables.ts';
import { freePort, PortalProcess } from '../config/portal-process.ts';
import { countStatements, type StatementCounter } from '../config/statement-counter.ts';
import { until } from '../config/until.ts';
import { mintCourse, mintResource } from '../factories/course.ts';
import { mintExamHall } from '../factories/exam-hall.ts';
import { callRemote } from '../factories/remote.ts';
import { companionCookie } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/*
 * Statements of the most frequent requests, counted by a proxy between a portal and its database, against the table in
 * docs/performance.md. Each request is made for real, and what it stores is checked. `UPDATE_COUNTS=1` rewrites the table.
 */

const PASSWORD = 'Study@2026';
/** The first are not counted: caches and connections are new. Of the others the least counts: the portal has other work now and then. */
const PEOPLE = { warming: 2, counted: 3 };

type Candidate = TestPerson & { attemptId?: string; epoch?: number; questionId?: string; playerId?: string };

let embedded: Embedded | undefined;
let counter: StatementCounter | undefined;
let portal: PortalProcess | undefined;
let tenant: TestTenant;
let examId: string;
let courseId: string;
let resourceId: string;
const people: Candidate[] = [];

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'zhixing-portal-'));
  embedded = await startEmbedded({ dataDir, log: () => undefined });
  // The factories use the database directly.
  process.env.DATABASE_URL = embedded.url;
  counter = await countStatements(embedded.url);
  const env = { DATABASE_URL: counter.url, DEMO: 'off', JOBS: 'off' };
  portal = await new PortalProcess({ port: await freePort(), dataDir, env }).start();
  tenant = await mintTenant('Statements');
  // The portal looks for new tenants twice a second at most.
  await until(async () => (await http(portal!.port, tenant.host, '/login')).status === 200, {
    what: 'the tenant is found',
    timeout: 10_000,
  });
  examId = await mintExamHall(tenant, { single: 4, multiple: 2, judge: 2, blank: 2 });
  courseId = await mintCourse(tenant);
  resourceId = await mintResource(tenant, courseId, { totalDuration: 600 });
  const passwordHash = await hashPassword(PASSWORD);
  for (let n = 0; n < PEOPLE.warming + PEOPLE.counted; n++) people.push(await mintPerson(tenant, { passwordHash }));
}, 300_000);

afterAll(async () => {
  await portal?.stop();
  counter?.close();
  await stopHashing();
  await closePool();
  await embedded?.stop();
  await portal?.dispose();
});

/** Requests a page as its reader. @throws Error for any status other than 200 */
async function page(path: string, { token }: TestPerson): Promise<string> {
  const cookie = `ET_WEB_TOKEN=${token}; ${companionCookie(token)}`;
  const { status, text } = await http(portal!.port, tenant.host, path, { headers: { cookie } });
  if (status !== 200) throw new Error(`${path}: ${status}`);
  return text;
}

/** Calls an operation. @throws Error for any code other than 200 */
async function call<C extends Call>(caller: Parameters<typeof callRemote>[1], name: C, input: Input<C>) {
  const reply = await callRemote(portal!.port, caller, name, input);
  if (reply.code !== 200) throw new Error(`${name}: ${JSON.stringify(reply)}`);
  return reply.data as Data<C>;
}

/** One row of the database, which the factories' own pool reads: it is not counted. */
const stored = (text: string, values: unknown[]) =>
  withTenant(tenant.id, async (db) => (await pgClientOf(db).query(text, values)).rows[0] as Record<string, unknown>);

/** The answer to the question of a person, as a change of it. */
const answered = ({ attemptId, epoch, questionId }: Candidate, revision: number) => ({
  attemptId: attemptId!,
  epoch: epoch!,
  answers: [{ questionId: questionId!, epoch: epoch!, revision, answer: true }],
});
const answersOf = ({ attemptId }: Candidate) =>
  stored('select count(*)::int as n, max(revision) as revision from exam_answer where attempt_id = $1', [attemptId]);

type Step = {
  request: string;
  /** Makes the request. @returns what `check` looks at */
  run: (person: Candidate) => Promise<unknown>;
  /** Checks its effect; its statements are not counted. */
  check: (person: Candidate, answer: never) => unknown;
};

const step = <A>(request: string, run: (person: Candidate) => Promise<A>, check: (p: Candidate, a: A) => unknown) =>
  ({ request, run, check }) as Step;
const shows = (what: () => string) => (_person: Candidate, html: string) => expect(html).toContain(what());

/** In the order in which a person makes them. */
const STEPS: Step[] = [
  step(
    'sign-in',
    ({ phone }) =>
      call(tenant.anonymous, 'POST /user/api/user/info/login/pwd', { phone, password: PASSWORD, agreed: true }),
    async ({ userId }, { token }) => {
      expect(token).toHaveLength(43);
      expect(await stored('select count(*)::int as n from portal.user_session where user_id = $1', [userId])).toEqual({
        n: 2,
      });
    },
  ),
  step(
    '`/home`',
    (person) => page('/home', person),
    shows(() => 'id="contribution"'),
  ),
  step(
    'unread counts, for the header',
    (person) => call(person, 'POST /user/auth/announcement/user/record/wait/read/count', {}),
    (_person, answer) => expect(answer).toMatchObject({ count: 0, notices: 0 }),
  ),
  step(
    'notices, which the bell opens',
    (person) => page('/account?change=5', person),
    shows(() => 'AccountTabs'),
  ),
  step(
    'page of a course, member',
    (person) => page(`/knowledge/course/${courseId}`, person),
    shows(() => '安全生产'),
  ),
  step(
    'study report',
    async (person) => {
      const { playerId } = person;
      const watched = { ranges: [[0, 1]] as [number, number][], position: 7, studiedSeconds: 1, active: true };
      return call(person, 'POST /course/auth/study/player/report', {
        ...{ playerId: playerId!, resourceId, playbackRate: 1, captionsOn: false },
        ...watched,
      });
    },
    async ({ userId }, { takenOver }) => {
      expect(takenOver).toBe(false);
      const row = await stored('select position from resource_progress where user_id = $1', [userId]);
      expect(row).toEqual({ position: 7 });
    },
  ),
  step(
    'page of an exam',
    (person) => page(`/test/id?id=${examId}`, person),
    shows(() => 'Exam hall'),
  ),
  step(
    'page of the hall',
    (person) => page(`/account/exam/start?id=${examId}`, person),
    shows(() => 'EnterHall'),
  ),
  step(
    'start of an attempt, with the paper',
    (person) => call(person, 'POST /exam/auth/user/exam/start', { id: examId, enter: true, deviceKey: randomUUID() }),
    async (person, { attemptId, hall }) => {
      const question = hall!.questions.find(({ type }) => type === 'judge')!;
      Object.assign(person, { attemptId, epoch: hall!.epoch, questionId: question.questionId });
      const row = await stored('select status, user_id from exam_attempt where id = $1', [attemptId]);
      expect(row).toEqual({ status: 'open', user_id: person.userId });
      await call(person, 'POST /exam/auth/user/exam/attempt/received', { attemptId });
      // The row of an answer is made by the first save; later ones change it.
      await call(person, 'POST /exam/auth/user/exam/answer/save', answered(person, 1));
    },
  ),
  step(
    'answer save',
    (person) => call(person, 'POST /exam/auth/user/exam/answer/save', answered(person, 2)),
    async (person) => expect(await answersOf(person)).toEqual({ n: 1, revision: 2 }),
  ),
  step(
    'sign of life of the hall, a save without answers',
    (person) => call(person, 'POST /exam/auth/user/exam/answer/save', { ...answered(person, 0), answers: [] }),
    (_person, { superseded, serverTime }) => {
      expect(superseded).toBe(false);
      expect(Date.parse(serverTime)).toBeGreaterThan(0);
    },
  ),
  step(
    'submission, with a last answer',
    (person) => call(person, 'POST /exam/auth/user/exam/submit', answered(person, 3)),
    async (person) => {
      expect(await answersOf(person)).toEqual({ n: 1, revision: 3 });
      const { status } = await stored('select status from exam_attempt where id = $1', [person.attemptId]);
      expect(status).toBe('marked');
    },
  ),
  step(
    'page of the result',
    (person) => page(`/account/exam/examSuccess?id=${person.attemptId}`, person),
    shows(() => 'Exam hall'),
  ),
];

it('the most frequent requests send as many statements as docs/performance.md says', async () => {
  for (const person of people) {
    const { playerId } = await call(person, 'POST /course/auth/study/player/open', { resourceId });
    person.playerId = playerId;
  }
  const counts = new Map<string, number>();
  for (const [n, person] of people.entries()) {
    for (const { request, run, check } of STEPS) {
      const before = counter!.statements;
      const answer = await run(person);
      const statements = counter!.statements - before;
      await check(person, answer as never);
      if (n >= PEOPLE.warming) counts.set(request, Math.min(counts.get(request) ?? Infinity, statements));
    }
  }
  if (process.env.UPDATE_COUNTS) {
    await writeTable(
      'statements',
      [...counts].map(([request, statements]) => ({ request, statements: String(statements) })),
    );
    return;
  }
  const committed = new Map(readTable('statements').map((row) => [row.request!, Number(row.statements)]));
  const differing = [...new Set([...counts.keys(), ...committed.keys()])].flatMap((request) => {
    const [now, was] = [counts.get(request), committed.get(request)];
    if (now === was) return [];
    if (now === undefined || was === undefined) return [`${request}: ${was ?? 'not listed'} → ${now ?? 'not made'}`];
    return [`${request}: ${was} → ${now} (${now > was ? 'GREW' : 'fewer'})`];
  });
  expect(
    differing,
    'Statements per request differ from docs/performance.md. More: find out why. Intended, or fewer: update the table with `UPDATE_COUNTS=1 npm run test:repo -- statements`.',
  ).toEqual([]);
}, 240_000);

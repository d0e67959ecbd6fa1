import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { examSwitch } from '#src/server/exam/tables/switch.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { TAKEOVERS } from '#src/server/exam/limits.ts';
import { closeAbandoned } from '#src/server/exam/close-abandoned.ts';
import { sweepExams } from '#src/server/jobs/sweep-exams.ts';
import { mintExam, readAttempt, right, setDeadline } from '../factories/exam.ts';
import { accommodate } from '../factories/exam-rules.ts';
import { journalOf } from '../factories/journal.ts';
import { ok, request } from '../factories/portal.ts';
import { mintSession } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Leaving the exam screen (docs/decisions/056). */

const START = 'POST /exam/auth/user/exam/start';
const SAVE = 'POST /exam/auth/user/exam/answer/save';
const SWITCH = 'POST /exam/auth/user/exam/switch/save';
const TAKE_OVER = 'POST /exam/auth/user/exam/attempt/take-over';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
});
beforeEach(() => {
  // Time passes only where a test says so.
  const [wall, monotonic] = [Date.now(), performance.now()];
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic + Date.now() - wall);
  // The portal has been running for long, unless a test says otherwise.
  vi.spyOn(process, 'uptime').mockReturnValue(86_400);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

/** The same person, signed in another time. */
const elsewhere = async (who: TestPerson) => ({ ...who, token: await mintSession(who.userId, tenant.id) });

/** An attempt that its candidate has opened in a browser. */
async function enterHall(options: Parameters<typeof mintExam>[1], parts?: Parameters<typeof accommodate>[3]) {
  const exam = await mintExam(tenant, options);
  const who = await mintPerson(tenant);
  if (parts) await accommodate(tenant, who, await mintPerson(tenant), parts);
  const { attemptId } = await ok(who, START, { id: exam.id });
  const deviceKey = randomUUID();
  const { epoch } = await ok(who, TAKE_OVER, { attemptId, deviceKey });
  const clientKey = randomUUID();
  const report = (more: { dwellSeconds?: number; kind?: 'hide' | 'leave'; clientKey?: string; answers?: [] } = {}) =>
    ok(who, SWITCH, { attemptId, epoch, clientKey, dwellSeconds: null, ...more });
  const beat = (awakeSeconds: number) => ok(who, SAVE, { attemptId, epoch, answers: [], awakeSeconds });
  const reload = (more: { as?: TestPerson; deviceKey?: string } = {}) =>
    ok(more.as ?? who, TAKE_OVER, { attemptId, deviceKey: more.deviceKey ?? deviceKey });
  return { exam, who, attemptId, epoch, report, beat, reload };
}

const switchesOf = (attemptId: string) =>
  withTenant(tenant.id, async (db) => {
    const rows = await db
      .select()
      .from(examSwitch)
      .where(and(eq(examSwitch.enterpriseId, tenant.id), eq(examSwitch.attemptId, attemptId)))
      .orderBy(asc(examSwitch.leftAt));
    return rows.map(({ kind, dwellSeconds, counted }) => [kind, dwellSeconds, counted]);
  });
/** As the sweep does, for this tenant only: the clock of this file is ahead of that of other tests. */
const sweep = () => withTenant(tenant.id, (db) => closeAbandoned(db, { enterpriseId: tenant.id, now: new Date() }));
const isClosed = async (attemptId: string) => (await readAttempt(tenant, attemptId)).closedBy;

describe('a hidden page', () => {
  it('counts from the dwell time of the exam on, by the clock of the server', async () => {
    const { attemptId, report } = await enterHall({ switchPolicy: 'limit', switchLimit: 1, switchDwellSeconds: 5 });
    expect(await report()).toMatchObject({ outcome: 'recorded', switchCount: 0 });
    later(4);
    // What the device says does not matter, because the server was told when it left.
    expect(await report({ dwellSeconds: 900 })).toMatchObject({ outcome: 'recorded', switchCount: 0 });
    const second = { clientKey: randomUUID() };
    await report(second);
    later(13);
    expect(await report({ ...second, dwellSeconds: 0 })).toMatchObject({ outcome: 'warned', switchCount: 1 });
    const third = { clientKey: randomUUID() };
    await report(third);
    later(6);
    // Still away: it counts before the candidate returns.
    expect(await report(third)).toMatchObject({ outcome: 'exceeded', switchCount: 2, status: 'submitted' });
    expect(await switchesOf(attemptId)).toEqual([
      ['hide', 4, false],
      ['hide', 13, true],
      ['hide', 6, true],
    ]);
    expect((await journalOf(tenant, attemptId)).problems).toEqual([]);
  });

  it('announces a limit only where the exam has one', async () => {
    const announced: number[][] = [];
    for (const switchPolicy of ['warn', 'limit'] as const) {
      const { who, attemptId, report } = await enterHall({ switchPolicy, switchLimit: 3, switchDwellSeconds: 0 });
      const { switchLimit } = await ok(who, 'GET /exam/auth/user/exam/attempt/view', { attemptId });
      announced.push([switchLimit, (await report({ dwellSeconds: 1 })).switchLimit]);
    }
    expect(announced).toEqual([
      [0, 0],
      [3, 3],
    ]);
  });

  it('closes an `at_once` attempt, on the server alone if need be, with the answers that were sent', async () => {
    const { exam, who, attemptId, epoch } = await enterHall({ switchPolicy: 'at_once' });
    const [questionId] = exam.ids.single as [string];
    const answers = [{ questionId, epoch, revision: 1, answer: right.single }];
    await ok(who, SWITCH, { attemptId, epoch, clientKey: randomUUID(), dwellSeconds: null, answers });
    later(2);
    await sweep();
    expect(await isClosed(attemptId)).toBeNull();
    later(2);
    await Promise.all([sweep(), sweep()]);
    expect(await readAttempt(tenant, attemptId)).toMatchObject({
      closedBy: 'switch',
      submittedAnswers: { [questionId]: 'B' },
    });
    expect(await switchesOf(attemptId)).toEqual([['hide', 4, true]]);
    const { kinds, problems } = await journalOf(tenant, attemptId);
    expect(kinds).toEqual(['start', 'takeover', 'answer', 'switch', 'switch', 'close']);
    expect(problems).toEqual([]);
  });

  it('is reported on return when the network was down, with the time that the device measured', async () => {
    const { attemptId, report } = await enterHall({ switchPolicy: 'warn' });
    later(20);
    const reply = await report({ dwellSeconds: 3_000 });
    expect(reply).toMatchObject({ outcome: 'warned', switchCount: 1 });
    // Not longer than the attempt.
    expect(await switchesOf(attemptId)).toEqual([['hide', 20, true]]);
  });
});

describe('a page that was left', () => {
  it('has 10 s to come back: a reload is logged and does not count', async () => {
    const { attemptId, report, reload } = await enterHall({ switchPolicy: 'at_once' });
    await report({ kind: 'leave' });
    later(9);
    await sweep();
    expect(await reload()).toMatchObject({ status: 'open', switchCount: 0 });
    later(9);
    await sweep();
    expect(await isClosed(attemptId)).toBeNull();
    expect(await switchesOf(attemptId)).toEqual([['leave', 9, false]]);
  });

  it('and comes back after 13 s counts in a `limit` exam', async () => {
    const { attemptId, report, reload } = await enterHall({ switchPolicy: 'limit', switchLimit: 3 });
    await report({ kind: 'leave' });
    later(13);
    expect(await reload()).toMatchObject({ status: 'open', switchCount: 1 });
    expect(await switchesOf(attemptId)).toEqual([['leave', 13, true]]);
  });

  it('is closed after 10 s in an `at_once` exam, or when it comes back too late', async () => {
    const gone = await enterHall({ switchPolicy: 'at_once' });
    await gone.report({ kind: 'leave' });
    later(11);
    await sweep();
    expect(await isClosed(gone.attemptId)).toBe('switch');
    const late = await enterHall({ switchPolicy: 'at_once' });
    await late.report({ kind: 'leave' });
    later(11);
    expect(await late.reload()).toMatchObject({ status: 'submitted', closedBy: 'switch', switchCount: 1 });
  });

  it('after it was hidden (focus in the address bar, then reload) has 10 s, too', async () => {
    const { attemptId, report, reload } = await enterHall({ switchPolicy: 'at_once' });
    await report();
    later(2);
    await report({ kind: 'leave' });
    later(5);
    await sweep();
    expect(await reload()).toMatchObject({ status: 'open' });
    expect(await switchesOf(attemptId)).toEqual([['leave', 7, false]]);
  });

  it('while the portal was down is not held against the candidate, who could not report the return', async () => {
    const { report, reload } = await enterHall({ switchPolicy: 'at_once' });
    await report({ kind: 'leave' });
    later(120);
    vi.spyOn(process, 'uptime').mockReturnValue(5);
    expect(await reload()).toMatchObject({ status: 'open', switchCount: 0 });
  });
});

it('the sweep finds attempts of all tenants whose candidates have left, once its process has been running for a while', async () => {
  const { attemptId, report } = await enterHall({ switchPolicy: 'at_once' });
  await report({ kind: 'leave' });
  // Not before the grace has passed: other test files sweep all tenants meanwhile.
  const after = new Date(Date.now() + 11_000);
  const sweepAll = () =>
    sweepExams((error) => {
      throw error;
    }, after);
  vi.spyOn(process, 'uptime').mockReturnValue(29);
  await sweepAll();
  expect(await isClosed(attemptId)).toBeNull();
  vi.spyOn(process, 'uptime').mockReturnValue(31);
  await Promise.all([sweepAll(), sweepAll()]);
  expect(await isClosed(attemptId)).toBe('switch');
  expect(await switchesOf(attemptId)).toEqual([['leave', 11, true]]);
});

describe('silence', () => {
  it('of a page that was running all the time is a failure of the network, and does not count', async () => {
    const { attemptId, beat } = await enterHall({ switchPolicy: 'at_once' });
    later(300);
    await sweep();
    await beat(300);
    await sweep();
    expect(await isClosed(attemptId)).toBeNull();
    expect(await switchesOf(attemptId)).toEqual([['offline', 300, false]]);
  });

  it('of a page that was asleep or stopped counts', async () => {
    const { attemptId, beat } = await enterHall({ switchPolicy: 'limit', switchLimit: 1 });
    later(100);
    await beat(20);
    expect(await switchesOf(attemptId)).toEqual([['gap', 100, true]]);
    await sweep();
    expect(await isClosed(attemptId)).toBeNull();
    later(100);
    await beat(20);
    await sweep();
    expect(await isClosed(attemptId)).toBe('switch');
    expect((await journalOf(tenant, attemptId)).problems).toEqual([]);
  });

  it('that is only a jump of the clock of the server does not count', async () => {
    const { attemptId, beat, report, reload } = await enterHall({ switchPolicy: 'limit', switchLimit: 1 });
    await report();
    // The system clock is turned by a day; the monotonic one is not.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    later(86_400 - 3_600);
    await setDeadline(tenant, attemptId, 3_600);
    expect(await report({ dwellSeconds: 1 })).toMatchObject({ outcome: 'recorded', switchCount: 0 });
    later(100);
    await beat(1);
    await reload();
    await sweep();
    expect((await switchesOf(attemptId)).map(([, , counted]) => counted)).not.toContain(true);
    expect(await isClosed(attemptId)).toBeNull();
    // And back: nothing is counted twice, nothing breaks.
    later(-86_400 + 3_500);
    await setDeadline(tenant, attemptId, 3_600);
    await beat(1);
    expect(await reload()).toMatchObject({ status: 'open', switchCount: 0 });
    expect((await journalOf(tenant, attemptId)).problems).toEqual([]);
  });

  it('shorter than three beats is none, and an absence that the page reports explains it', async () => {
    const { attemptId, beat, report } = await enterHall({ switchPolicy: 'limit', switchLimit: 1 });
    later(44);
    await beat(0);
    await report();
    later(60);
    await beat(0);
    await report({ dwellSeconds: 60 });
    expect(await switchesOf(attemptId)).toEqual([['hide', 60, true]]);
  });

  it('before a page is opened again counts when it was longer than a crash with its restart', async () => {
    const { attemptId, reload } = await enterHall({ switchPolicy: 'limit', switchLimit: 3 });
    later(10);
    await reload();
    expect(await switchesOf(attemptId)).toEqual([]);
    later(24);
    await reload();
    later(40);
    expect(await reload()).toMatchObject({ switchCount: 1 });
    expect(await switchesOf(attemptId)).toEqual([
      ['gap', 9, false],
      ['gap', 25, true],
    ]);
  });
});

describe('a second browser', () => {
  it('counts as a switch, and every change between the two', async () => {
    const { who, attemptId, reload } = await enterHall({ switchPolicy: 'limit', switchLimit: 2 });
    const phone = await elsewhere(who);
    expect(await reload({ as: phone, deviceKey: randomUUID() })).toMatchObject({ switchCount: 1, status: 'open' });
    expect(await reload()).toMatchObject({ switchCount: 2, status: 'open' });
    expect(await reload({ as: phone, deviceKey: randomUUID() })).toMatchObject({ switchCount: 3, closedBy: 'switch' });
    expect(await switchesOf(attemptId)).toEqual(Array(3).fill(['device', 0, true]));
  });

  it('is not a new login in the same browser, nor a second tab', async () => {
    const { who, attemptId, reload } = await enterHall({ switchPolicy: 'at_once' });
    expect(await reload({ as: await elsewhere(who) })).toMatchObject({ status: 'open', switchCount: 0 });
    expect(await reload()).toMatchObject({ status: 'open', switchCount: 0 });
    expect(await switchesOf(attemptId)).toEqual([]);
  });
});

it('an exam without a policy records everything and closes nothing', async () => {
  const { attemptId, report, reload } = await enterHall({ switchPolicy: 'none' });
  await report();
  later(500);
  await sweep();
  expect(await report({ dwellSeconds: 500 })).toMatchObject({ outcome: 'recorded', switchCount: 1, status: 'open' });
  await report({ kind: 'leave', clientKey: randomUUID() });
  later(500);
  await sweep();
  expect(await reload()).toMatchObject({ status: 'open', switchCount: 2 });
  expect(await isClosed(attemptId)).toBeNull();
});

describe('an accommodation', () => {
  it('exempts from the consequences of leaving, which is recorded nevertheless', async () => {
    const { who, attemptId, report, reload } = await enterHall({ switchPolicy: 'at_once' }, { noSwitchRules: true });
    await report();
    later(60);
    await sweep();
    expect(await report({ dwellSeconds: 60 })).toMatchObject({ outcome: 'recorded', status: 'open' });
    await report({ clientKey: randomUUID(), kind: 'leave' });
    later(60);
    await sweep();
    expect(await reload()).toMatchObject({ status: 'open' });
    // Another browser, too.
    expect(await reload({ as: await elsewhere(who), deviceKey: randomUUID() })).toMatchObject({ status: 'open' });
    expect(await switchesOf(attemptId)).toEqual([
      ['hide', 60, true],
      ['leave', 60, true],
      ['device', 0, true],
    ]);
  });

  it('exempts from the consequences of silence', async () => {
    const { attemptId, beat } = await enterHall({ switchPolicy: 'at_once' }, { noSwitchRules: true });
    later(120);
    await beat(0);
    later(1);
    await sweep();
    expect(await isClosed(attemptId)).toBeNull();
    expect(await switchesOf(attemptId)).toEqual([['gap', 120, true]]);
  });

  it('allows to leave and to be silent during a break, which is in the journal', async () => {
    const { who, attemptId, epoch, report, reload } = await enterHall(
      { switchPolicy: 'at_once' },
      { breaks: 2, breakSeconds: 600 },
    );
    const pause = (kind: 'start' | 'end', at = epoch) =>
      ok(who, 'POST /exam/auth/user/exam/break/save', { attemptId, epoch: at, kind, answers: [] });
    await pause('start');
    later(10);
    await report({ kind: 'leave' });
    later(300);
    await sweep();
    const again = await reload();
    expect(again).toMatchObject({ status: 'open', switchCount: 0 });
    later(280);
    await pause('end', again.epoch);
    await pause('end', again.epoch);
    expect(await switchesOf(attemptId)).toEqual([]);
    // After it, silence is a gap again.
    later(120);
    await ok(who, SAVE, { attemptId, epoch: again.epoch, answers: [], awakeSeconds: 0 });
    expect(await switchesOf(attemptId)).toEqual([['gap', 120, true]]);
    const { rows, problems } = await journalOf(tenant, attemptId);
    expect(problems).toEqual([]);
    expect(rows.filter(({ kind }) => kind === 'pause').map(({ data }) => data.pause)).toEqual(['start', 'end']);
  });
});

describe('taking over again and again', () => {
  it('is refused for less than a minute, in whichever way, and adds nothing to the journal then', async () => {
    const { exam, who, attemptId, reload } = await enterHall({ switchPolicy: 'none' });
    const other = await elsewhere(who);
    // The first one opened the hall.
    for (let n = 1; n < TAKEOVERS.limit; n++) {
      later(1);
      await reload(n % 2 ? { as: other, deviceKey: randomUUID() } : {});
    }
    const { kinds } = await journalOf(tenant, attemptId);
    expect(kinds.filter((kind) => kind === 'takeover')).toHaveLength(TAKEOVERS.limit);
    const tries = [
      await request(other, TAKE_OVER, { attemptId, deviceKey: randomUUID() }),
      await request(who, START, { id: exam.id, enter: true, deviceKey: randomUUID() }),
    ];
    for (const refused of tries) {
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('41');
      expect(((await refused.json()) as { msg: string }).msg).toContain('1 分钟');
    }
    const after = await journalOf(tenant, attemptId);
    expect([after.kinds, after.problems]).toEqual([kinds, []]);
    // Whoever writes goes on meanwhile, and refused tries do not make it longer.
    const { writerEpoch: epoch } = await readAttempt(tenant, attemptId);
    expect((await ok(who, SAVE, { attemptId, epoch, answers: [] })).superseded).toBe(false);
    later(41);
    expect(await reload({ as: other, deviceKey: randomUUID() })).toMatchObject({ status: 'open', epoch: epoch + 1 });
  });
});

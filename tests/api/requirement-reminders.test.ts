import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { settings } from '#src/server/core/settings.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { planReminders, sendMessages } from '#src/server/jobs/sweep-reminders.ts';
import { runBulk } from '#src/server/jobs/run-bulk.ts';
import { reminderPreference } from '#src/server/notice/tables.ts';
import { claimTransmissions } from '#src/server/requirement/reminder/deliver.ts';
import { requirementExemption } from '#src/server/requirement/tables/assignment.ts';
import { requirement } from '#src/server/requirement/tables/requirement.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import { mintCourse } from '../factories/course.ts';
import { mintDepartment, mintGrant } from '../factories/organisation.ts';
import { call, ok } from '../factories/portal.ts';
import { draftOf, mintRequirement, reconcile } from '../factories/requirement.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const PAGE = 'POST /course/auth/requirement/message/page';
const DAY_MS = 86_400_000;
const ZONE = 'Asia/Shanghai';

let tenant: TestTenant;
let admin: TestPerson;
let boss: TestPerson;
let anna: TestPerson;
let bo: TestPerson;
let courseId: string;
let east: string;
/** Due on 2031-03-31, the last day in time. */
let requirementId: string;
/** A moment of a day in Shanghai. */
const on = (day: string, time = '10:00') => new Date(`${day}T${time}:00+08:00`);

beforeEach(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: 'Admin' });
  east = await mintDepartment(tenant, '华东');
  boss = await mintPerson(tenant, { userName: 'Chief' });
  anna = await mintPerson(tenant, { userName: 'Anna', department: '华东' });
  bo = await mintPerson(tenant, { userName: 'Bo', department: '西部' });
  for (const person of [anna, bo]) await change(person, { superiorId: boss.userId });
  courseId = await mintCourse(tenant, { title: '焊接基础' });
  requirementId = await mint();
});

const mint = (title = '焊接安全') =>
  mintRequirement(tenant, {
    ...{ title, subject: { courseId }, rules: [] },
    people: [anna, bo].map(({ userId }) => ({ userId })),
    terms: { dueDays: null, dueFrom: null, dueOn: '2031-03-31' },
  });
const change = ({ userId }: TestPerson, values: Partial<typeof enterpriseUser.$inferInsert>) =>
  withTenant(tenant.id, (db) =>
    db
      .update(enterpriseUser)
      .set(values)
      .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, userId))),
  );
const complete = async ({ userId }: TestPerson, completedAt = new Date()) => {
  await withTenant(tenant.id, (db) =>
    db.insert(courseProgress).values({
      ...{ enterpriseId: tenant.id, userId, courseId, status: 'completed', studyProgress: 100, completedAt },
    }),
  );
  await reconcile(tenant, completedAt);
};
const sender = () => ({ id: tenant.id, timeZone: ZONE });
/** What the jobs do at a moment. */
const sweep = async (at: Date) => {
  await planReminders(sender(), () => at);
  await sendMessages(sender(), () => at);
};
const messages = async (filter = {}) =>
  (await ok(admin, PAGE, { pageSize: 100, ...filter })).list.map(({ userName, step }) => `${userName} ${step}`).sort();
const notices = async (person: TestPerson) =>
  (await ok(person, 'POST /user/auth/notice/page', {})).list.filter(({ kind }) => kind.startsWith('requirement'));
const fates = async (keyword: string, filter = {}) =>
  (await ok(admin, PAGE, { keyword, ...filter })).list.map(({ deliveries }) =>
    deliveries.map(({ channel, state, reason }) => [channel, state, reason].filter(Boolean).join(' ')),
  );
const outbox = async (phone: string) =>
  (await readFile(join(settings().dataDir, 'outbox.jsonl'), 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line.includes(phone))
    .map((line) => JSON.parse(line) as { text: string });
const phoneOf = async ({ userId }: TestPerson) => {
  const [account] = await withPortal((db) =>
    db.update(userAccount).set({ phoneUnverified: false }).where(eq(userAccount.id, userId)).returning(),
  );
  return account!.phone!;
};
const wantsSms = ({ userId }: TestPerson, locale: 'zh' | 'en' = 'zh') =>
  withTenant(tenant.id, (db) =>
    db.insert(reminderPreference).values({
      ...{ enterpriseId: tenant.id, userId, locale, origin: 'http://x.localhost' },
      choices: { sms_due: true, sms_overdue: true },
    }),
  );

describe('the schedule', () => {
  it('sends each step once over the days, to the people and one digest a day to their superior', async () => {
    const expected: [string, string[]][] = [
      ['2031-02-28', []],
      ['2031-03-01', ['Anna before:30', 'Bo before:30', 'Chief digest']],
      ['2031-03-10', ['Anna before:30', 'Bo before:30', 'Chief digest']],
      ['2031-03-24', ['before:7']],
      ['2031-03-31', ['due']],
      ['2031-04-01', []],
      ['2031-04-07', ['after:1']],
      ['2031-04-14', ['after:2']],
    ].map(([day, steps]) => [day as string, steps as string[]]);
    let known: string[] = [];
    for (const [day, steps] of expected) {
      for (const time of ['09:00', '15:00']) await sweep(on(day, time));
      const added = steps.length === 1 ? [`Anna ${steps[0]}`, `Bo ${steps[0]}`, 'Chief digest'] : [];
      known = (steps.length > 1 ? steps : [...known, ...added]).sort();
      expect(await messages(), day).toEqual(known);
    }
    expect((await notices(anna)).map(({ kind, detail }) => [kind, detail.date])).toEqual([
      ...[1, 2].map(() => ['requirementOverdue', '2031-03-31']),
      ...[1, 2, 3].map(() => ['requirementDue', '2031-03-31']),
    ]);
    const [last, ...others] = await notices(boss);
    expect(others).toHaveLength(4);
    expect(last).toMatchObject({ kind: 'requirementDigest', detail: { count: 2, overdue: 2 } });
  });

  it('tells nothing to who has fulfilled it, is exempt or disabled, and ends when it is fulfilled', async () => {
    await complete(anna, on('2031-02-01'));
    await sweep(on('2031-03-01'));
    expect(await messages()).toEqual(['Bo before:30', 'Chief digest']);
    await withTenant(tenant.id, (db) =>
      db.insert(requirementExemption).values({
        ...{ enterpriseId: tenant.id, requirementId, userId: bo.userId, reason: 'x', untilOn: '2031-04-03' },
      }),
    );
    await withTenant(tenant.id, (db) =>
      db.execute(
        sql`select portal.refresh_requirement_states(${tenant.id}, ${on('2031-03-02').toISOString()}, null, null)`,
      ),
    );
    await sweep(on('2031-03-24'));
    expect(await messages()).toEqual(['Bo before:30', 'Chief digest']);
    await sweep(on('2031-04-08'));
    expect(await messages({ kind: 'scheduled' })).toEqual(['Bo after:1', 'Bo before:30']);
    await change(bo, { status: 'disabled' });
    await reconcile(tenant, on('2031-04-09'));
    await sweep(on('2031-04-15'));
    expect(await messages({ kind: 'scheduled' })).toEqual(['Bo after:1', 'Bo before:30']);
  });

  it('follows the settings of the requirement, and sends only the last step of those that were missed', async () => {
    await withTenant(tenant.id, (db) =>
      db
        .update(requirement)
        .set({ remindBefore: [60, 14, 3], remindOnDay: false, remindWeekly: false, remindSuperior: false })
        .where(eq(requirement.id, requirementId)),
    );
    await sweep(on('2031-03-20'));
    expect(await messages()).toEqual(['Anna before:14', 'Bo before:14']);
    for (const day of ['2031-03-29', '2031-03-31', '2031-04-20']) await sweep(on(day));
    expect(await messages()).toEqual(['Anna before:14', 'Anna before:3', 'Bo before:14', 'Bo before:3']);
  });

  it('begins again with a later due date', async () => {
    await sweep(on('2031-03-24'));
    await withTenant(tenant.id, (db) =>
      db.execute(sql`
        insert into requirement_extension (enterprise_id, requirement_id, user_id, reason, due_on, gmt_create)
        values (${tenant.id}, ${requirementId}, ${anna.userId}, 'x', '2031-04-30', '2031-03-25T00:00:00Z')`),
    );
    await withTenant(tenant.id, (db) =>
      db.execute(
        sql`select portal.refresh_requirement_states(${tenant.id}, ${on('2031-03-25').toISOString()}, null, null)`,
      ),
    );
    await sweep(on('2031-03-31'));
    expect(await messages({ keyword: 'Anna' })).toEqual(['Anna before:30', 'Anna before:7']);
  });
});

describe('messages', () => {
  it('are not sent by night: what falls due then waits for the morning', async () => {
    for (const time of ['00:30', '07:59']) await sweep(on('2031-03-01', time));
    for (const time of ['20:00', '23:59']) await sweep(on('2031-03-01', time));
    expect(await messages()).toEqual([]);
    await planReminders(sender(), () => on('2031-03-02', '19:59'));
    await sendMessages(sender(), () => on('2031-03-02', '20:01'));
    expect(await notices(anna)).toEqual([]);
    expect(await fates('Anna')).toEqual([['notice queued', 'sms skipped notWanted']]);
    await sendMessages(sender(), () => on('2031-03-03', '08:00'));
    expect(await notices(anna)).toHaveLength(1);
  });

  it('are there once when several processes sweep at the same time, and one is repeated', async () => {
    const phone = await phoneOf(anna);
    await wantsSms(anna);
    await Promise.all([1, 2, 3, 4].map(() => sweep(on('2031-03-01'))));
    await sweep(on('2031-03-01'));
    expect(await messages()).toEqual(['Anna before:30', 'Bo before:30', 'Chief digest']);
    expect(await notices(anna)).toHaveLength(1);
    expect(await outbox(phone)).toHaveLength(1);
  });

  it('that a killed process had claimed are not sent again, and say so', async () => {
    const phone = await phoneOf(anna);
    await wantsSms(anna);
    await planReminders(sender(), () => on('2031-03-01'));
    // Killed before the provider was called.
    await withTenant(tenant.id, (db) => claimTransmissions(db, sender(), on('2031-03-01'), 'sms'));
    await sendMessages(sender(), () => on('2031-03-01', '10:05'));
    expect(await fates('Anna')).toEqual([['notice sent', 'sms sending']]);
    await sendMessages(sender(), () => on('2031-03-01', '10:30'));
    expect(await fates('Anna')).toEqual([['notice sent', 'sms failed interrupted']]);
    expect(await outbox(phone)).toEqual([]);
  });

  it('are skipped when the requirement was fulfilled between planning and sending', async () => {
    await planReminders(sender(), () => on('2031-03-01'));
    await complete(anna, on('2031-03-01', '10:01'));
    await change(bo, { status: 'disabled' });
    await reconcile(tenant, on('2031-03-01', '10:01'));
    await sendMessages(sender(), () => on('2031-03-01', '10:02'));
    expect(await notices(anna)).toEqual([]);
    expect((await fates('Anna'))[0]![0]).toBe('notice skipped fulfilled');
    expect((await fates('Bo'))[0]![0]).toBe('notice skipped gone');
    expect((await fates('Chief'))[0]![0]).toBe('notice skipped fulfilled');
  });

  it('go to each in their own language, and several requirements make one text message', async () => {
    const [first, second] = [await phoneOf(anna), await phoneOf(bo)];
    await wantsSms(anna, 'en');
    await wantsSms(bo, 'zh');
    await sweep(on('2031-03-01'));
    expect((await outbox(first))[0]!.text).toContain('Please fulfil “焊接安全” by 2031-03-31');
    expect((await outbox(second))[0]!.text).toContain('请在 2031-03-31 前完成“焊接安全”');
    await mint('二');
    await mint('三');
    await sweep(on('2031-03-02'));
    expect((await outbox(second)).map(({ text }) => text).slice(1)).toEqual([
      expect.stringContaining('你有 2 项培训要求需要完成'),
    ]);
    expect(await messages({ keyword: 'Bo' })).toHaveLength(3);
  });

  it('say when a channel has no address', async () => {
    await withPortal((db) =>
      db.update(userAccount).set({ phoneUnverified: true }).where(eq(userAccount.id, anna.userId)),
    );
    await wantsSms(anna);
    await sweep(on('2031-03-01'));
    expect(await fates('Anna')).toEqual([['notice sent', 'sms skipped noAddress']]);
    expect(await messages({ channel: 'sms', state: 'skipped' })).toEqual([
      'Anna before:30',
      'Bo before:30',
      'Chief digest',
    ]);
    expect(await messages({ channel: 'notice', state: 'failed' })).toEqual([]);
  });

  it('are deleted after 400 days', async () => {
    await sweep(on('2031-03-01'));
    await sweep(new Date(on('2031-03-01').getTime() + 399 * DAY_MS));
    expect((await messages()).filter((text) => text.includes('before:30'))).toHaveLength(2);
    await sweep(new Date(on('2031-03-01').getTime() + 401 * DAY_MS));
    expect((await messages()).filter((text) => text.includes('before:30'))).toEqual([]);
  });
});

describe('by hand', () => {
  it('people are counted before and reminded once a day, which is logged', async () => {
    await complete(bo);
    const ids = [anna.userId, bo.userId];
    const count = { requirementId, ids };
    expect(await ok(admin, 'POST /course/auth/requirement/message/count', count)).toMatchObject({
      ...{ chosen: 2, reminded: 1, byMail: 0, bySms: 0 },
    });
    for (const failed of [1, 1]) {
      const job = await ok(admin, 'POST /course/auth/requirement/bulk/save', { kind: 'remind', ...count });
      await runBulk({ enterpriseId: tenant.id, id: job.id });
      expect(await ok(admin, 'GET /data/auth/bulk/view', { id: job.id })).toMatchObject({ failedCount: failed });
    }
    expect(await ok(admin, 'POST /course/auth/requirement/message/count', count)).toMatchObject({ reminded: 0 });
    const { list } = await ok(admin, PAGE, { kind: 'manual' });
    expect(list).toEqual([expect.objectContaining({ userName: 'Anna', byName: 'Admin', title: '焊接安全' })]);
    await sendMessages(sender(), () => new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 2 * 3_600_000));
    expect(await notices(anna)).toHaveLength(1);
  });

  it('a test goes to its sender at once, also by night', async () => {
    const sent = await ok(admin, 'POST /course/auth/requirement/message/test', { requirementId });
    expect(sent.deliveries[0]).toMatchObject({ channel: 'notice', state: 'sent' });
    expect(await notices(admin)).toEqual([
      expect.objectContaining({ kind: 'requirementTest', detail: expect.objectContaining({ title: '焊接安全' }) }),
    ]);
    expect(await notices(anna)).toEqual([]);
    expect(await messages()).toEqual([expect.stringMatching(/^Admin test:/)]);
  });
});

describe('a preview', () => {
  it('says whom the schedule would remind at once', async () => {
    const [{ revision } = { revision: 0 }] = await withTenant(tenant.id, (db) =>
      db.select().from(requirement).where(eq(requirement.id, requirementId)),
    );
    const inDays = (n: number) => new Date(Date.now() + n * DAY_MS).toISOString().slice(0, 10);
    const draft = (before: number[], more = {}) => ({
      ...draftOf(courseId, { rules: [], people: [anna, bo].map(({ userId }) => ({ userId })) }),
      ...{ dueDays: null, dueFrom: null, dueOn: inDays(20), id: requirementId, revision },
      reminders: { before, onDay: true, weekly: true, toSuperior: true, ...more },
    });
    const preview = (input: object) => ok(admin, 'POST /course/auth/requirement/preview', input as never);
    expect(await preview(draft([7]))).toMatchObject({ reminded: 0, superiors: 0 });
    expect(await preview(draft([30, 7]))).toMatchObject({ reminded: 2, superiors: 1 });
    expect(await preview(draft([30], { toSuperior: false }))).toMatchObject({ reminded: 2, superiors: 0 });
    await complete(bo);
    expect(await preview(draft([30]))).toMatchObject({ reminded: 1, superiors: 1 });
    // A new one: nobody has it yet.
    expect(await preview({ ...draft([30]), id: undefined, revision: 0 })).toMatchObject({ reminded: 1 });
  });
});

describe('the log', () => {
  it('shows managers the messages to people of their departments only; superiors see what their people have not fulfilled', async () => {
    const manager = await mintPerson(tenant, { userName: 'Manager' });
    await mintGrant(tenant, manager, 'trainingManager', east);
    await sweep(on('2031-03-01'));
    expect((await ok(manager, PAGE, {})).list.map(({ userName }) => userName)).toEqual(['Anna']);
    expect((await call(anna, PAGE, {})).code).toBe(403);
    const other = await mintTenant();
    const stranger = await mintPerson(other, { isAdmin: true });
    expect((await ok(stranger, PAGE, {})).list).toEqual([]);
    expect((await call(stranger, PAGE, { requirementId })).code).toBe(404);
    const own = await ok(boss, 'POST /course/auth/requirement/report/own', {});
    expect(own.list.map(({ userName, title }) => [userName, title])).toEqual([
      ['Anna', '焊接安全'],
      ['Bo', '焊接安全'],
    ]);
    expect((await ok(anna, 'POST /course/auth/requirement/report/own', {})).list).toEqual([]);
  });
});

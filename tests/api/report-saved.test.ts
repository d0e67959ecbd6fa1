import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '#src/contract/calls.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { settings } from '#src/server/core/settings.ts';
import { sendReports } from '#src/server/jobs/sweep-reports.ts';
import { claimDelivery, planDeliveries } from '#src/server/report/deliver.ts';
import { deleteOldRuns, finishRun } from '#src/server/report/run.ts';
import { removeDeletedReports } from '#src/server/report/saved.ts';
import { report, reportDelivery, reportRun, reportSchedule } from '#src/server/report/tables.ts';
import { roleGrant } from '#src/server/account/tables/organisation.ts';
import { mintDepartment, mintGrant } from '../factories/organisation.ts';
import { call, ok } from '../factories/portal.ts';
import { definitionOf, mintReport } from '../factories/report.ts';
import { textsOf } from '../factories/sheet.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { startSmtp, type SmtpStandIn } from '../stand-ins/smtp.ts';

/* Saved reports, those that are sent by e-mail, and those that jobs compute (docs/decisions/101). */

const SAVE = 'POST /report/auth/report/save';
const LIST = 'GET /report/auth/report/list';
const VIEW = 'GET /report/auth/report/view';
const RUN = 'POST /report/auth/report/run';
const SCHEDULE = 'POST /report/auth/report/schedule/save';
const LOG = 'POST /report/auth/report/delivery/page';

let smtp: SmtpStandIn;
let tenant: TestTenant;
let admin: TestPerson & { email: string };
let manager: TestPerson & { email: string };
let auditor: TestPerson;
const byPerson = definitionOf('people', { groups: ['person'] });

beforeAll(async () => {
  smtp = await startSmtp({ plain: true });
  Object.assign(process.env, { SMTP_URL: smtp.url, MAIL_FROM: 'Portal <no-reply@example.com>', LOG_LEVEL: 'silent' });
  expect(settings().mail).toBeDefined();
  tenant = await mintTenant();
  const east = await mintDepartment(tenant, '华东');
  admin = await reader({ isAdmin: true, userName: 'Admin' });
  manager = await reader({ userName: 'Manager', department: '华东' });
  await mintGrant(tenant, manager, 'trainingManager', east);
  auditor = await mintPerson(tenant, { userName: 'Auditor' });
  await mintGrant(tenant, auditor, 'auditor');
  await mintPerson(tenant, { userName: '=Eastern', department: '华东' });
  await mintPerson(tenant, { userName: 'Western', department: '西部' });
});
afterAll(() => smtp.stop());
afterEach(() => smtp.rejectWith(undefined));

async function reader(more: Parameters<typeof mintPerson>[1]) {
  const person = await mintPerson(tenant, more);
  const email = `reader@${randomUUID()}.example.com`;
  await withPortal((db) => db.update(userAccount).set({ email }).where(eq(userAccount.id, person.userId)));
  return { ...person, email };
}
const sender = () => ({ id: tenant.id, timeZone: 'Asia/Shanghai' });
const weekly = (recipients: TestPerson[], more = {}): NonNullable<Input<typeof SCHEDULE>['schedule']> => ({
  ...{ every: 'week', day: 1, hour: 8, format: 'csv' },
  recipients: recipients.map(({ userId }) => userId),
  ...more,
});
/** A report that is due now. */
async function due(recipients: TestPerson[], given: Parameters<typeof mintReport>[2] = {}, more = {}) {
  const { id } = await mintReport(tenant, admin, { definition: byPerson, ...given });
  await ok(admin, SCHEDULE, { id, schedule: weekly(recipients, more), was: null });
  await bringForward(id);
  return id;
}
const bringForward = (id: string) =>
  withTenant(tenant.id, (db) =>
    db
      .update(reportSchedule)
      .set({ nextAt: new Date('2026-01-05T00:00:00Z') })
      .where(and(eq(reportSchedule.enterpriseId, tenant.id), eq(reportSchedule.reportId, id))),
  );
const fates = async (id: string) =>
  (await ok(admin, LOG, { id })).list.map(({ userName, state, reason, rows }) => [userName, state, reason, rows]);

describe('a saved report', () => {
  it('is seen by its user only, until an administrator shares it', async () => {
    const { id, revision } = await ok(manager, SAVE, { name: 'Mine', definition: byPerson });
    expect((await ok(manager, LIST, {})).saved.map(({ name }) => name)).toEqual(['Mine']);
    expect((await ok(auditor, LIST, {})).saved).toEqual([]);
    expect(await call(auditor, VIEW, { id })).toMatchObject({ code: 404 });
    expect(
      await call(manager, SAVE, { id, revision, name: 'Mine', isShared: true, definition: byPerson }),
    ).toMatchObject({
      code: 403,
    });
    const shared = await ok(admin, SAVE, { name: 'Shared', isShared: true, definition: byPerson });
    expect(await ok(manager, VIEW, { id: shared.id })).toMatchObject({ name: 'Shared', canChange: false });
    expect(await call(manager, 'DELETE /report/auth/report/delete', { id: shared.id })).toMatchObject({ code: 403 });
    // Each sees their own people in it.
    const names = async (who: TestPerson) =>
      (await ok(who, RUN, { definition: (await ok(who, VIEW, { id: shared.id })).definition })).list.map(
        ({ cells }) => cells[0],
      );
    expect((await names(manager)).sort()).toEqual(['=Eastern', 'Manager']);
    expect(await names(admin)).toContain('Western');
    await ok(admin, 'DELETE /report/auth/report/delete', { id: shared.id });
    expect(await call(manager, VIEW, { id: shared.id })).toMatchObject({ code: 404 });
  });

  it('is deleted, and restored within 30 days by those who may change it', async () => {
    const { id } = await ok(admin, SAVE, { name: 'Deleted', isShared: true, definition: byPerson });
    const [DELETE, RESTORE] = ['DELETE /report/auth/report/delete', 'PUT /report/auth/report/restore'] as const;
    const deletedOf = async (who: TestPerson) =>
      (await ok(who, LIST, {})).deleted.filter((each) => each.id === id).length;
    await ok(admin, DELETE, { id });
    expect(await call(admin, VIEW, { id })).toMatchObject({ code: 404 });
    expect(await call(admin, SAVE, { id, revision: 1, name: 'No', definition: byPerson })).toMatchObject({ code: 404 });
    expect([await deletedOf(admin), await deletedOf(manager)]).toEqual([1, 0]);
    expect(await call(manager, RESTORE, { id })).toMatchObject({ code: 404 });
    await ok(admin, RESTORE, { id });
    expect((await ok(manager, VIEW, { id })).name).toBe('Deleted');
    await ok(admin, DELETE, { id });
    const deletedAt = new Date(Date.now() - 31 * 86_400_000);
    await withTenant(tenant.id, (db) => db.update(report).set({ deletedAt }).where(eq(report.id, id)));
    expect(await deletedOf(admin)).toBe(0);
    expect(await call(admin, RESTORE, { id })).toMatchObject({ code: 404 });
  });

  it('is removed when it cannot be restored any more, and restored only if there is room', async () => {
    const own = await mintTenant();
    const owner = await mintPerson(own, { isAdmin: true });
    const at = (days: number) => new Date(Date.now() - days * 86_400_000);
    const add = (deletedAt: Date | null, count: number) =>
      withTenant(own.id, (db) =>
        db
          .insert(report)
          .values(
            Array.from({ length: count }, (_, n) => ({
              ...{ enterpriseId: own.id, userId: owner.userId, name: `Of ${n}`, definition: byPerson },
              deletedAt: deletedAt && new Date(+deletedAt + n),
            })),
          )
          .returning({ id: report.id }),
      );
    const old = await add(at(31), 1);
    const [first] = await add(at(2), 1);
    const kept = await add(at(1), 100);
    await removeDeletedReports(own.id, new Date());
    const left = await withTenant(own.id, (db) =>
      db.select({ id: report.id }).from(report).where(eq(report.userId, owner.userId)),
    );
    expect(left.map(({ id }) => id).sort()).toEqual(kept.map(({ id }) => id).sort());
    expect(left).not.toContainEqual({ id: old[0]!.id });
    expect(left).not.toContainEqual({ id: first!.id });

    const RESTORE = 'PUT /report/auth/report/restore';
    await add(null, 99);
    await ok(owner, RESTORE, { id: kept[0]!.id });
    expect(await call(owner, RESTORE, { id: kept[1]!.id })).toMatchObject({
      code: 422,
      data: [{ field: 'id' }],
    });
  });

  it('that was changed meanwhile is not overwritten', async () => {
    const { id, revision } = await ok(admin, SAVE, { name: 'Two editors', definition: byPerson });
    await ok(admin, SAVE, { id, revision, name: 'First', definition: byPerson });
    expect(await call(admin, SAVE, { id, revision, name: 'Second', definition: byPerson })).toMatchObject({
      code: 409,
    });
    expect((await ok(admin, VIEW, { id })).name).toBe('First');
  });

  it('of a source that needs the whole enterprise is neither listed nor saved by others', async () => {
    const costs = definitionOf('costs');
    const { id } = await ok(admin, SAVE, { name: 'Costs', isShared: true, definition: costs });
    const { ready, sources, saved } = await ok(manager, LIST, {});
    expect(ready).not.toContain('costs');
    expect(sources).not.toContain('costs');
    expect(saved.map((each) => each.id)).not.toContain(id);
    expect(await call(manager, VIEW, { id })).toMatchObject({ code: 403 });
    expect(await call(manager, SAVE, { name: 'Costs', definition: costs })).toMatchObject({ code: 403 });
  });
});

describe('a report by e-mail', () => {
  it('has what each recipient may see, and no formula', async () => {
    const id = await due([admin, manager], { name: '人员:周报' });
    await sendReports(sender());
    const [all, own] = await Promise.all([smtp.mailTo(admin.email), smtp.mailTo(manager.email)]);
    const fileOf = ({ mail }: typeof all) => new TextDecoder().decode(mail.attachments[0]!.content as ArrayBuffer);
    expect(fileOf(all)).toContain('Western');
    expect(fileOf(own)).not.toContain('Western');
    expect(own.raw).not.toContain('Western');
    expect(fileOf(own).split('\r\n')).toContain("'=Eastern,1");
    expect(own.mail.attachments[0]!.filename).toMatch(/^人员 周报_\d{4}-\d\d-\d\d\.csv$/);
    expect(own.mail.subject).toContain('人员:周报');
    expect(own.mail.text).toContain(`/admin/reports/view?id=${id}`);
    expect(await fates(id)).toEqual(
      expect.arrayContaining([
        ['Admin', 'sent', null, 5],
        ['Manager', 'sent', null, 2],
      ]),
    );
    // Once, although it was due for weeks.
    await sendReports(sender());
    expect(smtp.received.filter(({ to }) => to.includes(manager.email))).toHaveLength(1);
  });

  it('is an Excel file when it is wanted so, in the language that the recipient has chosen', async () => {
    const person = await reader({ isAdmin: true, userName: 'English', locale: 'en' });
    const setting = 'PUT /user/auth/notice/setting/save';
    await ok({ ...person, locale: 'en' }, setting, { locale: 'en' });
    const id = await due([person], {}, { format: 'xlsx' });
    await sendReports(sender());
    const { mail } = await smtp.mailTo(person.email);
    expect(mail.text).toContain('It contains only people whom you may see.');
    expect(mail.text).toContain(`/en/admin/reports/view?id=${id}`);
    const rows = textsOf(new Uint8Array(mail.attachments[0]!.content as ArrayBuffer));
    expect(rows[0]).toEqual(['Name', 'Rows']);
    expect(rows.flat()).toContain('=Eastern');
  });

  it('of two people who change its times only the one who was shown the stored ones is saved', async () => {
    const id = await due([admin]);
    const { schedule, recipients } = await ok(admin, VIEW, { id });
    const was = { ...schedule!, recipients: recipients.map(({ userId }) => userId) };
    await ok(admin, SCHEDULE, { id, schedule: weekly([auditor, admin]), was });
    expect(await call(admin, SCHEDULE, { id, schedule: null, was })).toMatchObject({ code: 409 });
    expect(await call(admin, SCHEDULE, { id, schedule: weekly([admin]), was: null })).toMatchObject({ code: 409 });
    expect((await ok(admin, VIEW, { id })).recipients).toHaveLength(2);
    await ok(admin, SCHEDULE, { id, schedule: null, was: weekly([admin, auditor]) as never });
    expect((await ok(admin, VIEW, { id })).schedule).toBeNull();
  });

  it('is not sent to somebody who has lost the right, has no address, or while it is paused', async () => {
    const former = await reader({ userName: 'Former' });
    await mintGrant(tenant, former, 'auditor');
    const id = await due([former, auditor]);
    await withTenant(tenant.id, (db) =>
      db.delete(roleGrant).where(and(eq(roleGrant.enterpriseId, tenant.id), eq(roleGrant.userId, former.userId))),
    );
    await sendReports(sender());
    expect(await fates(id)).toEqual(
      expect.arrayContaining([
        ['Former', 'skipped', 'noRight', null],
        ['Auditor', 'skipped', 'noAddress', null],
      ]),
    );
    const paused = await due([admin], {}, { isPaused: true });
    await sendReports(sender());
    expect(await fates(paused)).toEqual([]);
    expect(await ok(admin, VIEW, { id: paused })).toMatchObject({ nextAt: null, schedule: { isPaused: true } });
  });

  it('goes to people only who may read it', async () => {
    const { id } = await mintReport(tenant, admin, { definition: definitionOf('costs') });
    const learner = await mintPerson(tenant);
    const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
    for (const person of [learner, manager, stranger])
      expect(await call(admin, SCHEDULE, { id, schedule: weekly([admin, person]), was: null })).toMatchObject({
        code: 422,
      });
    await ok(admin, SCHEDULE, { id, schedule: weekly([admin, auditor]), was: null });
    expect(await call(manager, SCHEDULE, { id, schedule: null, was: null })).toMatchObject({ code: 404 });
  });

  it('is tried again while the mail server is away, ends when it refuses, and is sent at most once', async () => {
    smtp.rejectWith(451);
    const id = await due([admin]);
    await sendReports(sender());
    expect(await fates(id)).toEqual([['Admin', 'queued', null, null]]);
    smtp.rejectWith(550);
    await sendReports(sender(), () => new Date(Date.now() + 600_000));
    expect(await fates(id)).toEqual([['Admin', 'failed', 'refused', null]]);
    // A process was killed while it sent.
    const other = await due([admin]);
    const at = systemNow();
    await withTenant(tenant.id, (db) => planDeliveries(db, sender(), at));
    await withTenant(tenant.id, (db) => claimDelivery(db, sender(), at));
    expect(await fates(other)).toEqual([['Admin', 'sending', null, null]]);
    await sendReports(sender(), () => new Date(at.getTime() + 3_600_000));
    expect(await fates(other)).toEqual([['Admin', 'failed', 'interrupted', null]]);
  });

  it('is not sent any more when its report is deleted, and stays paused when that is restored', async () => {
    const id = await due([admin]);
    await withTenant(tenant.id, (db) => planDeliveries(db, sender(), systemNow()));
    expect(await fates(id)).toHaveLength(1);
    await ok(admin, 'DELETE /report/auth/report/delete', { id });
    await sendReports(sender());
    await ok(admin, 'PUT /report/auth/report/restore', { id });
    expect(await fates(id)).toEqual([]);
    expect((await ok(admin, VIEW, { id })).schedule).toMatchObject({ isPaused: true });
    expect(await call(admin, VIEW, { id })).toMatchObject({ data: { nextAt: null } });
  });

  it('is sent by one of several processes', async () => {
    const id = await due([admin, manager]);
    const before = smtp.received.length;
    await Promise.all([sendReports(sender()), sendReports(sender()), sendReports(sender())]);
    expect(smtp.received.length - before).toBe(2);
    expect(await withTenant(tenant.id, (db) => db.$count(reportDelivery, eq(reportDelivery.reportId, id)))).toBe(2);
  });
});

describe('a report that a job computes', () => {
  const runOf = async (who: TestPerson, state: 'running' | 'ready' = 'running') => {
    const definition = definitionOf('people', {
      groups: ['person'],
      filters: [{ field: 'addedOn', op: 'from', values: ['2000-01-01'] }],
    });
    const answer = await ok(who, RUN, { definition });
    // The key is that of the server: the run of the same report, of which the user waits for the job.
    await withTenant(tenant.id, (db) =>
      db.insert(reportRun).values({
        ...{ enterpriseId: tenant.id, userId: who.userId, definition, locale: 'zh', state, key: randomUUID() },
      }),
    );
    return { definition, answer };
  };

  it('has the rights that the user has when it is computed, and is deleted after a day', async () => {
    const { answer } = await runOf(manager);
    const own = and(eq(reportRun.enterpriseId, tenant.id), eq(reportRun.userId, manager.userId));
    const [run] = await withTenant(tenant.id, (db) => db.select().from(reportRun).where(own));
    await finishRun({ enterpriseId: tenant.id, id: run!.id }, systemNow);
    // Again, as a job may run twice.
    await finishRun({ enterpriseId: tenant.id, id: run!.id }, systemNow);
    const [ready] = await withTenant(tenant.id, (db) => db.select().from(reportRun).where(own));
    expect(ready).toMatchObject({ state: 'ready', result: { list: answer.list, totals: answer.totals } });
    await deleteOldRuns(tenant.id, new Date(Date.now() + 25 * 3_600_000));
    expect(await withTenant(tenant.id, (db) => db.$count(reportRun, own))).toBe(0);
    const lost = await mintPerson(tenant);
    await runOf(admin);
    await withTenant(tenant.id, (db) =>
      db
        .update(reportRun)
        .set({ userId: lost.userId })
        .where(and(eq(reportRun.enterpriseId, tenant.id), eq(reportRun.userId, admin.userId))),
    );
    const of = eq(reportRun.userId, lost.userId);
    const [theirs] = await withTenant(tenant.id, (db) => db.select().from(reportRun).where(of));
    await expect(finishRun({ enterpriseId: tenant.id, id: theirs!.id }, systemNow)).rejects.toThrow('lost the right');
    expect((await withTenant(tenant.id, (db) => db.select().from(reportRun).where(of)))[0]).toMatchObject({
      state: 'failed',
    });
  });
});

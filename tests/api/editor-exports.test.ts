import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { publishedAnnouncement } from '../factories/announcement-draft.ts';
import { mintGrant } from '../factories/organisation.ts';
import { call, download, ok } from '../factories/portal.ts';
import { textsOf } from '../factories/sheet.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { mintClass, mintSeats, mintSession } from '../factories/training.ts';

/* Exports of those who edit content: the right counts when they ask and when the file is made. */

const ATTENDANCE = 'POST /course/auth/training/attendance/export';
const RECEIPTS = 'POST /system/auth/announcement/receipt/export';
const URL_OF = 'GET /data/auth/export/record/get/file/download/url';

let tenant: TestTenant;
let editor: TestPerson;
let learner: TestPerson;
let sessionId: string;
let announcementId: string;
beforeAll(async () => {
  tenant = await mintTenant();
  editor = await mintPerson(tenant);
  learner = await mintPerson(tenant, { userName: '王芳' });
  await mintGrant(tenant, editor, 'contentEditor');
  const { resourceId } = await mintClass(tenant);
  sessionId = await mintSession(tenant, resourceId);
  await mintSeats(tenant, sessionId, [learner]);
  ({ id: announcementId } = await publishedAnnouncement(editor, { mustRead: true }));
  await ok(learner, 'PUT /user/auth/announcement/user/record/confirm', { id: announcementId });
});

/** Asks for an export, which is made after `before`. @returns its rows by header, or the status when it failed */
async function exported(ask: () => Promise<{ id: string }>, before: () => Promise<unknown> = () => Promise.resolve()) {
  const { id } = await ask();
  await before();
  await makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date());
  const answer = await call(editor, URL_OF, { id });
  if (answer.code !== 200) return answer.code;
  const [head, ...rows] = textsOf(new Uint8Array(await (await download(editor, answer.data.url)).arrayBuffer()));
  return rows.map((row) => Object.fromEntries(head!.map((title, at) => [title, row[at]!])));
}

const attendance = () => ok(editor, ATTENDANCE, { sessionId });
const receipts = () => ok(editor, RECEIPTS, { id: announcementId, state: 'confirmed' });

it('have the attendance of a session and the receipts of an announcement', async () => {
  expect(await exported(attendance)).toMatchObject([{ 姓名: '王芳' }]);
  expect(await exported(receipts)).toMatchObject([{ 姓名: '王芳' }]);
});

it('do not say who has confirmed what need not be confirmed', async () => {
  const { id } = await publishedAnnouncement(editor, { mustRead: false });
  const rowsOf = (announcement: string) => exported(() => ok(editor, RECEIPTS, { id: announcement }));
  expect(await rowsOf(announcementId)).toContainEqual(expect.objectContaining({ 确认时间: expect.any(String) }));
  const rows = await rowsOf(id);
  expect(rows).toContainEqual(expect.objectContaining({ 姓名: '王芳' }));
  expect(rows).not.toContainEqual(expect.objectContaining({ 确认时间: expect.any(String) }));
});

it('are not for members without the right', async () => {
  expect((await call(learner, ATTENDANCE, { sessionId })).code).toBe(403);
  expect((await call(learner, RECEIPTS, { id: announcementId })).code).toBe(403);
});

it('contain nobody, or are refused, when the right was taken meanwhile', async () => {
  const withdraw = () =>
    withTenant(tenant.id, (db) =>
      db.execute(sql`delete from role_grant where enterprise_id = ${tenant.id} and user_id = ${editor.userId}`),
    );
  const results: unknown[] = [];
  for (const ask of [attendance, receipts]) {
    results.push(await exported(ask, withdraw));
    await mintGrant(tenant, editor, 'contentEditor');
  }
  expect(results).toEqual([[], 403]);
});

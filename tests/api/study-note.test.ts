import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { studyNote } from '#src/server/study/tables/note.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { mintCourse, mintResource } from '../factories/course.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { textsOf } from '../factories/sheet.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Private notes about resources: authors, places, search, keyset pages. */

const LIST = 'POST /course/auth/study/note/page';
const SAVE = 'POST /course/auth/study/note/save';
const DELETE = 'DELETE /course/auth/study/note/delete';

let tenant: TestTenant;
let me: TestPerson;
let colleague: TestPerson;
let courseId: string;
let videoId: string;

beforeAll(async () => {
  tenant = await mintTenant();
  [me, colleague] = [await mintPerson(tenant), await mintPerson(tenant, { isAdmin: true })];
  courseId = await mintCourse(tenant, { title: '叉车安全' });
  videoId = await mintResource(tenant, courseId, { subResourceName: '起步检查' });
});

const write = (person: TestPerson, text: string, position?: number, id: string = randomUUID()) =>
  ok(person, SAVE, {
    ...{ id, resourceId: videoId, text },
    ...(position !== undefined && { place: { unit: 'second', position } }),
  });

describe('notes', () => {
  it('keep their place, and are stored once however often the request is repeated', async () => {
    const id = randomUUID();
    await write(me, '先看货叉', 42, id);
    const again = await write(me, '先看货叉和轮胎', 99, id);
    expect(again).toMatchObject({ id, text: '先看货叉和轮胎', place: { unit: 'second', position: 42 }, courseId });
    const { list, totalCount } = await ok(me, LIST, { resourceId: videoId });
    expect([totalCount, list.map((note) => note.id)]).toEqual([1, [id]]);
  });

  it('are private: nobody else lists, changes or deletes them, not even an administrator', async () => {
    const { id } = await write(me, '只给自己看');
    expect((await ok(colleague, LIST, {})).list).toEqual([]);
    expect((await call(colleague, SAVE, { id, resourceId: videoId, text: '改掉' })).code).toBe(404);
    expect(await ok(colleague, DELETE, { id })).toEqual({ count: 0 });
    const [row] = await withTenant(tenant.id, (db) => db.select().from(studyNote).where(eq(studyNote.id, id)));
    expect(row).toMatchObject({ userId: me.userId, text: '只给自己看', position: null, unit: null });
  });

  it('are limited in number and per minute; one that is there can still be changed', async () => {
    const writer = await mintPerson(tenant);
    const { id } = await write(writer, '第一条');
    await withTenant(tenant.id, (db) =>
      db.execute(sql`
        insert into study_note (enterprise_id, user_id, course_id, resource_id, text)
        select ${tenant.id}, ${writer.userId}, ${courseId}, ${videoId}, 'x' from generate_series(2, ${MAX_ITEMS.notes})`),
    );
    const more = { id: randomUUID(), resourceId: videoId, text: '再来一条' };
    expect((await call(writer, SAVE, more)).code).toBe(409);
    expect(await write(writer, '改一下', undefined, id)).toMatchObject({ id, text: '改一下' });
    const codes = new Set<number>();
    for (let n = 0; n < 60; n++) codes.add((await call(writer, SAVE, { id, resourceId: videoId, text: `${n}` })).code);
    expect(codes).toEqual(new Set([200, 429]));
  });

  it('cannot be exported over other people', async () => {
    const people = { exportType: 'notes' } as never;
    expect((await call(colleague, 'POST /data/auth/export/people/save', people)).code).toBe(422);
  });

  it('belong to a tenant', async () => {
    const stranger = await mintPerson(await mintTenant());
    const input = { id: randomUUID(), resourceId: videoId, text: '别处' };
    expect((await call(stranger, SAVE, input)).code).toBe(404);
  });

  it('are listed newest first, page by page, searched and counted by course', async () => {
    const reader = await mintPerson(tenant);
    const ids: string[] = [];
    for (const text of ['一', '二 100%', '三', '四', '五']) ids.unshift((await write(reader, text)).id);
    const first = await ok(reader, LIST, { pageSize: 2 });
    const second = await ok(reader, LIST, { pageSize: 2, before: first.list[1]!.id });
    const third = await ok(reader, LIST, { pageSize: 2, before: second.list[1]!.id });
    expect([...first.list, ...second.list, ...third.list].map(({ id }) => id)).toEqual(ids);
    expect(second.totalCount).toBe(5);
    const found = async (keyword: string) => (await ok(reader, LIST, { keyword })).list.map(({ text }) => text);
    expect(await found('100%')).toEqual(['二 100%']);
    expect(await found('%')).toEqual(['二 100%']);
    expect(await found('叉车')).toHaveLength(5);
    expect(await ok(reader, 'POST /course/auth/study/note/course/list', {})).toEqual([
      { courseId, title: '叉车安全', noteCount: 5 },
    ]);
    // The note of somebody else as the end of a page reveals nothing.
    expect((await ok(me, LIST, { before: ids[0]! })).list).toEqual([]);
  });

  it('can be deleted and, to undo that, stored again', async () => {
    const note = await write(me, '误删', 7);
    expect(await ok(me, DELETE, { id: note.id })).toEqual({ count: 1 });
    expect(await write(me, '误删', 7, note.id)).toMatchObject({ id: note.id, place: { position: 7 } });
  });

  it('have a text of at most 2,000 characters', async () => {
    const answer = await call(me, SAVE, { id: randomUUID(), resourceId: videoId, text: '长'.repeat(2_001) });
    expect(answer).toMatchObject({ code: 422, data: [{ field: 'text' }] });
  });

  it('are exported for their author, with their places', async () => {
    const writer = await mintPerson(tenant);
    await write(writer, '制动距离', 75);
    const file = await exported(writer, { courseId });
    const [, ...rows] = textsOf(new Uint8Array(await file.arrayBuffer()));
    expect(rows.map((row) => row.slice(0, 4))).toEqual([['叉车安全', '起步检查', '1:15', '制动距离']]);
  });

  it('are exported as a text to read, under the titles of course and item', async () => {
    const writer = await mintPerson(tenant);
    await write(writer, '第一行\n第二行', 75);
    await write(writer, '没有问题', 80);
    const file = await exported(writer, { courseId, format: 'md' });
    expect(file.headers.get('content-disposition')).toMatch(/\.md/);
    const text = (await file.text()).replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME');
    expect(text.split('\n').slice(1).filter(Boolean)).toEqual([
      ...['## 叉车安全', '### 起步检查', '**1:15 · TIME**', '第一行  ', '第二行', '**1:20 · TIME**', '没有问题'],
    ]);
  });

  async function exported(writer: TestPerson, input: { courseId: string; format?: 'md' }): Promise<Response> {
    const { id } = await ok(writer, 'POST /course/auth/study/note/export', input);
    expect(await makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date())).toBeUndefined();
    const { url } = await ok(writer, 'GET /data/auth/export/record/get/file/download/url', { id });
    const headers = { host: writer.host, cookie: `ET_WEB_TOKEN=${writer.token}; ${companionCookie(writer.token)}` };
    return portal.request(`http://${writer.host}${url}`, { headers });
  }
});

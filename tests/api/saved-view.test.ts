import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#src/server/core/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { savedView } from '#src/server/saved-view/tables.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const LIST = 'GET /data/auth/list/view/list';
const SAVE = 'POST /data/auth/list/view/save';
const DELETE = 'DELETE /data/auth/list/view/delete';
const QUESTIONS = '/admin/questions';

let tenant: TestTenant;
let admin: TestPerson;
let teacher: TestPerson;
let colleague: TestPerson;
let learner: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  teacher = await mintPerson(tenant, { userType: 2 });
  colleague = await mintPerson(tenant, { userType: 2 });
  learner = await mintPerson(tenant);
});
const namesOf = async (person: TestPerson, list = QUESTIONS) =>
  (await ok(person, LIST, { list })).map(({ name }) => name);

describe('a saved view', () => {
  it('keeps filters, order and columns, not the page, and is seen by its user only', async () => {
    const query = 'keyword=%E5%AE%89%E5%85%A8&sort=-code&page=7&columns=a,b';
    const saved = await ok(teacher, SAVE, { list: QUESTIONS, name: ' 安全 ', query });
    expect(saved).toMatchObject({ name: '安全', isShared: false, canChange: true });
    const [listed] = await ok(teacher, LIST, { list: QUESTIONS });
    expect(new URLSearchParams(listed!.query).toString()).toBe(
      new URLSearchParams('keyword=安全&sort=-code&columns=a,b').toString(),
    );
    expect(await namesOf(colleague)).toEqual([]);
    expect(await namesOf(teacher, '/admin/certificates')).toEqual([]);
  });

  it('replaces the one of the same name of the same user', async () => {
    const { id } = await ok(teacher, SAVE, { list: QUESTIONS, name: 'again', query: 'keyword=1' });
    expect(await ok(teacher, SAVE, { list: QUESTIONS, name: 'again', query: 'keyword=2' })).toMatchObject({
      id,
      query: 'keyword=2',
    });
    await ok(colleague, SAVE, { list: QUESTIONS, name: 'again', query: 'keyword=3' });
    const rows = await withTenant(tenant.id, (db) =>
      db
        .select({ query: savedView.query })
        .from(savedView)
        .where(and(eq(savedView.enterpriseId, tenant.id), eq(savedView.name, 'again'))),
    );
    expect(rows.map(({ query }) => query).sort()).toEqual(['keyword=2', 'keyword=3']);
  });

  it('is shared by administrators only, with everybody who can open the list, and recorded', async () => {
    const shared = { list: QUESTIONS, name: 'for all', query: 'type=single', isShared: true };
    expect((await call(teacher, SAVE, shared)).code).toBe(403);
    const { id } = await ok(admin, SAVE, shared);
    const seen = (await ok(colleague, LIST, { list: QUESTIONS })).find(({ name }) => name === 'for all');
    expect(seen).toEqual({ id, name: 'for all', query: 'type=single', isShared: true, canChange: false });
    expect((await call(colleague, DELETE, { id })).code).toBe(404);
    expect(await namesOf(colleague)).toContain('for all');
    const actions = await withTenant(tenant.id, (db) =>
      db
        .select({ detail: auditLog.detail })
        .from(auditLog)
        .where(and(eq(auditLog.enterpriseId, tenant.id), eq(auditLog.action, 'savedView.share'))),
    );
    expect(actions).toEqual([{ detail: { list: QUESTIONS, name: 'for all', query: 'type=single' } }]);
    await ok(admin, DELETE, { id });
    expect(await namesOf(colleague)).not.toContain('for all');
  });

  it('is not for those who may not open the list, and not for what is no list', async () => {
    expect((await call(learner, LIST, { list: QUESTIONS })).code).toBe(403);
    expect((await call(learner, SAVE, { list: QUESTIONS, name: 'x', query: '' })).code).toBe(403);
    expect((await call(admin, LIST, { list: '/no/such/page' })).code).toBe(404);
    for (const list of ['https://elsewhere.example/', '//elsewhere', 'admin', '/admin/../x', ''])
      expect([404, 422], list).toContain((await call(admin, LIST, { list })).code);
  });

  it('has an error at its name when it has none, a long one, or there are fifty', async () => {
    const save = (name: string) => call(learner, SAVE, { list: '/test/control', name, query: '' });
    for (const name of ['  ', 'x'.repeat(61)])
      expect((await save(name)).data).toEqual([expect.objectContaining({ field: 'name' })]);
    for (let n = 0; n < 50; n++) expect((await save(`view ${n}`)).code).toBe(200);
    expect(await save('one more')).toMatchObject({ code: 422, data: [{ field: 'name' }] });
    expect((await save('view 3')).code).toBe(200);
  });

  it('has a limit over all lists: there are as many as there are addresses', async () => {
    const person = await mintPerson(tenant);
    await withTenant(tenant.id, (db) =>
      db.insert(savedView).values(
        Array.from({ length: 500 }, (_, n) => ({
          ...{ enterpriseId: tenant.id, userId: person.userId, query: '' },
          ...{ list: `/test/control?n=${n}`, name: 'all' },
        })),
      ),
    );
    expect(await call(person, SAVE, { list: '/test/control', name: 'one more', query: '' })).toMatchObject({
      code: 422,
      data: [{ field: 'name' }],
    });
  });
});

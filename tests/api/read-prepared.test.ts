import { beforeEach, expect, it } from 'vitest';
import { readPrepared, withTenant } from '#src/server/core/db/tenant.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

let tenant: TestTenant;
let person: TestPerson;
beforeEach(async () => {
  tenant = await mintTenant();
  person = await mintPerson(tenant);
});

const MEMBERS = { name: 'test-members', text: 'select user_id from enterprise_user where user_id = any($1::uuid[])' };
const DIVIDED = { name: 'test-divided', text: 'select 10 / $1::int as n' };
const members = (enterpriseId: string) =>
  readPrepared<[{ user_id: string }[]]>(enterpriseId, [{ ...MEMBERS, values: [[person.userId]] }]);

it('sees the rows of its tenant only, and leaves nothing to the next one on the connection', async () => {
  const other = await mintTenant('Other');
  for (let n = 0; n < 3; n++) {
    expect(await members(tenant.id)).toEqual([[{ user_id: person.userId }]]);
    expect(await members(other.id)).toEqual([[]]);
  }
  const { rows } = await withTenant(other.id, (_db, client) =>
    client.query(`select current_setting('app.enterprise_id') as tenant, current_setting('plan_cache_mode') as mode`),
  );
  expect(rows).toEqual([{ tenant: other.id, mode: 'auto' }]);
  await expect(members("x' or true")).rejects.toThrow('Not an enterprise id');
});

it('returns the rows of each statement in order, in one transaction', async () => {
  const at = { name: 'test-at', text: 'select now() as at, $1::int as n' };
  const [first, second] = await readPrepared<{ at: Date; n: number }[][]>(tenant.id, [
    { ...at, values: [1] },
    { ...at, name: 'test-at-2', values: [2] },
  ]);
  expect([first![0]!.n, second![0]!.n]).toEqual([1, 2]);
  expect(first![0]!.at).toEqual(second![0]!.at);
});

it('after an error without values, the same statements work on the same connections', async () => {
  const divide = (by: unknown) =>
    readPrepared<[unknown[], { n: number }[]]>(tenant.id, [
      { ...MEMBERS, values: [[person.userId]] },
      { ...DIVIDED, values: [by] },
    ]);
  for (let n = 0; n < 3; n++) {
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    const error = (await divide('secret').then(null, (fault: unknown) => fault)) as Error;
    expect(error).toMatchObject({ code: '22P02' });
    expect(error.message + error.stack).not.toContain('secret');
    expect((await divide(5))[1]).toEqual([{ n: 2 }]);
  }
});

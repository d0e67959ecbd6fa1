import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

/* Two transactions that wait for each other: the one that PostgreSQL ends is repeated, and nobody gets an error. */

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
});

it('is repeated by the transaction that was ended', async () => {
  const people = [(await mintPerson(tenant)).userId, (await mintPerson(tenant)).userId] as const;
  const locked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let runs = 0;
  const lengthen = async (mine: 0 | 1) =>
    withTenant(tenant.id, async (db) => {
      runs++;
      for (const which of [mine, 1 - mine]) {
        await db
          .update(enterpriseUser)
          .set({ post: sql`coalesce(${enterpriseUser.post}, '') || ${String(mine)}` })
          .where(eq(enterpriseUser.userId, people[which]!));
        locked[mine].resolve();
        await locked[1 - mine]!.promise;
      }
    });
  await Promise.all([lengthen(0), lengthen(1)]);
  expect(runs).toBe(3);
  const rows = await withTenant(tenant.id, (db) =>
    db
      .select({ post: enterpriseUser.post })
      .from(enterpriseUser)
      .where(sql`user_id = any(${sql.param([...people])}::uuid[])`),
  );
  expect(rows.map(({ post }) => [...post!].sort().join(''))).toEqual(['01', '01']);
});

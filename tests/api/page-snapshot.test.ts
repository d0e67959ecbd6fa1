import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { website } from '#src/server/site/tables.ts';
import { sharedTransaction, withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { mintTenant, type TestTenant } from '../factories/tenant.ts';

/* The operations of one page read one snapshot (docs/decisions/011). */

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await mintTenant();
});

const read = async (db: TenantDb) => (await db.select({ color: website.brandColor }).from(website))[0]!.color;
const write = (color: string) => async (db: TenantDb) => {
  await db.update(website).set({ brandColor: color }).where(eq(website.enterpriseId, tenant.id));
  return 'written';
};

it('hides from the second operation of a page what was committed after the first', async () => {
  const page = sharedTransaction(tenant.id);
  expect(await page.run(read)).toBe('#1355a0');
  await withTenant(tenant.id, write('#000001'));
  expect(await page.run(read)).toBe('#1355a0');
  await page.end('COMMIT');
  expect(await withTenant(tenant.id, read)).toBe('#000001');
});

it('commits an operation that writes separately, and shows its changes to later ones', async () => {
  const page = sharedTransaction(tenant.id);
  expect(await page.run(read)).toBe('#1355a0');
  expect(await page.run(write('#000002'))).toBe('written');
  // It is committed independently of the page.
  expect(await withTenant(tenant.id, read)).toBe('#000002');
  expect(await page.run(read)).toBe('#000002');
  await withTenant(tenant.id, write('#000003'));
  expect(await page.run(read)).toBe('#000002');
  await page.end('ROLLBACK');
  expect(await withTenant(tenant.id, read)).toBe('#000003');
});

it('rolls back an operation that writes and then fails, and continues', async () => {
  const page = sharedTransaction(tenant.id);
  const failing = page.run(async (db) => {
    await write('#000004')(db);
    throw new Error('later');
  });
  await expect(failing).rejects.toThrow('later');
  expect(await page.run(read)).toBe('#1355a0');
  await page.end('COMMIT');
  expect(await withTenant(tenant.id, read)).toBe('#1355a0');
});

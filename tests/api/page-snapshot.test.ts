import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { website } from '#src/server/core/db/schema/site.ts';
import { sharedTransaction, withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { mintTenant, type TestTenant } from '../factories/tenant.ts';

/* The calls of one page read one snapshot (decision 011). */

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await mintTenant();
});

const read = async (db: TenantDb) => (await db.select({ color: website.brandColor }).from(website))[0]!.color;
const write = (color: string) => async (db: TenantDb) => {
  await db.update(website).set({ brandColor: color }).where(eq(website.enterpriseId, tenant.id));
  return 'written';
};

it('does not show to the second call of a page what was committed after the first', async () => {
  const page = sharedTransaction(tenant.id);
  expect(await page.run(read)).toBe('#1355a0');
  await withTenant(tenant.id, write('#000001'));
  expect(await page.run(read)).toBe('#1355a0');
  await page.end('COMMIT');
  expect(await withTenant(tenant.id, read)).toBe('#000001');
});

it('makes a call that writes by itself, and shows it to those after it', async () => {
  const page = sharedTransaction(tenant.id);
  expect(await page.run(read)).toBe('#1355a0');
  expect(await page.run(write('#000002'))).toBe('written');
  // It is there whatever becomes of the page.
  expect(await withTenant(tenant.id, read)).toBe('#000002');
  expect(await page.run(read)).toBe('#000002');
  await withTenant(tenant.id, write('#000003'));
  expect(await page.run(read)).toBe('#000002');
  await page.end('ROLLBACK');
  expect(await withTenant(tenant.id, read)).toBe('#000003');
});

it('keeps nothing of a call that writes and then fails, and goes on', async () => {
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

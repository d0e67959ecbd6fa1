import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { countOf, forgetTries, giveBack, takeTry } from '#src/server/core/rate-limit.ts';
import { rateLimit } from '#src/server/core/tables.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';

const THREE = { limit: 3, seconds: 600 };

describe('tries within a window', () => {
  it('allows exactly the limit, also for simultaneous tries', async () => {
    const key = `test:${randomUUID()}`;
    const tries = await Promise.allSettled(Array.from({ length: 40 }, () => takeTry(key, THREE)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const refused = tries.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: 429, key: 'tooManyTries', params: { minutes: 10 } });
    expect(await countOf(key)).toBe(40);
  });

  it('uncounts a successful try, and resets the count', async () => {
    const key = `test:${randomUUID()}`;
    for (let n = 0; n < 5; n++) {
      expect((await takeTry(key, THREE)).left).toBe(2);
      await giveBack(key);
    }
    await takeTry(key, THREE);
    await forgetTries(key);
    expect(await countOf(key)).toBe(0);
  });

  it('starts a new window when the old one has ended', async () => {
    const key = `test:${randomUUID()}`;
    for (let n = 0; n < 3; n++) await takeTry(key, THREE);
    await expect(takeTry(key, THREE)).rejects.toMatchObject({ code: 429 });
    await withPortal((db) => db.update(rateLimit).set({ expiresAt: new Date() }).where(eq(rateLimit.key, key)));
    expect(await countOf(key)).toBe(0);
    expect(await takeTry(key, THREE)).toMatchObject({ left: 2 });
  });
});

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { solveChallenge } from '#src/features/login/solve-challenge.ts';
import { pictureCode, rateLimit } from '#src/server/core/db/schema/sign-in.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { anyAddress, anyPhone, PICTURE, sendLater, solvedPicture } from '../factories/codes.ts';
import { call, ok, type Caller } from '../factories/portal.ts';
import { mintTenant, type TestTenant } from '../factories/tenant.ts';

let tenant: TestTenant;
let here: Caller;
beforeAll(async () => {
  tenant = await mintTenant('Codes');
});
beforeEach(() => {
  here = { host: tenant.host, address: anyAddress() };
});

describe('the proof of work', () => {
  it('has a solution that the database does not contain', async () => {
    const first = await ok(here, PICTURE);
    expect(first).toMatchObject({ expiresIn: 300, challenge: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(first.maxNumber).toBeGreaterThanOrEqual(100_000);
    expect((await ok(here, PICTURE)).challenge).not.toBe(first.challenge);
    const [row] = await withPortal((db) => db.select().from(pictureCode).where(eq(pictureCode.id, first.id)));
    expect(Object.keys(row!)).toEqual(['id', 'answerHash', 'expiresAt']);
    expect(row!.answerHash).toHaveLength(32);
    expect(row!.answerHash.toString('hex')).not.toBe(first.challenge);
    expect(Number(solveChallenge(first))).toBeLessThanOrEqual(first.maxNumber);
    expect(solveChallenge({ ...first, id: randomUUID() }), 'the solution depends on the id').toBeNull();
  });

  /** A phone number that has received three codes within the hour. */
  async function suspicious() {
    const phone = anyPhone();
    for (let n = 0; n < 3; n++) await sendLater(here, phone);
    return phone;
  }
  const wrong = { code: 422, data: [{ field: 'pictureCode', message: '安全验证未通过或已过期，请重试' }] };

  it('is used up by a right or wrong solution', async () => {
    const phone = await suspicious();
    const picture = await solvedPicture(here);
    expect(await sendLater(here, phone, { ...picture, pictureCode: '-1' })).toMatchObject(wrong);
    expect(await sendLater(here, phone, picture)).toMatchObject(wrong);
    const another = await solvedPicture(here);
    expect((await sendLater(here, phone, another)).code).toBe(200);
    expect(await sendLater(here, phone, another)).toMatchObject(wrong);
  });

  it('is rejected after five minutes, and with an unknown id', async () => {
    const phone = await suspicious();
    const picture = await solvedPicture(here);
    await withPortal((db) =>
      db.update(pictureCode).set({ expiresAt: new Date() }).where(eq(pictureCode.id, picture.pictureId)),
    );
    expect(await sendLater(here, phone, picture)).toMatchObject(wrong);
    expect(await sendLater(here, phone, { ...picture, pictureId: randomUUID() })).toMatchObject(wrong);
  });

  it('is issued 300 times in ten minutes per address', async () => {
    await ok(here, PICTURE);
    const key = `picture:address:${here.address}`;
    await withPortal((db) => db.update(rateLimit).set({ count: 299 }).where(eq(rateLimit.key, key)));
    expect((await call(here, PICTURE)).code).toBe(200);
    expect((await call(here, PICTURE)).code).toBe(429);
  });
});

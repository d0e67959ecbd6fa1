import { createHmac, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { solveChallenge } from '#src/features/login/solve-challenge.ts';
import { pictureCode } from '#src/server/account/tables/sign-in.ts';
import { rateLimit } from '#src/server/core/tables.ts';
import { appSecret } from '#src/server/core/settings.ts';
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

/** The digits of a code, as only the server's secret tells. */
function readCode(id: string, hash: Buffer): string {
  for (let n = 0; n < 8 ** 6; n++) {
    const digits = n
      .toString(8)
      .padStart(6, '0')
      .replace(/[1-7]/g, (digit) => String(Number(digit) + 1));
    const made = createHmac('sha256', appSecret()).update(`picture\n${id}\n${digits}`).digest();
    if (made.equals(hash)) return digits;
  }
  throw new Error('no such code');
}

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

  it.each(['picture', 'audio'] as const)('can be replaced by a code in a %s, which counts once', async (kind) => {
    const phone = await suspicious();
    const shown = await ok(here, PICTURE, { kind });
    expect(shown).toMatchObject({ challenge: '', maxNumber: 0, expiresIn: 300 });
    // Nothing in the answer contains the digits: they are what the stored keyed hash is of.
    const { id } = shown;
    const [row] = await withPortal((db) => db.select().from(pictureCode).where(eq(pictureCode.id, id)));
    const digits = readCode(id, row!.answerHash);
    expect(digits).toMatch(/^[02-8]{6}$/);
    expect(JSON.stringify({ ...shown, picture: '', audio: '' })).not.toContain(digits);
    if (kind === 'picture') {
      const png = Buffer.from(shown.picture!.replace('data:image/png;base64,', ''), 'base64');
      const { width, height, format } = await sharp(png).metadata();
      expect([width, height, format, shown.audio]).toEqual([480, 160, 'png', null]);
    } else {
      const wav = Buffer.from(shown.audio!, 'base64');
      expect([wav.toString('latin1', 0, 4), wav.readUInt32LE(40), shown.picture]).toEqual([
        'RIFF',
        wav.length - 44,
        null,
      ]);
    }
    const answer = { pictureId: id, pictureCode: digits };
    expect((await sendLater(here, phone, answer)).code).toBe(200);
    expect(await sendLater(here, phone, answer)).toMatchObject(wrong);
  });

  it('is issued 300 times in ten minutes per address', async () => {
    await ok(here, PICTURE);
    const key = `picture:address:${here.address}`;
    await withPortal((db) => db.update(rateLimit).set({ count: 299 }).where(eq(rateLimit.key, key)));
    expect((await call(here, PICTURE)).code).toBe(200);
    expect((await call(here, PICTURE)).code).toBe(429);
  });
});

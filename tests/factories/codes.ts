import { createHash, randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { rateLimit } from '#src/server/core/tables.ts';
import { verificationCode } from '#src/server/account/tables/sign-in.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { phonesOf } from './phones.ts';
import { call, ok, type Caller } from './portal.ts';

export const SEND_CODE = 'POST /user/api/user/info/send/verification/code';
export const CODE_LOGIN = 'POST /user/api/user/info/login/verification/code';
export const PASSWORD_LOGIN = 'POST /user/api/user/info/login/pwd';
export const PICTURE = 'GET /user/api/user/info/get/image/verification/code';

/** A phone number without an account. */
export const anyPhone = phonesOf('15');
/** A random network address, so that tests do not share rate limits. */
export const anyAddress = () => `10.${randomInt(250)}.${randomInt(250)}.${randomInt(250)}`;

/** Ends the window of a rate limit. */
export const endWindow = (key: string) =>
  withPortal((db) =>
    db
      .update(rateLimit)
      .set({ expiresAt: new Date(0) })
      .where(eq(rateLimit.key, key)),
  );

/** Moves the expiry of the codes of a phone number into the past by `seconds`. */
export const ageCode = (phone: string, seconds: number) =>
  withPortal((db) =>
    db
      .update(verificationCode)
      .set({ expiresAt: sql`${verificationCode.expiresAt} - make_interval(secs => ${seconds})` })
      .where(eq(verificationCode.recipient, phone)),
  );

/** Requests an SMS code. */
export const sendCode = (caller: Caller, phone: string, purpose: 'login' | 'reset' | 'phone' = 'login', more = {}) =>
  call(caller, SEND_CODE, { phone, purpose, ...more });

/** Requests another code as if a minute had passed since the last one. */
export async function sendLater(caller: Caller, phone: string, more = {}) {
  await endWindow(`code:minute:${phone}`);
  return sendCode(caller, phone, 'login', more);
}

/** Requests a challenge and solves it like a browser. */
export async function solvedPicture(caller: Caller) {
  const challenge = await ok(caller, PICTURE);
  for (let number = 0; ; number++) {
    const hash = createHash('sha256').update(`${challenge.id}:${number}`).digest('hex');
    if (hash === challenge.challenge) return { pictureId: challenge.id, pictureCode: String(number) };
  }
}

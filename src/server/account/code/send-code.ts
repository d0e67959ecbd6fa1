import { addressKey } from '#src/server/core/address-key.ts';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Picture, SendCode } from '#src/contract/account.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import type { CodePurpose } from '#src/server/account/tables/sign-in.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { sealSms } from './sms/seal-sms.ts';
import { isVouchedFor, nameInMessages, signature } from '#src/server/core/sender-name.ts';
import { readTexts, type Texts } from '#src/server/message/texts.ts';
import { settings } from '#src/server/core/settings.ts';
import { audit } from '#src/server/core/audit.ts';
import * as limits from '../limits.ts';
import { ownAccount } from '../own-account.ts';
import { composeCodeMail, sealMail } from './code-mail.ts';
import { isKnownBrowser } from './known-browser.ts';
import { useAnswer } from './picture/picture-code.ts';
import { accountOf, keyOf, maskedRecipient, ownRecipient, recipientOf, type Recipient } from './recipient.ts';
import { countOf, forgetTries, takeTry } from '#src/server/core/rate-limit.ts';
import { CODE_SECONDS, issueCode, rememberRequester } from './verification-code.ts';

type Answer = z.output<typeof Picture>;

/**
 * Sends a verification code by SMS or e-mail. `login` works for any number, `reset` only for one that has an account,
 * and both only for an address that an account has confirmed; `phone` and `email` (the new number or address of a user)
 * require a session. Known and unknown recipients cause the same work and the same response: the same rows, and a job
 * that sends the message or does not.
 * @throws AppError 422 at `pictureCode` after suspicious attempts, at `email` when the portal sends no e-mail; 429 above
 *   the limits; 300 for `phone` and `email` without a session
 */
export async function sendCode(ctx: RequestContext, { purpose, phone, email, ...picture }: z.output<typeof SendCode>) {
  if ((purpose === 'phone' || purpose === 'email') && !ctx.viewer) throw new AppError(300, 'pleaseLogIn');
  if (email !== undefined && !settings().mail)
    throw new AppError(422, 'invalid', { fields: [{ field: 'email', key: 'field.noEmail' }] });
  return sendTo(ctx, recipientOf({ phone, email }), purpose, picture);
}

/**
 * Sends a code to the user's own phone or address, as re-authentication before a sensitive change.
 * @throws AppError 409 when the account has neither, 422 and 429 like {@link sendCode}
 */
export async function sendOwnCode(ctx: RequestContext & { viewer: Viewer }, picture: Answer) {
  const own = ownRecipient(await ownAccount(ctx));
  if (!own) throw new AppError(409, 'noPhone');
  return sendTo(ctx, own, 'confirm', picture);
}

async function sendTo(ctx: RequestContext, to: Recipient, purpose: CodePurpose, picture: Answer) {
  const key = keyOf(to);
  const counted = isKnownBrowser(ctx, key) ? `own:${key}` : key;
  await takeTry(`code:minute:${counted}`, limits.CODE_PER_MINUTE);
  try {
    await requirePicture(ctx, counted, picture);
    await countRequest(ctx, to, counted);
  } catch (error) {
    // Nothing was sent, so the one-minute limit does not apply to the next request, which then gets the actual reason.
    await forgetTries(`code:minute:${counted}`);
    throw error;
  }
  const requester = rememberRequester(ctx);
  await withTenant(ctx.tenant.id, async (db) => {
    const known = await hasAccount(db, to);
    const code = await issueCode(db, {
      ...{ recipient: key, purpose, enterpriseId: ctx.tenant.id, now: ctx.now(), requester },
    });
    const sent = {
      code,
      silent:
        (!known && (purpose === 'reset' || (purpose === 'login' && to.email !== undefined))) ||
        (await isStranger(db, ctx.tenant.id, to, purpose)),
      expiresAt: new Date(ctx.now().getTime() + CODE_SECONDS * 1000).toISOString(),
    };
    const texts = await readTexts(db, ctx.tenant.id, ctx.locale);
    if (to.email === undefined) {
      const text = smsText(ctx, texts, purpose, code);
      const sms = sealSms({ phone: to.phone, purpose, minutes: CODE_SECONDS / 60, text, ...sent });
      await sendJob(db, 'send-sms', sms);
    } else {
      const title = await nameInMessages(db, ctx.tenant.id, ctx.locale);
      const mail = composeCodeMail({ to: to.email, purpose, code, title, locale: ctx.locale, texts });
      await sendJob(db, 'send-code-mail', sealMail({ ...mail, ...sent }));
    }
    await audit(db, ctx, 'code.sent', { purpose, ...maskedRecipient(to) });
  });
  return { expiresIn: CODE_SECONDS, resendAfter: limits.CODE_PER_MINUTE.seconds };
}

async function requirePicture(ctx: RequestContext, counted: string, picture: Answer): Promise<void> {
  const address = addressKey('code:address:hour', ctx.address);
  const needed =
    (await countOf(`code:hour:${counted}`)) >= limits.CODES_PICTURE_AFTER ||
    (address !== null && (await countOf(address)) >= limits.ADDRESS_PICTURE_AFTER);
  if (needed) await useAnswer(picture, ctx.now());
}

/**
 * Counts against the address first: an address above its limit must not use up the limits of other users' numbers.
 * @param counted number or address, with `own:` in a browser in which it has logged in
 */
async function countRequest(ctx: RequestContext, to: Recipient, counted: string): Promise<void> {
  const hour = addressKey('code:address:hour', ctx.address);
  const day = addressKey('code:address:day', ctx.address);
  if (hour && day) {
    await takeTry(hour, limits.CODES_PER_ADDRESS_HOUR);
    await takeTry(day, limits.CODES_PER_ADDRESS_DAY);
  }
  await takeTry(`code:hour:${counted}`, limits.CODES_PER_HOUR);
  await takeTry(`code:day:${counted}`, limits.CODES_PER_DAY);
  const all = { limit: settings().smsDailyLimit, seconds: limits.ALL_CODES_SECONDS };
  // Counted separately: codes by e-mail cost nothing and must not use up the messages that do.
  await takeTry(to.email === undefined ? 'code:all' : 'code:all:mail', all).catch((error: unknown) => {
    ctx.log('error', 'SMS_DAILY_LIMIT is reached: no codes are sent for now');
    throw error;
  });
}

async function hasAccount(db: TenantDb, to: Recipient): Promise<boolean> {
  const found = await db.select({ id: userAccount.id }).from(userAccount).where(accountOf(to));
  return found.length > 0;
}

/**
 * Whether a code is for somebody who is no member of an enterprise for which no operator vouches: whoever registers one must not
 * thereby send messages to anybody. Codes for the user's own number and address do not depend on the enterprise.
 */
async function isStranger(db: TenantDb, enterpriseId: string, to: Recipient, purpose: CodePurpose): Promise<boolean> {
  if ((purpose !== 'login' && purpose !== 'reset') || (await isVouchedFor(db, enterpriseId))) return false;
  const members = await db
    .select({ userId: enterpriseUser.userId })
    .from(enterpriseUser)
    .innerJoin(userAccount, eq(userAccount.id, enterpriseUser.userId))
    .where(and(eq(enterpriseUser.enterpriseId, enterpriseId), accountOf(to)));
  return members.length === 0;
}

/** The text message, in the language of the request. */
function smsText({ locale }: RequestContext, texts: Texts, purpose: CodePurpose, code: string): string {
  return texts.sms(`sms.code.${purpose}`, { sign: signature(locale), minutes: CODE_SECONDS / 60, code });
}

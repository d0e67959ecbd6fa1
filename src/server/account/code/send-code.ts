import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Picture, SendCode } from '#src/contract/account.ts';
import { maskPhone } from '#src/lib/phone.ts';
import { localizedText } from '#src/lib/localized.ts';
import { getT } from '#src/i18n/server.ts';
import { userAccount } from '#src/server/core/db/schema/account.ts';
import type { CodePurpose } from '#src/server/core/db/schema/sign-in.ts';
import { website } from '#src/server/core/db/schema/site.ts';
import { withPortal, withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { sealSms } from './sms/seal-sms.ts';
import { settings } from '#src/server/core/settings.ts';
import { audit } from '#src/server/core/audit.ts';
import * as limits from '../limits.ts';
import { useAnswer } from './picture-code.ts';
import { countOf, forgetTries, takeTry } from '#src/server/core/rate-limit.ts';
import { CODE_SECONDS, issueCode, rememberRequester } from './verification-code.ts';

type Answer = z.output<typeof Picture>;
type Asked = Answer & { phone: string; purpose: CodePurpose };

/**
 * Sends a code to a phone (spec section 7). `login` goes to any phone; `reset` only to one that has an account; `phone`,
 * for a number that somebody changes to, needs their session. Known and unknown phones get the same answer for the same
 * work: the same rows, and a job that sends or does not.
 * @throws AppError 422 at `pictureCode` after suspicious tries, 429 when it was too often, 300 for `phone` without a session
 */
export async function sendCode(ctx: RequestContext, input: z.output<typeof SendCode>) {
  if (input.purpose === 'phone' && !ctx.viewer) throw new AppError(300, 'pleaseLogIn');
  return deliver(ctx, input);
}

/**
 * Sends a code to the viewer's own present phone, as a proof before something of consequence.
 * @throws AppError 409 when there is none, 422 and 429 like {@link sendCode}
 */
export async function sendOwnCode(ctx: RequestContext & { viewer: Viewer }, picture: Answer) {
  const [me] = await withPortal((db) =>
    db.select({ phone: userAccount.phone }).from(userAccount).where(eq(userAccount.id, ctx.viewer.userId)),
  );
  if (!me?.phone) throw new AppError(409, 'noPhone');
  return deliver(ctx, { ...picture, phone: me.phone, purpose: 'confirm' });
}

async function deliver(ctx: RequestContext, { phone, purpose, ...picture }: Asked) {
  await takeTry(`code:minute:${phone}`, limits.CODE_PER_MINUTE);
  try {
    await demandPicture(ctx, phone, picture);
    await takeTries(ctx, phone);
  } catch (error) {
    // Nothing was sent: the next one does not have to wait for that minute, and what it hears is what stands against it.
    await forgetTries(`code:minute:${phone}`);
    throw error;
  }
  const requester = rememberRequester(ctx);
  await withTenant(ctx.tenant.id, async (db) => {
    const known = await hasAccount(db, phone);
    const code = await issueCode(db, { phone, purpose, enterpriseId: ctx.tenant.id, now: ctx.now(), requester });
    const text = await messageText(db, ctx, purpose, code);
    const sms = sealSms({
      phone,
      purpose,
      code,
      minutes: CODE_SECONDS / 60,
      text,
      silent: purpose === 'reset' && !known,
      expiresAt: new Date(ctx.now().getTime() + CODE_SECONDS * 1000).toISOString(),
    });
    await sendJob(db, 'send-sms', sms);
    await audit(db, ctx, 'code.sent', { purpose, phone: maskPhone(phone) });
  });
  return { expiresIn: CODE_SECONDS, resendAfter: limits.CODE_PER_MINUTE.seconds };
}

async function demandPicture(ctx: RequestContext, phone: string, picture: Answer): Promise<void> {
  const address = limits.addressKey('code:address:hour', ctx.address);
  const needed =
    (await countOf(`code:hour:${phone}`)) >= limits.CODES_PICTURE_AFTER ||
    (address !== null && (await countOf(address)) >= limits.ADDRESS_PICTURE_AFTER);
  if (needed) await useAnswer(picture, ctx.now());
}

/** The address first: one that is over its limit must not use up what other people's phones have. */
async function takeTries(ctx: RequestContext, phone: string): Promise<void> {
  const hour = limits.addressKey('code:address:hour', ctx.address);
  const day = limits.addressKey('code:address:day', ctx.address);
  if (hour && day) {
    await takeTry(hour, limits.CODES_PER_ADDRESS_HOUR);
    await takeTry(day, limits.CODES_PER_ADDRESS_DAY);
  }
  await takeTry(`code:hour:${phone}`, limits.CODES_PER_HOUR);
  await takeTry(`code:day:${phone}`, limits.CODES_PER_DAY);
  const all = { limit: settings().smsDailyLimit, seconds: limits.ALL_CODES_SECONDS };
  await takeTry('code:all', all).catch((error: unknown) => {
    ctx.log('error', 'SMS_DAILY_LIMIT is reached: no codes are sent for now');
    throw error;
  });
}

async function hasAccount(db: TenantDb, phone: string): Promise<boolean> {
  const found = await db.select({ id: userAccount.id }).from(userAccount).where(eq(userAccount.phone, phone));
  return found.length > 0;
}

/** What the person reads, in the language they asked in. */
async function messageText(db: TenantDb, ctx: RequestContext, purpose: CodePurpose, code: string): Promise<string> {
  const [site] = await db
    .select({ title: website.websiteTitle })
    .from(website)
    .where(eq(website.enterpriseId, ctx.tenant.id));
  const title = site ? localizedText(site.title, ctx.locale) : ctx.tenant.name;
  // The code is put in afterwards: texts are remembered with their values.
  const text = getT(ctx.locale)(`account:sms.${purpose}`, { title, minutes: CODE_SECONDS / 60, code: '######' });
  return text.replace('######', code);
}

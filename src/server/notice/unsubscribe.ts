import { and, eq, sql } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import {
  choiceName,
  type NoticeChoice,
  UNSUBSCRIBE_GROUPS,
  UNSUBSCRIBE_PATH,
  type UnsubscribeGroup,
} from '#src/contract/rules/notice.ts';
import type { Translate } from '#src/i18n/format.ts';
import { href, type Locale } from '#src/i18n/locale.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { PublicContext, RequestContext } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { seal, unseal } from '#src/server/core/seal.ts';
import { viewPolicies } from '#src/server/policy/policies.ts';
import { digestPreference, reminderPreference } from './tables.ts';

/** Whose e-mails about what. */
type Subject = { enterpriseId: string; userId: string; groups: UnsubscribeGroup[] };
type Answer = Data<'POST /user/api/notice/unsubscribe/view'>;

/**
 * Makes the link in an e-mail with which its reader gets no more of the groups without signing in. Its token is encrypted with
 * authentication, so nobody can make one or learn from it who the reader is; it is valid as long as the installation's secret.
 */
export function unsubscribeLink(subject: Subject, locale: Locale, origin: string): string {
  const { enterpriseId, userId, groups } = subject;
  const token = seal(JSON.stringify(['unsubscribe', enterpriseId, userId, ...groups]));
  return new URL(`${href(locale, UNSUBSCRIBE_PATH)}?token=${token}`, origin).href;
}

/** The address for mail programs, and the paragraph with it below an e-mail; nothing when all of it is required. */
export function unsubscribePart(subject: Subject, locale: Locale, origin: string, t: Translate) {
  if (subject.groups.length === 0) return { unsubscribe: undefined, footer: [] };
  const url = unsubscribeLink(subject, locale, origin);
  const group = subject.groups.map((each) => t(`notice:group.${each}`)).join(t('notice:unsubscribe.and'));
  return { unsubscribe: url, footer: [{ text: t('notice:unsubscribe.link', { group }), url }] };
}

/** @throws AppError 404 for a token that is none, or one of another enterprise */
function readToken({ tenant }: { tenant: { id: string } }, token: string): Subject {
  let parts: unknown;
  try {
    parts = JSON.parse(unseal(token));
  } catch {
    throw new AppError(404, 'unsubscribeUnknown');
  }
  const [purpose, enterpriseId, userId, ...groups] = parts as [string, string, string, ...UnsubscribeGroup[]];
  const isKnown = groups.length > 0 && groups.every((group) => UNSUBSCRIBE_GROUPS.includes(group));
  if (purpose !== 'unsubscribe' || enterpriseId !== tenant.id || !isKnown)
    throw new AppError(404, 'unsubscribeUnknown');
  return { enterpriseId, userId, groups };
}

/** Says what the link of an e-mail is about. @throws AppError 404 for a token that is none, or of a member who is none any more */
export async function viewUnsubscribe(ctx: PublicContext, { token }: { token: string }): Promise<Answer> {
  const { enterpriseId, userId, groups } = readToken(ctx, token);
  const [member] = await ctx.db
    .select({ choices: reminderPreference.choices, digest: digestPreference.byEmail })
    .from(enterpriseUser)
    .leftJoin(
      reminderPreference,
      and(
        eq(reminderPreference.enterpriseId, enterpriseUser.enterpriseId),
        eq(reminderPreference.userId, enterpriseUser.userId),
      ),
    )
    .leftJoin(
      digestPreference,
      and(
        eq(digestPreference.enterpriseId, enterpriseUser.enterpriseId),
        eq(digestPreference.userId, enterpriseUser.userId),
      ),
    )
    .where(
      and(
        eq(enterpriseUser.enterpriseId, enterpriseId),
        eq(enterpriseUser.userId, userId),
        eq(enterpriseUser.status, 'active'),
      ),
    );
  if (!member) throw new AppError(404, 'unsubscribeUnknown');
  const { rules } = (await viewPolicies(ctx)).notices;
  const isRequired = (group: UnsubscribeGroup) => group !== 'digest' && rules[choiceName('mail', group)];
  const isChosen = (group: UnsubscribeGroup) =>
    group === 'digest' ? member.digest === true : member.choices?.[choiceName('mail', group)] === true;
  return {
    groups,
    isOn: groups.some((group) => isRequired(group) || isChosen(group)),
    isRequired: groups.every(isRequired),
  };
}

/**
 * Turns e-mails of the groups off or on again for the reader of the e-mail.
 * @throws AppError 404 as `viewUnsubscribe`; 409 when the enterprise requires them
 */
export async function saveUnsubscribe(
  ctx: PublicContext,
  { token, on }: OperationInput<'POST /user/api/notice/unsubscribe/save'>,
): Promise<Answer> {
  const { groups, isRequired } = await viewUnsubscribe(ctx, { token });
  if (isRequired) throw new AppError(409, 'noticeRequired');
  const { enterpriseId, userId } = readToken(ctx, token);
  const { locale, origin } = ctx;
  const chosen = groups.flatMap((group) => (group === 'digest' ? [] : [[choiceName('mail', group), on]]));
  if (groups.includes('digest'))
    await ctx.db
      .update(digestPreference)
      .set({ byEmail: on, gmtModified: ctx.now() })
      .where(and(eq(digestPreference.enterpriseId, enterpriseId), eq(digestPreference.userId, userId)));
  if (chosen.length > 0)
    await ctx.db
      .insert(reminderPreference)
      .values({
        ...{ enterpriseId, userId, locale, origin, gmtModified: ctx.now() },
        choices: Object.fromEntries(chosen) as Partial<Record<NoticeChoice, boolean>>,
      })
      .onConflictDoUpdate({
        target: [reminderPreference.enterpriseId, reminderPreference.userId],
        set: { choices: sql`reminder_preference.choices || excluded.choices`, gmtModified: ctx.now() },
      });
  return viewUnsubscribe(ctx, { token });
}

/** The one click of a mail program (RFC 8058): the same as turning them off on the page, also when it is done twice. */
export async function serveUnsubscribe(request: RequestContext, token: string, body: string): Promise<Response> {
  if (new URLSearchParams(body).get('List-Unsubscribe') !== 'One-Click') return new Response('', { status: 400 });
  try {
    await withTenant(request.tenant.id, (db) => saveUnsubscribe({ ...request, db }, { token, on: false }));
    return new Response('', { status: 200 });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response('', { status: error.code });
  }
}

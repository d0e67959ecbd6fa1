import { and, eq, sql } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { choiceName, NOTICE_GROUPS, type NoticeGroup, UNSUBSCRIBE_PATH } from '#src/contract/rules/notice.ts';
import { href, type Locale } from '#src/i18n/locale.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { PublicContext, RequestContext } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { seal, unseal } from '#src/server/core/seal.ts';
import { viewPolicies } from '#src/server/policy/policies.ts';
import { reminderPreference } from './tables.ts';

/** Whose e-mails about what. */
type Subject = { enterpriseId: string; userId: string; group: NoticeGroup };
type Answer = Data<'POST /user/api/notice/unsubscribe/view'>;

/**
 * Makes the link in an e-mail with which its reader gets no more of the group without signing in. Its token is encrypted with
 * authentication, so nobody can make one or learn from it who the reader is; it is valid as long as the installation's secret.
 */
export function unsubscribeLink(subject: Subject, locale: Locale, origin: string): string {
  const { enterpriseId, userId, group } = subject;
  const token = seal(JSON.stringify(['unsubscribe', enterpriseId, userId, group]));
  return new URL(`${href(locale, UNSUBSCRIBE_PATH)}?token=${token}`, origin).href;
}

/** @throws AppError 404 for a token that is none, or one of another enterprise */
function readToken({ tenant }: { tenant: { id: string } }, token: string): Subject {
  let parts: unknown;
  try {
    parts = JSON.parse(unseal(token));
  } catch {
    throw new AppError(404, 'unsubscribeUnknown');
  }
  const [purpose, enterpriseId, userId, group] = parts as [string, string, string, NoticeGroup];
  if (purpose !== 'unsubscribe' || enterpriseId !== tenant.id || !NOTICE_GROUPS.includes(group))
    throw new AppError(404, 'unsubscribeUnknown');
  return { enterpriseId, userId, group };
}

/** Says what the link of an e-mail is about. @throws AppError 404 for a token that is none, or of a member who is none any more */
export async function viewUnsubscribe(ctx: PublicContext, { token }: { token: string }): Promise<Answer> {
  const { enterpriseId, userId, group } = readToken(ctx, token);
  const name = choiceName('mail', group);
  const [member] = await ctx.db
    .select({ choices: reminderPreference.choices })
    .from(enterpriseUser)
    .leftJoin(
      reminderPreference,
      and(
        eq(reminderPreference.enterpriseId, enterpriseUser.enterpriseId),
        eq(reminderPreference.userId, enterpriseUser.userId),
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
  const isRequired = (await viewPolicies(ctx)).notices.rules[name];
  return { group, isOn: isRequired || member.choices?.[name] === true, isRequired };
}

/**
 * Turns e-mails of the group off or on again for the reader of the e-mail.
 * @throws AppError 404 as `viewUnsubscribe`; 409 when the enterprise requires them
 */
export async function saveUnsubscribe(
  ctx: PublicContext,
  { token, on }: OperationInput<'POST /user/api/notice/unsubscribe/save'>,
): Promise<Answer> {
  const { group, isRequired } = await viewUnsubscribe(ctx, { token });
  if (isRequired) throw new AppError(409, 'noticeRequired');
  const { enterpriseId, userId } = readToken(ctx, token);
  const { locale, origin } = ctx;
  await ctx.db
    .insert(reminderPreference)
    .values({
      ...{ enterpriseId, userId, locale, origin, gmtModified: ctx.now() },
      choices: { [choiceName('mail', group)]: on },
    })
    .onConflictDoUpdate({
      target: [reminderPreference.enterpriseId, reminderPreference.userId],
      set: { choices: sql`reminder_preference.choices || excluded.choices`, gmtModified: ctx.now() },
    });
  return { group, isOn: on, isRequired };
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

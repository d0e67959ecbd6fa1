import { and, eq, sql } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { type AppChannel, type ChannelState, leavesHours, NOTICE_CHOICES } from '#src/contract/rules/notice.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { confirmedPhone, isEmailFailing } from '#src/server/core/confirmed-addresses.ts';
import type { Context } from '#src/server/core/context.ts';
import { viewPolicies } from '#src/server/policy/policies.ts';
import { appChannels, channelsHere } from './channels.ts';
import { canReceive } from './digest.ts';
import { reminderPreference } from './tables.ts';

/** Returns how the signed-in member gets notices besides the portal, and what the enterprise requires. */
export async function viewSetting(ctx: Context): Promise<Data<'GET /user/auth/notice/setting/view'>> {
  const { db, tenant, viewer, locale } = ctx;
  const [own] = await db
    .select()
    .from(reminderPreference)
    .where(and(eq(reminderPreference.enterpriseId, tenant.id), eq(reminderPreference.userId, viewer.userId)));
  const { rules } = (await viewPolicies(ctx)).notices;
  const required = NOTICE_CHOICES.filter((name) => rules[name]);
  return {
    chosen: NOTICE_CHOICES.filter((name) => rules[name] || own?.choices[name]),
    required,
    channels: { mail: await canReceiveMail(ctx), sms: await canReceiveSms(ctx), ...(await canReceiveCards(ctx)) },
    locale: tenant.languages.find((each) => each === (own?.locale ?? locale)) ?? tenant.languages[0]!,
    languages: [...tenant.languages],
    quiet: own && own.quietFrom !== null ? { from: own.quietFrom, until: own.quietUntil! } : null,
    enterpriseQuiet: { from: rules.quietFrom, until: rules.quietUntil },
  };
}

/**
 * Saves what the member has changed, with the address of this request for the messages.
 * @throws AppError 422 at `quiet` when no hour is left
 */
export async function saveSetting(ctx: Context, input: OperationInput<'PUT /user/auth/notice/setting/save'>) {
  const { db, tenant, viewer, origin } = ctx;
  const { choices = {}, quiet, locale } = input;
  if (quiet && !leavesHours([quiet, (await viewSetting(ctx)).enterpriseQuiet]))
    throw new AppError(422, 'invalid', { fields: [{ field: 'quiet', key: 'quietAllDay' }] });
  const changed = {
    ...{ origin, gmtModified: ctx.now() },
    ...(locale && { locale }),
    ...(quiet !== undefined && { quietFrom: quiet?.from ?? null, quietUntil: quiet?.until ?? null }),
  };
  await db
    .insert(reminderPreference)
    .values({ enterpriseId: tenant.id, userId: viewer.userId, locale: ctx.locale, ...changed, choices })
    .onConflictDoUpdate({
      target: [reminderPreference.enterpriseId, reminderPreference.userId],
      set: { ...changed, choices: sql`reminder_preference.choices || excluded.choices` },
    });
  return viewSetting(ctx);
}

async function canReceiveMail(ctx: Context): Promise<ChannelState> {
  const state = await canReceive(ctx);
  return state === 'unconfirmed' && (await isEmailFailing(ctx.db, ctx.viewer.userId)) ? 'failing' : state;
}

async function canReceiveSms({ db, viewer }: Context): Promise<ChannelState> {
  if (!channelsHere().includes('sms')) return 'off';
  return (await confirmedPhone(db, viewer.userId)) ? 'ready' : 'unconfirmed';
}

/** Members are known to an app by the way they sign in with it, or by the synchronisation of contacts. */
async function canReceiveCards({ db, tenant, viewer }: Context): Promise<Record<AppChannel, ChannelState>> {
  const here = await appChannels(db, tenant.id);
  const { rows } = await db.execute<{ provider: string }>(sql`
    select distinct provider from user_identity where enterprise_id = ${tenant.id} and user_id = ${viewer.userId}`);
  const linked = rows.map(({ provider }) => provider);
  const stateOf = (channel: AppChannel): ChannelState =>
    !here.includes(channel) ? 'off' : linked.includes(channel) ? 'ready' : 'unconfirmed';
  return { wecom: stateOf('wecom'), dingtalk: stateOf('dingtalk') };
}

import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { confirmedPhone } from '#src/server/core/confirmed-addresses.ts';
import type { Context } from '#src/server/core/context.ts';
import { reminderPreference } from './tables.ts';
import { settings } from '#src/server/core/settings.ts';
import { canReceive } from './digest.ts';

/** Whether the signed-in member gets notices of tasks and coachings by SMS or e-mail, too; no, unless they chose it. */
export async function viewReminder(ctx: Context) {
  const { db, tenant, viewer } = ctx;
  const [own] = await db
    .select({ bySms: reminderPreference.bySms, byEmail: reminderPreference.byEmail })
    .from(reminderPreference)
    .where(and(eq(reminderPreference.enterpriseId, tenant.id), eq(reminderPreference.userId, viewer.userId)));
  return { ...(own ?? { bySms: false, byEmail: false }), sms: await canReceiveSms(ctx), email: await canReceive(ctx) };
}

/** Saves the choice, with the language and the address of this request for the messages. */
export async function saveReminder(ctx: Context, input: OperationInput<'PUT /user/auth/notice/reminder/save'>) {
  const { db, tenant, viewer, locale, origin } = ctx;
  const chosen = { ...input, locale, origin, gmtModified: ctx.now() };
  await db
    .insert(reminderPreference)
    .values({ enterpriseId: tenant.id, userId: viewer.userId, ...chosen })
    .onConflictDoUpdate({ target: [reminderPreference.enterpriseId, reminderPreference.userId], set: chosen });
  return viewReminder(ctx);
}

async function canReceiveSms({ db, viewer }: Context): Promise<'off' | 'unconfirmed' | 'ready'> {
  const { sms } = settings();
  if (sms.provider === 'aliyun' && !sms.reminderTemplateCode) return 'off';
  return (await confirmedPhone(db, viewer.userId)) ? 'ready' : 'unconfirmed';
}

import { sql } from 'drizzle-orm';
import {
  APP_CHANNELS,
  type AppChannel,
  isAppChannel,
  NOTICE_CHANNELS,
  type NoticeChannel,
} from '#src/contract/rules/notice.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { isDefaultTenant } from '#src/server/core/find-tenant.ts';
import { settings } from '#src/server/core/settings.ts';

/** The channels that this installation has; which apps an enterprise has is known when it sends (`appChannels`). */
export function channelsHere(): NoticeChannel[] {
  const { mail, sms } = settings();
  const has = { mail: mail !== undefined, sms: sms.provider !== 'aliyun' || sms.reminderTemplateCode !== undefined };
  return NOTICE_CHANNELS.filter((channel) => isAppChannel(channel) || has[channel]);
}

/**
 * The apps that can send for an enterprise: those of its own sign-in that have an agent id, for the default tenant those of the operator until
 * it has its own (`findLoginMethod` of the accounts, which read the secret, too).
 */
export async function appChannels(db: TenantDb, enterpriseId: string): Promise<AppChannel[]> {
  const { rows } = await db.execute<{ provider: string; isReady: boolean }>(sql`
    select provider, sealed_secret is not null and coalesce(config ->> 'agentId', '') <> '' as "isReady"
    from login_setting where enterprise_id = ${enterpriseId}`);
  const { wecom, dingtalk } = settings();
  const ofOperator = { wecom: wecom.app !== undefined, dingtalk: Boolean(dingtalk.app?.agentId) };
  const isDefault = await isDefaultTenant(enterpriseId);
  return APP_CHANNELS.filter(
    (channel) => rows.find(({ provider }) => provider === channel)?.isReady ?? (isDefault && ofOperator[channel]),
  );
}

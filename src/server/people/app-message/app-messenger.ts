import { findLoginMethod } from '#src/server/account/login-methods/login-methods.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { writeLog } from '#src/server/core/log.ts';
import type { AppMessenger } from './app-message.ts';
import { dingtalkMessenger } from './dingtalk-messenger.ts';
import { wecomMessenger } from './wecom-messenger.ts';

/** The messenger of the app with which an enterprise signs in; null: it has none, or one without an agent id. */
export async function findMessenger(
  db: TenantDb,
  enterpriseId: string,
  provider: 'wecom' | 'dingtalk',
  now: () => Date,
): Promise<AppMessenger | null> {
  const log = (level: 'info' | 'warn' | 'error', msg: string, detail?: object) => writeLog(level, { msg, ...detail });
  const way = await findLoginMethod(db, { tenant: { id: enterpriseId }, log }, provider);
  if (way?.provider === 'wecom') return wecomMessenger({ ...way.config, secret: way.secret, now });
  if (way?.provider === 'dingtalk' && way.config.agentId)
    return dingtalkMessenger({ ...way.config, agentId: way.config.agentId, secret: way.secret, now });
  return null;
}

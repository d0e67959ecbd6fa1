import { NOTICE_CHANNELS, type NoticeChannel } from '#src/contract/rules/notice.ts';
import { settings } from '#src/server/core/settings.ts';

/** The channels that this installation has. */
export function channelsHere(): NoticeChannel[] {
  const { mail, sms } = settings();
  const has = { mail: mail !== undefined, sms: sms.provider !== 'aliyun' || sms.reminderTemplateCode !== undefined };
  return NOTICE_CHANNELS.filter((channel) => has[channel]);
}

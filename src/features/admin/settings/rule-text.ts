import { NOTICE_CHOICES, type NoticeChoice } from '#src/contract/rules/notice.ts';
import type { PolicyKind } from '#src/contract/rules/policy.ts';
import type { Translate } from '#src/i18n/format.ts';

/** Whether a rule says that a group of notices is sent to everybody on a channel. */
export const isNoticeChoice = (name: string): boolean => NOTICE_CHOICES.includes(name as NoticeChoice);

/** The name of a rule. */
export function ruleLabel(t: Translate, kind: PolicyKind, name: string): string {
  if (!isNoticeChoice(name)) return t(`policy:of.${kind}.${name}.label`);
  const [channel, group] = name.split('_');
  return `${t(`notice:group.${group}`)} · ${t(`notice:channel.${channel}`)}`;
}

/** The value of a rule in words. */
export function ruleText(t: Translate, kind: PolicyKind, name: string, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'policy:on' : 'policy:off');
  if (typeof value === 'string') return t(`policy:of.${kind}.${name}.choice.${value}`);
  if (kind === 'notices') return `${String(value).padStart(2, '0')}:00`;
  return value === 0 && ['fromYear', 'approvedUpTo', 'seatMonths'].includes(name)
    ? t(`policy:of.${kind}.${name}.none`)
    : String(value);
}

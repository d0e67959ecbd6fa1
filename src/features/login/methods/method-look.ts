import type { IconName } from '#src/components/icons.ts';
import type { Translate } from '#src/i18n/format.ts';

export type Provider = 'wecom' | 'dingtalk' | 'oidc';

/** Our own drawings: the marks of WeCom and DingTalk are theirs. */
export const METHOD_ICON: Record<Provider, IconName> = { wecom: 'talk', dingtalk: 'plane', oidc: 'key' };

/** Its name on buttons: the enterprise's own words, else the usual ones. */
export function methodName(t: Translate, { provider, label }: { provider: Provider; label: string | null }): string {
  return label ?? t(`account:ways.name.${provider}`);
}

import type { IconName } from '#src/components/icons.ts';
import type { T } from '#src/i18n/server.ts';

type Provider = 'wecom' | 'dingtalk' | 'oidc';

/** Our own drawings: the marks of WeCom and DingTalk are theirs. */
export const WAY_ICON: Record<Provider, IconName> = { wecom: 'talk', dingtalk: 'plane', oidc: 'key' };

/** Its name on buttons: the enterprise's own words, else the usual ones. */
export function wayName(t: T, { provider, label }: { provider: Provider; label: string | null }): string {
  return label ?? t(`account:ways.name.${provider}`);
}

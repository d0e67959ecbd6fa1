import type { IconName } from '#src/components/icons.ts';
import type { Translate } from '#src/i18n/format.ts';

export type Provider = 'wecom' | 'dingtalk' | 'oidc';

/** Neutral icons, because the logos of WeCom and DingTalk are trademarks. */
export const METHOD_ICON: Record<Provider, IconName> = { wecom: 'talk', dingtalk: 'plane', oidc: 'key' };

/** Button label: configured by the enterprise, otherwise the default. */
export function methodName(t: Translate, { provider, label }: { provider: Provider; label: string | null }): string {
  return label ?? t(`account:ways.name.${provider}`);
}

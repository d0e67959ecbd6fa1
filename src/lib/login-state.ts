export type LoginState = { locale: 'zh' | 'en'; provider: 'wecom' | 'dingtalk' | 'oidc' };

/**
 * The `state` of a way out to a provider, which comes back in the address: letters and digits only, as WeCom wants it.
 * Language and provider stand in front, because the page it comes back to needs to know both.
 * @param random hexadecimal
 */
export function writeLoginState({ locale, provider }: LoginState, random: string): string {
  return `${locale}${provider}${random}`;
}

/** What stands in a `state` of ours, or null. */
export function readLoginState(state: string | null | undefined): LoginState | null {
  const [, locale, provider] = /^(zh|en)(wecom|dingtalk|oidc)[0-9a-f]{64}$/.exec(state ?? '') ?? [];
  return locale ? ({ locale, provider } as LoginState) : null;
}

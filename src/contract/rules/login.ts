export type LoginState = { locale: 'zh' | 'en'; provider: 'wecom' | 'dingtalk' | 'oidc' };

/**
 * The OAuth `state` sent to a provider, which returns it in the URL: letters and digits only, as WeCom requires. It
 * starts with language and provider, because the return page needs both.
 * @param random hexadecimal
 */
export function writeLoginState({ locale, provider }: LoginState, random: string): string {
  return `${locale}${provider}${random}`;
}

/** Parses a `state`; null if it is not one of ours. */
export function readLoginState(state: string | null | undefined): LoginState | null {
  const [, locale, provider] = /^(zh|en)(wecom|dingtalk|oidc)[0-9a-f]{64}$/.exec(state ?? '') ?? [];
  return locale ? ({ locale, provider } as LoginState) : null;
}

import type { Locale } from '#src/i18n/locale.ts';

/** What a way out to a provider carries along. */
export type WayOut = {
  /** Comes back unchanged; letters and digits only, because WeCom takes nothing else. */
  state: string;
  nonce: string;
  codeVerifier: string;
  /** Where the provider sends the browser back to; has to be registered there. */
  redirectUri: string;
  locale: Locale;
  now: Date;
};

/** What came back with the browser, and what was kept of the way out. */
export type WayBack = {
  code: string;
  state: string;
  /** OIDC: who says so (RFC 9207). */
  iss?: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
  now: Date;
};

/** Who a provider says somebody is. */
export type OutsidePerson = {
  /** Stays the same for the same person, and is nobody else's at this provider. */
  subject: string;
  displayName: string | null;
  /** Eleven digits of mainland China. */
  phone?: string | null;
  /** The provider has made sure that the phone is theirs. */
  phoneVerified?: boolean;
  email?: string | null;
};

/** An outside service that says who somebody is. All three throw `ProviderError`. */
export type ProviderClient = {
  /** Where to send the browser. */
  authorisationUrl(out: WayOut): Promise<string>;
  /** Exchanges the code that the browser brought back. */
  exchange(back: WayBack): Promise<OutsidePerson>;
  /** Tries the settings without anybody signing in. */
  test(now: Date): Promise<void>;
};

/**
 * Why a provider did not answer what was asked: it does not know the code or person (`refused`), it cannot be reached
 * or talks nonsense (`unreachable`), or our settings for it are wrong (`settings`), or its address is one that this
 * portal does not call (`address`).
 */
export class ProviderError extends Error {
  readonly kind: 'refused' | 'unreachable' | 'settings' | 'address';

  /** @param detail for the log and for administrators; never a secret, code or token */
  constructor(kind: ProviderError['kind'], detail: string) {
    super(detail);
    this.kind = kind;
  }
}

/** Eleven digits of a number that a provider wrote its own way (`+86 138-0000-0001`), or null. */
export function plainPhone(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const digits = text.replace(/[\s()-]/g, '').replace(/^(\+|00)?86(?=1\d{10}$)/, '');
  return /^1\d{10}$/.test(digits) ? digits : null;
}

/** A text that is not empty, cut to what fits a name. */
export function nameOf(...candidates: unknown[]): string | null {
  const name = candidates.find((text) => typeof text === 'string' && text.trim() !== '') as string | undefined;
  return name?.trim().slice(0, 60) ?? null;
}

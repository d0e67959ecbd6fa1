import type { Locale } from '#src/i18n/locale.ts';
import { isPhone, plainNumber } from '#src/lib/phone.ts';

/** Parameters of an authorisation request. */
export type AuthorisationParameters = {
  /** Returned unchanged; letters and digits only, because WeCom accepts nothing else. */
  state: string;
  nonce: string;
  codeVerifier: string;
  /** URL to which the provider redirects the browser; registered at the provider. */
  redirectUri: string;
  locale: Locale;
  now: Date;
};

/** Parameters of the callback, and the stored ones of the authorisation request. */
export type CallbackParameters = {
  code: string;
  state: string;
  /** OIDC: the issuer (RFC 9207). */
  iss?: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
  now: Date;
};

/** A user as a provider identifies them. */
export type ProviderUser = {
  /** Stable and unique at this provider. */
  subject: string;
  displayName: string | null;
  /** Normalised (`lib/phone.ts`). */
  phone?: string | null;
  /** The provider has verified the phone number. */
  phoneVerified?: boolean;
  email?: string | null;
};

/** Whether the provider has confirmed the client secret, or does not tell it without a login. */
export type SecretCheck = 'confirmed' | 'unknown';

/** Client of an identity provider. All methods throw `ProviderError`. */
export type ProviderClient = {
  /** Returns the URL to which the browser is redirected. */
  authorisationUrl(out: AuthorisationParameters): Promise<string>;
  /** Exchanges the code of the callback for the user's identity. */
  exchange(back: CallbackParameters): Promise<ProviderUser>;
  /**
   * Tests the settings without a login.
   * @throws ProviderError `secret` when the provider rejects the secret
   */
  test(how: { redirectUri: string; now: Date }): Promise<SecretCheck>;
};

/**
 * Failure of a provider: it does not accept the code or user (`refused`), cannot be reached or returns an invalid
 * response (`unreachable`), the settings for it are wrong (`settings`), it rejects the client secret (`secret`), or its
 * address is not allowed (`address`).
 */
export class ProviderError extends Error {
  readonly kind: 'refused' | 'unreachable' | 'settings' | 'secret' | 'address';

  /** @param detail for the log and for administrators; never a secret, code or token */
  constructor(kind: ProviderError['kind'], detail: string) {
    super(detail);
    this.kind = kind;
  }
}

/** Returns a phone number in any notation (`+86 138-0000-0001`) normalised, null if it is not one. */
export function plainPhone(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const phone = plainNumber(text);
  if (isPhone(phone)) return phone;
  // Some providers write the country code of mainland China without `+`.
  const local = phone.replace(/^86/, '');
  return isPhone(local) ? local : null;
}

/** Returns the first candidate that is a non-empty text, cut to 60 characters, else null. */
export function nameOf(...candidates: unknown[]): string | null {
  const name = candidates.find((text) => typeof text === 'string' && text.trim() !== '') as string | undefined;
  return name?.trim().slice(0, 60) ?? null;
}

/** Timeout of a request to a provider. */
const PROVIDER_TIMEOUT_MS = 10_000;

/**
 * Calls a JSON API at an address that the operator has configured (WeCom, DingTalk). Redirects are rejected.
 * @returns the body with any status, because both providers report errors in the body
 * @throws ProviderError `unreachable`; its message contains neither URL nor parameters, which hold secrets
 */
export async function fetchJson<T>(url: string, init: RequestInit = {}): Promise<{ ok: boolean; body: Partial<T> }> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS) });
    return { ok: answer.ok, body: (await answer.json()) as Partial<T> };
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    throw new ProviderError('unreachable', cause?.code ?? name);
  }
}

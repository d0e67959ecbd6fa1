import { Secret, TOTP } from 'otpauth';

/** Period of a code. */
const STEP_SECONDS = 30;
/** Codes of this many periods before and after now are accepted, because clocks of phones differ. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** Returns a new secret in Base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The values that every authenticator app supports (RFC 6238). */
const generator = (secret: string, issuer = '', label = '') =>
  new TOTP({
    ...{ issuer, label, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS },
    secret: Secret.fromBase32(secret),
  });

/** Returns the `otpauth:` URI for an authenticator app, which shows issuer and label. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  generator(secret, issuer, label).toString();

/** Returns the time step to which a code belongs; null when it is wrong or its time is over. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = generator(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
}

/** A text message that carries a code. */
export type SmsMessage = {
  /** 11 digits. */
  phone: string;
  /** What the code is for: `login`, `reset`, `phone` or `confirm`. */
  purpose: string;
  code: string;
  /** How long the code is good for. */
  minutes: number;
  /** The whole message in the person's language, for providers that take free text. */
  text: string;
};

/**
 * The provider took the request and said no: asking again would not help (bad number, no balance, over its limit).
 * Any other error is worth another try.
 */
export class SmsRefused extends Error {
  override name = 'SmsRefused';
}

/** Milliseconds a provider gets for its answer. */
export const SMS_TIMEOUT = 10_000;

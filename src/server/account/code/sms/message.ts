/** A text message with a verification code. */
export type CodeSms = {
  /** 11 digits. */
  phone: string;
  /** Purpose of the code: `login`, `reset`, `phone` or `confirm`. */
  purpose: string;
  code: string;
  /** Validity of the code in minutes. */
  minutes: number;
  /** The complete message in the user's language, for providers that accept free text. */
  text: string;
};

/** A text message that reminds of a task or a meeting. */
type ReminderSms = {
  phone: string;
  purpose: 'reminder';
  /** What it reminds of, for providers that accept templates only. */
  title: string;
  text: string;
};

/** A text message with the link of an invitation. */
type InvitationSms = {
  phone: string;
  purpose: 'invitation';
  /** Name of the site, and the link. */
  site: string;
  url: string;
  text: string;
};

export type SmsMessage = CodeSms | ReminderSms | InvitationSms;

/**
 * The provider rejected the message permanently (invalid number, no balance, limit reached): a retry would not help.
 * Any other error is temporary and the job is retried.
 */
export class SmsRefused extends Error {
  override name = 'SmsRefused';
}

/** Timeout of a request to a provider. */
export const SMS_TIMEOUT_MS = 10_000;

import { createTransport } from 'nodemailer';
import { settings, type MailSettings } from '../settings.ts';
import type { MailMessage } from './message.ts';

/**
 * The mail server rejected the recipient or the message permanently: a retry would not help. Any other error is
 * temporary and the job is retried.
 */
export class MailRefused extends Error {
  override name = 'MailRefused';
  /** It was the address that was refused. */
  readonly isAddress: boolean;

  constructor(reason: string, isAddress: boolean) {
    super(reason);
    this.isAddress = isAddress;
  }
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Maximum time without any data. */
const IDLE_TIMEOUT_MS = 20_000;

/**
 * Sends one message once through `SMTP_URL`. All e-mail goes through this function.
 * @throws MailRefused when the server rejects the message permanently; any other error is temporary. Neither contains
 *   the message or the recipient
 */
export async function sendMail(
  { to, subject, text, html, messageId, unsubscribe, attachment }: MailMessage,
  mail: MailSettings | undefined = settings().mail,
): Promise<void> {
  if (!mail) throw new Error('SMTP_URL is not set');
  const transport = createTransport({
    ...connectionOf(new URL(mail.url)),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: mail.from,
      // An object is not parsed: the address cannot become two.
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId,
      attachments: attachment && [attachment],
      // RFC 3834: no out-of-office replies.
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribe && {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    });
  } catch (error) {
    throw withoutContent(error as SmtpError);
  } finally {
    transport.close();
  }
}

/** A password is never sent unencrypted; without one STARTTLS is used if the server offers it. */
function connectionOf({ protocol, hostname, port, username, password }: URL) {
  const secure = protocol === 'smtps:';
  const auth = username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return {
    // The brackets of an IPv6 address belong to the URL only.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && Boolean(auth),
    ...(auth && { auth }),
  };
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

/** Servers repeat the address, and some the message, in their answer. */
function withoutContent({ name, code, command, responseCode }: SmtpError): Error {
  const reason = ['smtp:', code ?? name, responseCode].filter(Boolean).join(' ');
  const isFinal = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
  return isFinal ? new MailRefused(reason, command === 'RCPT TO') : new Error(reason);
}

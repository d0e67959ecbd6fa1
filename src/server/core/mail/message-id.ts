import { createHmac, timingSafeEqual } from 'node:crypto';
import { appSecret } from '../settings.ts';

/**
 * What an e-mail is about. `notice`: id of the notice; `requirement`: of the first of the messages about requirements that it
 * has; `digest`: of the reader, with the end of its period.
 */
export type MailCause = { kind: 'notice' | 'requirement' | 'digest'; id: string; enterpriseId: string };

/** Bytes of the signature: more would make the header longer than some servers take. */
const SIGNATURE_BYTES = 16;

const FORM = /^<?(notice|requirement|digest)\.([\w-]{1,80})\.([0-9a-f-]{36})\.([\w-]{22})@/;

function signatureOf({ kind, id, enterpriseId }: MailCause): Buffer {
  const text = ['message-id', kind, id, enterpriseId].join('\n');
  return createHmac('sha256', appSecret()).update(text).digest().subarray(0, SIGNATURE_BYTES);
}

/**
 * The `Message-ID` of an e-mail: the same for the same cause, so that mailboxes know one that is sent twice, and signed, so that a returned
 * e-mail that names it was sent by the portal (decision 120).
 */
export function messageIdOf(cause: MailCause, origin: string): string {
  const { kind, id, enterpriseId } = cause;
  const signature = signatureOf(cause).toString('base64url');
  return `<${kind}.${id}.${enterpriseId}.${signature}@${new URL(origin).hostname}>`;
}

/** What an e-mail with this `Message-ID` was about; null: the portal has not made it. */
export function causeOf(messageId: string): MailCause | null {
  const [, kind, id, enterpriseId, signature] = FORM.exec(messageId.trim()) ?? [];
  if (!signature) return null;
  const cause = { kind, id, enterpriseId } as MailCause;
  const given = Buffer.from(signature, 'base64url');
  return given.length === SIGNATURE_BYTES && timingSafeEqual(given, signatureOf(cause)) ? cause : null;
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { appSecret } from './settings.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
let key: Buffer | undefined;

const sealingKey = () => (key ??= Buffer.from(hkdfSync('sha256', appSecret(), '', 'zhixing seal', 32)));

/** Encrypts a secret for the database (AES-256-GCM under a key derived from `APP_SECRET`). */
export function seal(text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts what `seal` returned. @throws Error when it was encrypted under another `APP_SECRET` or was modified */
export function unseal(sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, verify, type KeyObject } from 'node:crypto';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import { appSecret } from './settings.ts';

/** DER prefixes of Ed25519 keys (RFC 8410); the key of 32 bytes follows. */
export const ED25519_PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex');

let key: KeyObject | undefined;
/** Derived from `APP_SECRET`, so that all processes have the same one and backups contain it. */
const signingKey = () =>
  (key ??= createPrivateKey({
    key: Buffer.concat([ED25519_PRIVATE, Buffer.from(hkdfSync('sha256', appSecret(), '', 'zhixing dispute pack', 32))]),
    format: 'der',
    type: 'pkcs8',
  }));

/** The public key that verifies signed files of this installation, hexadecimal: dispute files of exams, evidence of requirements. */
export function signingPublicKey(): string {
  return createPublicKey(signingKey()).export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length).toString('hex');
}

/** Before and after the JSON in a signed file. */
export const JSON_START = '<script type="application/json" id="pack">';
export const JSON_END = '</script>';

/** The last line of a signed file. Of fixed form and length, in hexadecimal: no byte of it can change unnoticed. */
const TRAILER = /^\n<!-- zhixing pack, ed25519 of sha512 ([0-9a-f]{64}) ([0-9a-f]{128}) -->\n$/;
const TRAILER_BYTES = `\n<!-- zhixing pack, ed25519 of sha512 ${'0'.repeat(64)} ${'0'.repeat(128)} -->\n`.length;

/**
 * Signs a file while it is written: every part passes `update`, and `trailer` is written at its end. Signed is the digest,
 * because Ed25519 itself needs all bytes at once.
 */
export function fileSigner() {
  const hash = createHash('sha512');
  return {
    update: (part: Buffer) => void hash.update(part),
    trailer: () => {
      const signature = sign(null, hash.digest(), signingKey()).toString('hex');
      return Buffer.from(`\n<!-- zhixing pack, ed25519 of sha512 ${signingPublicKey()} ${signature} -->\n`);
    },
  };
}

/**
 * Checks the signature over all bytes of a file.
 * @returns what was signed, and the public key that the file names; null if it is no signed file or any byte was changed
 */
function openSignedFile(file: Buffer): { body: string; publicKey: string } | null {
  const body = file.subarray(0, Math.max(0, file.length - TRAILER_BYTES));
  const [, publicKey, signature] = TRAILER.exec(file.subarray(body.length).toString('latin1')) ?? [];
  if (!publicKey || !signature) return null;
  const spki = Buffer.concat([PUBLIC, Buffer.from(publicKey, 'hex')]);
  const verifier = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const digest = createHash('sha512').update(body).digest();
  return verify(null, digest, verifier, Buffer.from(signature, 'hex'))
    ? { body: body.toString('utf8'), publicKey }
    : null;
}

/** The data of a signed file, or what is wrong with the file. */
export type Opened = { content: { format: string }; problems: string[]; publicKey: string } | { problem: string };

/**
 * Checks the signature of a file, and reads the data in it.
 * @param trustedKey public key of the installation, hexadecimal; without it only that the file agrees with itself
 */
export function readSignedFile(file: Buffer, trustedKey?: string): Opened {
  const opened = openSignedFile(file);
  if (!opened) return { problem: 'the signature is not valid: the file was not signed, or a byte of it was changed' };
  const { body, publicKey } = opened;
  if (trustedKey && trustedKey !== publicKey) return { problem: 'the file was signed by another installation' };
  const start = body.lastIndexOf(JSON_START) + JSON_START.length;
  const json = body.slice(start, body.indexOf(JSON_END, start));
  const content = JSON.parse(json) as { format: string };
  const isCanonical = canonicalJson(content).replaceAll('<', '\\u003c') === json;
  return { content, publicKey, problems: isCanonical ? [] : ['the data is not in canonical form'] };
}

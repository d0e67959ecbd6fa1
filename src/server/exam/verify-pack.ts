import { canonicalJson } from '#src/lib/canonical-json.ts';
import type { Pack } from './make-pack.ts';
import { JSON_END, JSON_START, openPack } from './pack-signature.ts';
import { verifyJournal, type Verified } from './verify-journal.ts';

export type PackReport = Verified & { pack: Pack | null; publicKey: string | null };

/**
 * Checks a dispute pack without any database: the signature over every byte of the file, then the journal in it.
 * @param trustedKey public key of the installation, hexadecimal; without it only that the pack agrees with itself
 */
export function verifyPack(file: Buffer, trustedKey?: string): PackReport {
  const opened = openPack(file);
  const failed = (problem: string) => ({
    problems: [problem],
    withheld: 0,
    answers: null,
    pack: null,
    publicKey: null,
  });
  if (!opened) return failed('the signature is not valid: the file is no dispute pack, or a byte of it was changed');
  const { body, publicKey } = opened;
  if (trustedKey && trustedKey !== publicKey) return failed('the pack was signed by another installation');
  const start = body.lastIndexOf(JSON_START) + JSON_START.length;
  const json = body.slice(start, body.indexOf(JSON_END, start));
  const pack = JSON.parse(json) as Pack;
  const verified = verifyJournal(pack);
  if (canonicalJson(pack).replaceAll('<', '\\u003c') !== json)
    verified.problems.push('the data is not in canonical form');
  return { ...verified, pack, publicKey };
}

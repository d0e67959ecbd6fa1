import { canonicalJson } from '#src/lib/canonical-json.ts';
import type { DisputeFile } from './make-dispute-file.ts';
import { JSON_END, JSON_START, openDisputeFile } from './dispute-file-signature.ts';
import { verifyJournal, type Verified } from './verify-journal.ts';

export type DisputeFileReport = Verified & { content: DisputeFile | null; publicKey: string | null };

/**
 * Checks a dispute file without any database: the signature over every byte of the file, then the journal in it.
 * @param trustedKey public key of the installation, hexadecimal; without it only that the dispute file agrees with itself
 */
export function verifyDisputeFile(file: Buffer, trustedKey?: string): DisputeFileReport {
  const opened = openDisputeFile(file);
  const failed = (problem: string) => ({
    problems: [problem],
    withheld: 0,
    answers: null,
    content: null,
    publicKey: null,
  });
  if (!opened) return failed('the signature is not valid: the file is no dispute file, or a byte of it was changed');
  const { body, publicKey } = opened;
  if (trustedKey && trustedKey !== publicKey) return failed('the dispute file was signed by another installation');
  const start = body.lastIndexOf(JSON_START) + JSON_START.length;
  const json = body.slice(start, body.indexOf(JSON_END, start));
  const content = JSON.parse(json) as DisputeFile;
  const verified = verifyJournal(content);
  if (canonicalJson(content).replaceAll('<', '\\u003c') !== json)
    verified.problems.push('the data is not in canonical form');
  return { ...verified, content, publicKey };
}

import { readSignedFile } from '#src/server/core/signed-file.ts';
import type { DisputeFile } from './make-dispute-file.ts';
import { verifyJournal, type Verified } from './verify-journal.ts';

export type DisputeFileReport = Verified & { content: DisputeFile | null; publicKey: string | null };

/**
 * Checks a dispute file without any database: the signature over every byte of the file, then the journal in it.
 * @param trustedKey public key of the installation, hexadecimal; without it only that the dispute file agrees with itself
 */
export function verifyDisputeFile(file: Buffer, trustedKey?: string): DisputeFileReport {
  const opened = readSignedFile(file, trustedKey);
  if ('problem' in opened)
    return { problems: [opened.problem], withheld: 0, answers: null, content: null, publicKey: null };
  const content = opened.content as DisputeFile;
  const verified = verifyJournal(content);
  verified.problems.push(...opened.problems);
  return { ...verified, content, publicKey: opened.publicKey };
}

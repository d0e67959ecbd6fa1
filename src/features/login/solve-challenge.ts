import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export type Challenge = { id: string; challenge: string; maxNumber: number };

/**
 * Finds the number whose SHA-256 with the id is the challenge (docs/decisions/032). Not with `crypto.subtle`, which
 * exists on https only and is asynchronous per hash.
 * @returns its decimal digits; null if there is none
 */
export function solveChallenge({ id, challenge, maxNumber }: Challenge): string | null {
  const wanted = hexToBytes(challenge);
  for (let number = 0; number <= maxNumber; number++) {
    const hash = sha256(utf8ToBytes(`${id}:${number}`));
    if (hash.every((byte, i) => byte === wanted[i])) return String(number);
  }
  return null;
}

import { hash, verify } from '@node-rs/argon2';

/** Argon2id, 19 MiB, t = 2 (issue 3 safety; OWASP's first choice). */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** PHC string of a new password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is right. Takes the same time when there is no hash (unknown phone, no password set),
 * so that answers do not tell who has an account.
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const right = await verify(stored ?? (await (decoy ??= hashPassword('no account has this one'))), password);
  return Boolean(stored) && right;
}

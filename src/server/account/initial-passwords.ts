import { open, rm, type FileHandle } from 'node:fs/promises';
import { randomPassword } from '#src/server/account/password/initial-password.ts';
import { hashPassword } from '#src/server/account/password/password.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { errorCode, OperatorError } from '#src/server/core/operator-error.ts';
import type { Person } from '#src/server/pack/pack-people.ts';

/** `mustChangePassword`: the user must change the password before anything else. */
export type InitialPassword = { passwordHash: string; mustChangePassword: boolean };

/** Passwords of the accounts that an import creates. */
export interface InitialPasswords {
  /** Null: the user signs in with a code and chooses a password themselves. */
  of(phone: string): InitialPassword | null;
  /** Called in the transaction of the import, which may be repeated, with the accounts that it has created. */
  issued(phones: string[]): Promise<void>;
}

/** The same password for all, or none. */
export const samePassword = (password: InitialPassword | null): InitialPasswords => ({
  of: () => password,
  issued: async () => undefined,
});

/** Passwords that are hashed at the same time; the queue of the hashing threads is limited. */
const BATCH = 50;

/**
 * Generates a password for each person who has no account yet, and writes those that were used into a CSV file that only
 * its owner can read. Each must be replaced at the first sign-in. The file is created before anything else and written
 * before the transaction ends: no account has a password that nobody knows.
 * @throws OperatorError when the file exists or cannot be created
 */
export async function passwordsInFile(path: string, people: Person[]) {
  const file = await createFile(path);
  const passwords = new Map<string, { text: string; hash: string }>();
  let count = 0;
  const remove = async () => {
    await file.close();
    await rm(path, { force: true });
  };
  const lines = (phones: Set<string>) =>
    people
      .filter(({ phone }) => phones.has(phone))
      .map(({ phone, userName }) => `${phone},${cell(userName)},${passwords.get(phone)!.text}\n`);
  try {
    const missing = await withoutAccount(people);
    for (let start = 0; start < missing.length; start += BATCH) {
      const add = async (phone: string) => {
        const text = randomPassword();
        passwords.set(phone, { text, hash: await hashPassword(text) });
      };
      await Promise.all(missing.slice(start, start + BATCH).map(add));
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    of(phone: string) {
      const password = passwords.get(phone);
      return password ? { passwordHash: password.hash, mustChangePassword: true } : null;
    },
    async issued(phones: string[]) {
      const issued = new Set(phones.filter((phone) => passwords.has(phone)));
      count = issued.size;
      // The mark tells Excel that the text is UTF-8.
      const bytes = Buffer.from(`\uFEFFphone,userName,initialPassword\n${lines(issued).join('')}`);
      await file.truncate();
      for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at, null, at)).bytesWritten;
      await file.sync();
    },
    /** Closes the file; removes it if it contains no password, or the import failed. @returns number of passwords */
    async close(failed: boolean): Promise<number> {
      if (failed || count === 0) await remove();
      else await file.close();
      return failed ? 0 : count;
    },
  };
}

async function createFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const reason = errorCode(error) === 'EEXIST' ? 'it exists already' : String(errorCode(error));
    throw new OperatorError(`The initial passwords cannot be written to ${path}: ${reason}.`);
  }
}

async function withoutAccount(people: Person[]): Promise<string[]> {
  const phones = people.map(({ phone }) => phone);
  const { rows } = await withPortal((_db, client) =>
    client.query<{ phone: string }>('select phone from portal.user_account where phone = any($1)', [phones]),
  );
  const known = new Set(rows.map(({ phone }) => phone));
  return phones.filter((phone) => !known.has(phone));
}

/** A quoted cell; spreadsheets execute texts that begin like a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { auditLog, enterpriseUser, userAccount } from '#src/server/core/db/schema/account.ts';
import { lecturer } from '#src/server/core/db/schema/lecturer.ts';
import { amount, differs, syncByCode, type Importing } from '#src/server/content/importing.ts';

/** People of one statement: PostgreSQL takes 65,535 parameters. */
const BATCH = 5_000;

/** `mustChangePassword`: it opens nothing until the person has put another one in its place. */
export type InitialPassword = { passwordHash: string; mustChangePassword: boolean };

/**
 * Accounts and memberships. A person who has an account keeps it with its password; people who are no longer in the
 * pack stay members, because a pack does not know who joined since.
 * @param initial password of accounts that are new; null: they sign in by a code and choose a password themselves
 * @returns account ids by phone
 */
export async function importPeople(
  importing: Importing,
  initial: InitialPassword | null,
): Promise<Map<string, string>> {
  const { db, enterpriseId, pack, fileId, now, counts } = importing;
  const phones = pack.people.map((person) => person.phone);
  if (phones.length === 0) return new Map();
  // Another tenant's import may be adding the same person at this moment; whoever is second takes the account that is there.
  const ids = new Map<string, string>();
  const sorted = [...phones].sort();
  for (let start = 0; start < sorted.length; start += BATCH) {
    const some = sorted.slice(start, start + BATCH);
    await db
      .insert(userAccount)
      .values(some.map((phone) => ({ id: randomUUID(), phone, ...initial })))
      .onConflictDoNothing({ target: userAccount.phone });
    const accounts = await db
      .select({ id: userAccount.id, phone: userAccount.phone })
      .from(userAccount)
      .where(inArray(userAccount.phone, some));
    for (const account of accounts) ids.set(account.phone!, account.id);
  }
  const members = await db.select().from(enterpriseUser).where(eq(enterpriseUser.enterpriseId, enterpriseId));
  const byUser = new Map(members.map((member) => [member.userId, member]));
  for (const { phone, userName, userType, isAdmin, sex, department, post, headPortrait } of pack.people) {
    const userId = ids.get(phone)!;
    const stored = byUser.get(userId);
    const portrait = fileId(headPortrait, 'public');
    const row = { userName, userType, isAdmin, sex, department, post };
    if (!stored) {
      await db.insert(enterpriseUser).values({ enterpriseId, userId, ...row, headPortraitFileId: portrait });
      if (userType !== 1 || isAdmin) await auditRole(importing, userId, null, row);
      counts.created += 1;
      continue;
    }
    // A portrait that the person chose stays.
    const change = { ...row, headPortraitFileId: stored.headPortraitFileId ?? portrait };
    if (!differs(stored, change)) {
      counts.unchanged += 1;
      continue;
    }
    await db
      .update(enterpriseUser)
      .set({ ...change, gmtModified: now })
      .where(and(eq(enterpriseUser.enterpriseId, enterpriseId), eq(enterpriseUser.userId, userId)));
    if (stored.userType !== userType || stored.isAdmin !== isAdmin) await auditRole(importing, userId, stored, row);
    counts.updated += 1;
  }
  return ids;
}

type Role = { userType: number; isAdmin: boolean };

/** Who may do what has changed: written down with the change (spec section 6). */
async function auditRole(
  { db, enterpriseId }: Importing,
  userId: string,
  before: Role | null,
  { userType, isAdmin }: Role,
): Promise<void> {
  await db.insert(auditLog).values({
    enterpriseId,
    userId,
    action: 'member.role',
    detail: {
      by: 'import',
      before: before && { userType: before.userType, isAdmin: before.isAdmin },
      after: { userType, isAdmin },
    },
  });
}

/** @returns lecturer ids by code */
export function importLecturers(importing: Importing, people: Map<string, string>): Promise<Map<string, string>> {
  return syncByCode(
    importing,
    'lecturer',
    lecturer,
    importing.pack.lecturers.map((entry, sort) => ({
      code: entry.code,
      userId: people.get(entry.phone),
      lecturerName: entry.lecturerName,
      lecturerLevel: entry.lecturerLevel,
      title: entry.title,
      intro: entry.intro,
      photoFileId: importing.fileId(entry.photo, 'public'),
      annualTeachingHours: amount(entry.annualTeachingHours),
      sort,
    })),
  );
}

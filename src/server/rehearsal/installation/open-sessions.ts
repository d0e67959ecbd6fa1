import { eq } from 'drizzle-orm';
import { insertSyntheticMembers, openSyntheticSessions } from '#src/server/account/insert-member.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { ENTERPRISE_COOKIE } from '#src/contract/rules/cookies.ts';
import type { Taker } from '../candidate.ts';
import { changesDevice } from '../candidate-plan.ts';
import type { Credentials } from '../portal-client.ts';

/** Rows of one statement. */
const BATCH = 1_000;
/** Sessions of a rehearsal end by themselves after this time, seconds. */
const SESSION_SECONDS = 7_200;

/**
 * Gives synthetic members of the enterprise of rehearsals a session each, and those who change their device another one. Members of earlier rehearsals are used again; nobody
 * can sign in as one of them, because they have neither phone nor password.
 */
export async function openSessions(
  enterpriseId: string,
  { takers, now }: { takers: number; now: Date },
): Promise<Taker[]> {
  const people = await peopleOf(enterpriseId, takers);
  const sessions = await openAll(enterpriseId, people, now);
  const others = await openAll(
    enterpriseId,
    people.filter((_, n) => changesDevice(n)),
    now,
  );
  return sessions.map((session, n) => (changesDevice(n) ? { ...session, other: others.shift() } : session));
}

async function openAll(enterpriseId: string, people: string[], now: Date): Promise<Credentials[]> {
  const sessions: Credentials[] = [];
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
  // On a host that names no enterprise the cookie does.
  const chosen = `${ENTERPRISE_COOKIE}=${enterpriseId}`;
  for (let from = 0; from < people.length; from += BATCH) {
    const opened = await openSyntheticSessions(enterpriseId, people.slice(from, from + BATCH), expiresAt);
    sessions.push(...opened.map(({ token, cookie }) => ({ token, cookie: `${cookie}; ${chosen}` })));
  }
  return sessions;
}

/** Returns as many members as wanted; makes those that are missing. */
async function peopleOf(enterpriseId: string, wanted: number): Promise<string[]> {
  const known = await withTenant(enterpriseId, (db) =>
    db
      .select({ userId: enterpriseUser.userId })
      .from(enterpriseUser)
      .where(eq(enterpriseUser.enterpriseId, enterpriseId))
      .orderBy(enterpriseUser.userId)
      .limit(wanted),
  );
  const people = known.map(({ userId }) => userId);
  while (people.length < wanted) {
    const names = Array.from(
      { length: Math.min(BATCH, wanted - people.length) },
      (_, n) => `Candidate ${people.length + n + 1}`,
    );
    people.push(...(await insertSyntheticMembers(enterpriseId, names)));
  }
  return people;
}

import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { hashToken } from '#src/server/account/session/token.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { memberInvitation } from '#src/server/account/tables/invitation.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { mintPerson, type TestPerson, type TestTenant } from './tenant.ts';

/** Inserts a member who has not set a password. */
export async function mintInvitee(
  tenant: TestTenant,
  more: Parameters<typeof mintPerson>[1] = {},
): Promise<TestPerson> {
  const person = await mintPerson(tenant, more);
  await withPortal((db) =>
    db.update(userAccount).set({ passwordHash: null, phoneUnverified: true }).where(eq(userAccount.id, person.userId)),
  );
  return person;
}

/** Inserts an invitation by SMS. @returns the token of its link */
export async function mintInvitation(tenant: TestTenant, { userId, phone }: TestPerson): Promise<string> {
  const token = randomBytes(16).toString('base64url');
  const now = new Date();
  await withTenant(tenant.id, (db) =>
    db.insert(memberInvitation).values({
      ...{ enterpriseId: tenant.id, userId, way: 'sms', recipient: phone, tokenHash: hashToken(token), locale: 'zh' },
      ...{ invitedAt: now, sentAt: now, expiresAt: new Date(now.getTime() + 86_400_000) },
    }),
  );
  return token;
}

/** Returns the queued jobs that send invitations to a member, oldest first. */
export async function invitationJobs(userId: string): Promise<Jobs['send-invitation'][]> {
  const rows = await withPortal(async (_db, client) => {
    const text = `select data from pgboss.job where name = 'send-invitation' and data ->> 'userId' = $1 order by created_on, id`;
    return (await client.query<{ data: Jobs['send-invitation'] }>(text, [userId])).rows;
  });
  return rows.map(({ data }) => data);
}

import { and, type SQL } from 'drizzle-orm';
import { eq } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { liveMessage } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Selects messages with the names of their authors. */
export const selectMessages = (db: TenantDb, enterpriseId: string, where: SQL | undefined) =>
  db
    .select({ message: liveMessage, userName: enterpriseUser.userName })
    .from(liveMessage)
    .innerJoin(
      enterpriseUser,
      and(eq(enterpriseUser.enterpriseId, liveMessage.enterpriseId), eq(enterpriseUser.userId, liveMessage.userId)),
    )
    .where(and(eq(liveMessage.enterpriseId, enterpriseId), where))
    .$dynamic();

type Row = { message: typeof liveMessage.$inferSelect; userName: string };

/** A message as viewers see it. */
export const messageOf = ({ message, userName }: Row) => ({
  id: message.id,
  userId: message.userId,
  userName,
  kind: message.kind,
  body: message.hiddenAt ? '' : message.body,
  atSecond: message.atSecond,
  hidden: message.hiddenAt !== null,
  answered: message.answeredAt !== null,
  revision: message.revision,
  gmtCreate: message.gmtCreate,
});

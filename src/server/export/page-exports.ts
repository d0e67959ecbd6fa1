import { and, desc, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { exportRecord } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';

/** Lists the user's exports, newest first. */
export async function pageExports(
  { db, tenant, viewer }: Context,
  input: OperationInput<'POST /data/auth/export/record/page'>,
) {
  const mine = and(eq(exportRecord.enterpriseId, tenant.id), eq(exportRecord.userId, viewer.userId));
  const { limit, offset } = slice(input);
  const list = await db
    .select()
    .from(exportRecord)
    .where(mine)
    .orderBy(desc(exportRecord.gmtCreate), desc(exportRecord.id))
    .limit(limit)
    .offset(offset);
  return paging(input, await db.$count(exportRecord, mine), list);
}

import { and, count, eq, sql } from 'drizzle-orm';
import { examSwitch } from '#src/server/exam/tables/switch.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Returns how many switches of an attempt are logged, and of those that count: how many, and seconds away in total. */
export async function readSwitches(
  db: TenantDb,
  { enterpriseId, attemptId }: { enterpriseId: string; attemptId: string },
): Promise<{ loggedCount: number; switchCount: number; awaySeconds: number }> {
  const counted = sql`filter (where ${examSwitch.counted})`;
  const [found] = await db
    .select({
      loggedCount: count(),
      switchCount: sql<number>`(count(*) ${counted})::int`,
      awaySeconds: sql<number>`coalesce(sum(${examSwitch.dwellSeconds}) ${counted}, 0)::int`,
    })
    .from(examSwitch)
    .where(and(eq(examSwitch.enterpriseId, enterpriseId), eq(examSwitch.attemptId, attemptId)));
  return found!;
}

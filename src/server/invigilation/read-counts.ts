import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { missingPeople, openPeople, type Which } from './people.ts';

export type Counts = { sitting: number; trouble: number; ended: number; missing: number };

/** Counts the people of an exam by what they are doing. Reads indexes and counters only. */
export async function readCounts(db: TenantDb, which: Which): Promise<Counts> {
  const { enterpriseId, exam } = which;
  const { rows } = await db.execute<Counts>(sql`
    select o.sitting, o.trouble,
           (select count(*)::int from exam_attempt a
            where a.enterprise_id = ${enterpriseId} and a.exam_id = ${exam.id} and a.status <> 'open') as ended,
           (select count(*)::int ${missingPeople(which)}) as missing
    from (select count(*)::int as sitting, count(*) filter (where p.trouble > 0)::int as trouble
          from (${openPeople(which)}) p) o`);
  return rows[0]!;
}

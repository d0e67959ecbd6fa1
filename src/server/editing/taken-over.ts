import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** What the portal has taken over from content packs: kinds with codes, like `course fire-safety`. */
export async function readTakenOver(db: TenantDb, enterpriseId: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ thing: string }>(sql`
    select i.kind || ' ' || t.code as thing
    from content_item i
    join (select 'course' as kind, enterprise_id, id, code from course
          union all select 'project', enterprise_id, id, code from project
          union all select 'lecturer', enterprise_id, id, code from lecturer
          union all select 'announcement', enterprise_id, id, code from announcement
          union all select 'article', enterprise_id, id, code from article
          union all select 'site', id, id, key from portal.enterprise) t
      on t.kind = i.kind and t.enterprise_id = i.enterprise_id and t.id = i.id
    where i.enterprise_id = ${enterpriseId} and i.taken_over_at is not null`);
  return new Set(rows.map(({ thing }) => thing));
}

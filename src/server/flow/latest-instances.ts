import { sql } from 'drizzle-orm';
import type { FlowState, FlowType } from '#src/server/core/db/schema/flow.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

export type Latest = {
  instanceId: string;
  state: FlowState;
  /** What the applicant said, and what the decider did. */
  note: string | null;
  reason: string | null;
  /** How often this person was turned down with this, in all. */
  rejections: number;
};

/** Where somebody's requests about some things stand: the latest of each, by the thing. */
export async function latestInstances(
  db: TenantDb,
  asked: { enterpriseId: string; applicantId: string; flowType: FlowType; subjectIds: string[] },
): Promise<Map<string, Latest>> {
  if (asked.subjectIds.length === 0) return new Map();
  const { rows } = await db.execute<Latest & { subjectId: string }>(sql`
    select distinct on (i.subject_id) i.subject_id as "subjectId", i.id as "instanceId", i.state, i.detail ->> 'note' as note,
           (select l.comment from flow_log l where l.enterprise_id = i.enterprise_id and l.instance_id = i.id
              and l.action in ('approve', 'reject') order by l.id desc limit 1) as reason,
           (count(*) filter (where i.state = 'rejected') over (partition by i.subject_id))::int as rejections
    from flow_instance i
    where i.enterprise_id = ${asked.enterpriseId} and i.applicant_id = ${asked.applicantId} and i.flow_type = ${asked.flowType}
      and i.subject_id = any(${sql.param(asked.subjectIds)}::uuid[])
    order by i.subject_id, i.id desc`);
  return new Map(rows.map(({ subjectId, ...latest }) => [subjectId, latest]));
}

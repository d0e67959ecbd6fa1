import { sql } from 'drizzle-orm';
import type { FlowType } from '#src/contract/rules/flow.ts';
import type { FlowState } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Rejections of a registration or a seat after which no further request is possible; the second request needs a reason. */
export const MAX_REJECTIONS = 2;

export type Latest = {
  instanceId: string;
  state: FlowState;
  /** Note of the applicant, and comment of the decision. */
  note: string | null;
  reason: string | null;
  /** Number of all rejections of this user for this subject. */
  rejections: number;
};

/** Returns a user's latest request for each of several subjects, by subject id. */
export async function latestInstances(
  db: TenantDb,
  asked: { enterpriseId: string; applicantId: string; flowType: FlowType; subjectIds: string[] },
): Promise<Map<string, Latest>> {
  if (asked.subjectIds.length === 0) return new Map();
  const { rows } = await db.execute<Latest & { subjectId: string }>(sql`
    select distinct on (i.subject_id) i.subject_id as "subjectId", i.id as "instanceId", i.state, i.detail ->> 'note' as note,
           case when i.decided_at is not null then (select l.comment from flow_log l where l.enterprise_id = i.enterprise_id and l.instance_id = i.id
              and l.action in ('approve', 'reject') order by l.id desc limit 1) end as reason,
           (count(*) filter (where i.state = 'rejected') over (partition by i.subject_id))::int as rejections
    from flow_instance i
    where i.enterprise_id = ${asked.enterpriseId} and i.applicant_id = ${asked.applicantId} and i.flow_type = ${asked.flowType}
      and i.subject_id = any(${sql.param(asked.subjectIds)}::uuid[])
    order by i.subject_id, i.id desc`);
  return new Map(rows.map(({ subjectId, ...latest }) => [subjectId, latest]));
}

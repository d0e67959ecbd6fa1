import { sql, type SQL } from 'drizzle-orm';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import type { FlowType } from '#src/contract/rules/flow.ts';
import type { Translate } from '#src/i18n/format.ts';
import { roleHolders } from './may-decide.ts';
import type { FlowState } from './tables.ts';
import { type AskedExport, type ExportList, type OfPerson, personSql } from '#src/server/export/export-list.ts';
import { inPeriod, ofPeople } from '#src/server/export/people-condition.ts';

type Row = OfPerson & {
  title: string;
  flowType: FlowType;
  state: FlowState;
  step: number;
  stepCount: number;
  note: string | null;
  gmtCreate: Date;
  decidedByName: string | null;
  decidedAt: Date | null;
  comment: string | null;
};

/** Export of requests: one of the three lists of a user, or the requests of all members. */
export const approvalExport: ExportList<Row> = {
  query: (asked) => {
    const { flow, flowType, state, keyword } = asked.input;
    const hasText = sql`strpos(lower(concat_ws(' ', i.title, u.user_name, i.detail ->> 'orderNo')), lower(${keyword})) > 0`;
    const order = {
      todo: sql`i.gmt_create`,
      done: sql`i.decided_at desc`,
      mine: sql`i.gmt_create desc`,
    };
    return sql`
      select ${personSql}, i.title, i.flow_type as "flowType", i.state, i.step, i.step_count as "stepCount", i.detail ->> 'note' as note,
             i.gmt_create as "gmtCreate", d.user_name as "decidedByName", i.decided_at as "decidedAt", c.comment
      from flow_instance i
      join enterprise_user u on u.enterprise_id = i.enterprise_id and u.user_id = i.applicant_id
      left join enterprise_user d on d.enterprise_id = i.enterprise_id and d.user_id = i.decided_by
      left join lateral (
        select l.comment from flow_log l
        where l.enterprise_id = i.enterprise_id and l.instance_id = i.id and l.action in ('approve', 'reject')
        order by l.id desc limit 1
      ) c on true
      where i.enterprise_id = ${asked.enterpriseId} and ${listOf(asked)} and ${inPeriod(asked, sql`i.gmt_create`)}
        and ${flowType ? sql`i.flow_type = ${flowType}` : sql`true`}
        and ${state ? sql`i.state = ${state}` : sql`true`} and ${keyword ? hasText : sql`true`}
      order by ${order[(flow as keyof typeof order | undefined) ?? 'mine']}, i.id`;
  },
  columns: (t) => [
    { name: 'request', width: 48, type: 'text', value: ({ title }) => title },
    { name: 'requestType', width: 20, type: 'text', value: ({ flowType }) => t(`flow:type.${flowType}`) },
    { name: 'state', width: 14, type: 'text', value: stateText(t) },
    { name: 'applicant', width: 16, type: 'text', value: ({ userName }) => userName },
    { name: 'department', width: 20, type: 'text', value: ({ department }) => department },
    { name: 'note', width: 32, type: 'text', value: ({ note }) => note },
    { name: 'appliedAt', width: 18, type: 'time', value: ({ gmtCreate }) => gmtCreate },
    { name: 'decidedBy', width: 16, type: 'text', value: ({ decidedByName }) => decidedByName },
    { name: 'decidedAt', width: 18, type: 'time', value: ({ decidedAt }) => decidedAt },
    { name: 'comment', width: 32, type: 'text', value: ({ comment }) => comment },
  ],
};

/** As the badge of a request: between two approvals it is no longer waiting for the first. */
const stateText =
  (t: Translate) =>
  ({ state, step, stepCount }: Row) =>
    state === 'pending' && step > 1 ? t('flow:state.ongoing', { step, count: stepCount }) : t(`flow:state.${state}`);

/** The requests of a list; the rights of the user are those of now. */
function listOf(asked: AskedExport): SQL {
  const { userId, isAdmin, input } = asked;
  if (input.flow === 'mine') return sql`i.applicant_id = ${userId}`;
  if (input.flow === 'done') return sql`i.decided_by = ${userId}`;
  if (input.flow !== 'todo') return ofPeople(asked);
  // As in `pageUndo`.
  const isForBuyers = sql`(i.flow_type = 'purchase' and i.step_count = 0 and exists (
    select from enterprise_user b where b.enterprise_id = i.enterprise_id and b.user_id = ${userId}
      and b.user_type = ${USER_TYPE.organisation}))`;
  const isForRole = sql`exists (
    select from flow_step s
    where s.enterprise_id = i.enterprise_id and s.instance_id = i.id and s.step = i.step
      and ${userId}::uuid in ${sql.raw(roleHolders('s', 'i'))})`;
  return sql`i.state = 'pending' and i.applicant_id <> ${userId}
    and ${isAdmin ? sql`true` : sql`(i.approver_id = ${userId} or ${isForBuyers} or ${isForRole})`}`;
}

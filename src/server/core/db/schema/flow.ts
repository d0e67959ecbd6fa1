import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { enterpriseId, gmtCreate, gmtModified, id, moment } from './columns.ts';
import { oneOf } from './constraints.ts';
import { memberKey } from './member-key.ts';

/** What is asked for: seats of courses, a place in a course or project, a practical operation to be counted, another real name. */
export type FlowType = 'order' | 'courseRegistration' | 'projectRegistration' | 'practicalOperation' | 'nameChange';
export type FlowState = 'pending' | 'approved' | 'rejected' | 'withdrawn';
export type FlowAction = 'submit' | 'approve' | 'reject' | 'withdraw';

/** A request that waits for somebody's decision (spec section 7, "Flows"). */
export const flowInstance = pgTable(
  'flow_instance',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    flowType: text('flow_type').$type<FlowType>().notNull(),
    /** Order, course, project, course resource or person. */
    subjectId: uuid('subject_id').notNull(),
    title: text('title').notNull(),
    applicantId: uuid('applicant_id').notNull(),
    /** The person asked beside the administrators, e.g. the lecturer of the course. */
    approverId: uuid('approver_id'),
    state: text('state').$type<FlowState>().notNull().default('pending'),
    /** What was said with the request. */
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
    decidedBy: uuid('decided_by'),
    decidedAt: moment('decided_at'),
    /** When the applicant saw how it was decided. */
    seenAt: moment('seen_at'),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.applicantId, t.gmtCreate, t.id),
    index().on(t.enterpriseId, t.decidedBy, t.decidedAt, t.id),
    index('flow_instance_pending')
      .on(t.enterpriseId, t.gmtCreate, t.id)
      .where(sql`${t.state} = 'pending'`),
    index().on(t.enterpriseId, t.flowType, t.subjectId, t.applicantId),
    index('flow_instance_news')
      .on(t.enterpriseId, t.applicantId, t.decidedAt)
      .where(sql`${t.decidedAt} is not null and ${t.seenAt} is null`),
    // Whoever asks twice waits for one decision.
    uniqueIndex('flow_instance_one_pending')
      .on(t.enterpriseId, t.flowType, t.subjectId, t.applicantId)
      .where(sql`${t.state} = 'pending'`),
    memberKey(t.enterpriseId, t.applicantId),
    memberKey(t.enterpriseId, t.approverId),
    memberKey(t.enterpriseId, t.decidedBy),
    oneOf(t.flowType, ['order', 'courseRegistration', 'projectRegistration', 'practicalOperation', 'nameChange']),
    oneOf(t.state, ['pending', 'approved', 'rejected', 'withdrawn']),
  ],
);

/** Who did what with a request, in order. Append-only. */
export const flowLog = pgTable(
  'flow_log',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    instanceId: uuid('instance_id').notNull(),
    userId: uuid('user_id').notNull(),
    action: text('action').$type<FlowAction>().notNull(),
    comment: text('comment'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({
      columns: [t.enterpriseId, t.instanceId],
      foreignColumns: [flowInstance.enterpriseId, flowInstance.id],
    }),
    index().on(t.enterpriseId, t.instanceId, t.id),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.action, ['submit', 'approve', 'reject', 'withdraw']),
  ],
);

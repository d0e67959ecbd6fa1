import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { APPROVERS, type Approver, FLOW_TYPES, type FlowType, MAX_STEPS } from '#src/contract/rules/flow.ts';
import { enterpriseId, gmtCreate, gmtModified, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, between, oneOf } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

export type FlowState = 'pending' | 'approved' | 'rejected' | 'withdrawn';
export type FlowAction = 'submit' | 'approve' | 'reject' | 'withdraw';

/** A request with its decision. */
export const flowInstance = pgTable(
  'flow_instance',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    flowType: text('flow_type').$type<FlowType>().notNull(),
    /** Id of the order, course, project, course resource, user or certificate; of a new certificate, a new id. */
    subjectId: uuid('subject_id').notNull(),
    title: text('title').notNull(),
    applicantId: uuid('applicant_id').notNull(),
    /**
     * Without steps, a user who may decide in addition to the administrators, e.g. the lecturer of the course. With
     * steps, the user who decides the current step; null: the administrators.
     */
    approverId: uuid('approver_id'),
    /** The person whom the request is about, if it is not the applicant, e.g. the holder of a certificate. */
    concernsId: uuid('concerns_id'),
    /** The current or, once decided, the last step, from 1. */
    step: integer('step').notNull().default(1),
    /** Number of rows in `flow_step`; 0: the request is decided by one approval, without steps. */
    stepCount: integer('step_count').notNull().default(0),
    state: text('state').$type<FlowState>().notNull().default('pending'),
    /** Data of the request, e.g. its note. */
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
    decidedBy: uuid('decided_by'),
    decidedAt: moment('decided_at'),
    /** When the applicant has seen the decision. */
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
    // A repeated request does not create a second pending one.
    uniqueIndex('flow_instance_one_pending')
      .on(t.enterpriseId, t.flowType, t.subjectId, t.applicantId)
      .where(sql`${t.state} = 'pending'`),
    memberKey(t.enterpriseId, t.applicantId),
    memberKey(t.enterpriseId, t.approverId),
    memberKey(t.enterpriseId, t.decidedBy),
    memberKey(t.enterpriseId, t.concernsId),
    oneOf(t.flowType, FLOW_TYPES),
    oneOf(t.state, ['pending', 'approved', 'rejected', 'withdrawn']),
    between(t.stepCount, 0, MAX_STEPS),
    check('flow_instance_step_check', sql`${t.step} between 1 and greatest(${t.stepCount}, 1)`),
  ],
);

/** The approval steps of new requests of one type (docs/decisions/037). Without rows, one approval decides. */
export const approvalStep = pgTable(
  'approval_step',
  {
    enterpriseId: enterpriseId(),
    flowType: text('flow_type').$type<FlowType>().notNull(),
    step: integer('step').notNull(),
    approver: text('approver').$type<Approver>().notNull(),
    /** The user who decides, for `member`. */
    userId: uuid('user_id'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.flowType, t.step] }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.flowType, FLOW_TYPES),
    oneOf(t.approver, APPROVERS),
    between(t.step, 1, MAX_STEPS),
    check('approval_step_member_check', sql`(${t.approver} = 'member') = (${t.userId} is not null)`),
  ],
);

/**
 * Types of requests whose approval steps were set in the portal: imports of content packs leave them. One without steps is decided by one
 * approval.
 */
export const approvalChain = pgTable(
  'approval_chain',
  {
    enterpriseId: enterpriseId(),
    /** Names its history. */
    id: id(),
    flowType: text('flow_type').$type<FlowType>().notNull(),
    revision: integer('revision').notNull(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.flowType),
    oneOf(t.flowType, FLOW_TYPES),
    atLeast(t.revision, 1),
  ],
);

/** A step of one request, copied from `approval_step` when the request is made. */
export const flowStep = pgTable(
  'flow_step',
  {
    enterpriseId: enterpriseId(),
    instanceId: uuid('instance_id').notNull(),
    step: integer('step').notNull(),
    approver: text('approver').$type<Approver>().notNull(),
    /** The user who decides; null: the administrators. */
    approverId: uuid('approver_id'),
    outcome: text('outcome').$type<'approved' | 'rejected'>(),
    decidedBy: uuid('decided_by'),
    decidedAt: moment('decided_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.instanceId, t.step] }),
    foreignKey({
      columns: [t.enterpriseId, t.instanceId],
      foreignColumns: [flowInstance.enterpriseId, flowInstance.id],
    }),
    index().on(t.enterpriseId, t.decidedBy, t.instanceId),
    memberKey(t.enterpriseId, t.approverId),
    memberKey(t.enterpriseId, t.decidedBy),
    oneOf(t.approver, APPROVERS),
    oneOf(t.outcome, ['approved', 'rejected']),
    between(t.step, 1, MAX_STEPS),
    check(
      'flow_step_decided_check',
      sql`(${t.outcome} is null) = (${t.decidedBy} is null) and (${t.outcome} is null) = (${t.decidedAt} is null)`,
    ),
  ],
);

/** History of a request: who did what. Append-only. */
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

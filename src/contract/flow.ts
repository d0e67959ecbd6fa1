import { z } from 'zod';
import { APPROVERS, FLOW_TYPES, MAX_STEPS } from './rules/flow.ts';
import { Amount, ById, Empty, Id, Instant, page, paged, whole } from './common.ts';
import { define } from './define.ts';
import { ExportRecord } from './export.ts';

export const FlowType = z.enum(FLOW_TYPES);
export const FlowState = z.enum(['pending', 'approved', 'rejected', 'withdrawn']);
const FlowAction = z.enum(['submit', 'approve', 'reject', 'withdraw']);

/** Details of a request; which fields are present depends on its type. */
const FlowDetail = z.object({
  /** Note of the applicant. */
  note: z.string().nullish(),
  /** For a practical operation: its course. */
  courseId: Id.nullish(),
  courseTitle: z.string().nullish(),
  /** For a change of name. */
  newName: z.string().nullish(),
  /** For a certificate that is revoked: whether the credits and points of its exam are reversed. */
  reverseCredits: z.boolean().nullish(),
  certificateNo: z.string().nullish(),
  /** For a certificate that is corrected: what changes. `newName` is that of its holder; `expiresOn` `never`: it does not expire. */
  oldName: z.string().nullish(),
  issuedOn: z.string().nullish(),
  expiresOn: z.string().nullish(),
  /** For an order. */
  orderNo: z.string().nullish(),
  seats: z.number().int().nullish(),
  total: Amount.nullish(),
  /** ISO 4217. */
  currency: z.string().nullish(),
});

export const FlowInstance = z.object({
  id: Id,
  flowType: FlowType,
  /** Id of an order, course, project, course resource, user or certificate. */
  subjectId: Id,
  title: z.string(),
  state: FlowState,
  /**
   * Of a pending request: `ongoing` once the first of several steps is approved (docs/specification.md, section
   * "Requests"). Null: decided.
   */
  approvalStatus: z.enum(['pending', 'ongoing']).nullable(),
  /** The current or, once decided, the last step, from 1. */
  step: z.number().int(),
  /** 0: one approval without steps. */
  stepCount: z.number().int(),
  applicantId: Id,
  applicantName: z.string(),
  department: z.string().nullable(),
  /** The person whom the request is about, if it is not the applicant. */
  concernsName: z.string().nullable(),
  decidedByName: z.string().nullable(),
  decidedAt: Instant.nullable(),
  unseen: z.boolean().meta({ description: 'decided, and the applicant has not seen it yet' }),
  detail: FlowDetail,
  gmtCreate: Instant,
});

/** A step of a request that several people approve one after another. */
const FlowStep = z.object({
  step: z.number().int(),
  approver: z.enum(APPROVERS),
  /** Null: the administrators. */
  approverName: z.string().nullable(),
  isVacant: z.boolean().meta({ description: 'nobody else has the role that decides it: the administrators do' }),
  outcome: z.enum(['approved', 'rejected']).nullable(),
  decidedByName: z.string().nullable(),
  decidedAt: Instant.nullable(),
  isCurrent: z.boolean(),
});

const FlowLog = z.object({
  id: Id,
  action: FlowAction,
  userName: z.string(),
  comment: z.string().nullable(),
  gmtCreate: Instant,
});

const RequestFilter = z.object({
  flowType: FlowType.optional(),
  /** Part of the title, the applicant's name or the order number; no wildcards. */
  keyword: z.string().trim().max(100).optional(),
});
const Filters = paged().extend(RequestFilter.shape);
const Comment = z.string().trim().max(500, { error: 'field.tooLong' });
/** Decimal with at most two places, up to 999.99. */
const Granted = z
  .string()
  .max(6, { error: 'field.invalid' })
  .regex(/^\d{1,3}(\.\d{1,2})?$/, { error: 'field.invalid' });
const Decided = z.object({ id: Id, state: FlowState });

/** The steps of new requests of one type, in order; none: one approval decides. */
const Chain = z.object({
  flowType: FlowType,
  steps: z
    .array(
      z.object({
        approver: z.enum(APPROVERS),
        userId: Id.nullable(),
        userName: z.string().nullable(),
        /** The member decides nothing any more, e.g. because they are disabled: the administrators do. */
        isGone: z.boolean(),
      }),
    )
    .max(MAX_STEPS),
  /** It was set in the portal: content packs leave it. */
  isOwn: z.boolean(),
  revision: z.number().int(),
  /** Names its history; null: it was never set in the portal. */
  id: Id.nullable(),
  pendingCount: z.number().int().meta({ description: 'requests that are not decided yet; they keep their steps' }),
});

export const flow = define({
  'GET /user/auth/flow/chain/list': {
    summary: 'List the approval steps of new requests, by type',
    auth: 'admin',
    input: Empty,
    data: z.array(Chain).max(FLOW_TYPES.length),
  },
  'PUT /user/auth/flow/chain/save': {
    summary: 'Set the approval steps of new requests of a type; requests that are already made keep theirs',
    auth: 'admin',
    input: z.object({
      flowType: FlowType,
      revision: whole(0, 2_000_000_000),
      steps: z
        .array(z.object({ approver: z.enum(APPROVERS, { error: 'field.invalid' }), userId: Id.nullable() }))
        .max(MAX_STEPS, { error: 'field.tooMany' }),
    }),
    data: z.object({ flowType: FlowType, revision: z.number().int() }),
  },
  'POST /user/auth/flow/instance/undo': {
    summary: 'List pending requests whose current step the user can decide, oldest first',
    auth: 'enterprise',
    input: Filters,
    data: page(FlowInstance),
  },
  'POST /user/auth/flow/instance/done': {
    summary: 'List requests that the user has decided, wholly or one of their steps, latest first',
    auth: 'enterprise',
    input: Filters.extend({ state: FlowState.optional() }),
    data: page(FlowInstance),
  },
  'POST /user/auth/flow/instance/myInstance': {
    summary: 'List the user’s own requests, latest first',
    auth: 'enterprise',
    input: Filters.extend({ state: FlowState.optional() }),
    data: page(FlowInstance),
  },
  'POST /user/auth/flow/instance/export': {
    summary: 'Request an export of one of the three lists of requests: to decide, decided, own',
    auth: 'enterprise',
    input: RequestFilter.extend({ flow: z.enum(['todo', 'done', 'mine']), state: FlowState.optional() }),
    data: ExportRecord,
  },
  'GET /user/auth/flow/instance/view': {
    summary: 'Get one request, for its applicant and the users who can decide it or have decided it',
    auth: 'enterprise',
    input: ById,
    data: FlowInstance.extend({
      /** In order; empty without a chain. */
      steps: z.array(FlowStep).max(MAX_STEPS),
      canDecide: z.boolean(),
      canWithdraw: z.boolean(),
      /** Pending, and only the applicant could decide it. */
      noApprover: z.boolean(),
    }),
  },
  'PUT /user/auth/flow/instance/see': {
    summary: 'Mark the decisions on the user’s own requests as seen; other requests are ignored',
    auth: 'enterprise',
    input: z.array(Id).min(1).max(100, { error: 'field.tooLong' }),
    data: z.object({ count: z.number().int() }),
  },
  'POST /user/auth/flow/instance/log/list': {
    summary: 'List the history of a request, oldest first',
    auth: 'enterprise',
    input: paged().extend({ id: Id }),
    data: page(FlowLog),
  },
  'POST /user/auth/flow/instance/submitFlow': {
    summary:
      'Approve or reject the current step of a request; a rejection or the last step takes effect at once. A rejection requires a comment. Idempotent for the same decision of the same user',
    auth: 'enterprise',
    input: z.object({
      id: Id,
      action: z.enum(['approve', 'reject']),
      comment: Comment.optional(),
      /** The step that the user has seen: if another approver has decided it meanwhile, the answer is 409. */
      step: whole(1, MAX_STEPS).optional(),
      /** For the acceptance of an appeal: hours and credits to post, instead of counting the subject as complete. */
      grant: z
        .object({ hours: Granted, credits: Granted })
        .refine(({ hours, credits }) => Number(hours) + Number(credits) > 0, { error: 'field.required' })
        .optional(),
    }),
    data: Decided,
  },
  'POST /user/auth/flow/instance/withdraw': {
    summary: 'Withdraw the user’s own pending request. Idempotent',
    auth: 'enterprise',
    input: z.object({ id: Id, comment: Comment.optional() }),
    data: Decided,
  },
});

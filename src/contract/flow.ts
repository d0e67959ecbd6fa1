import { z } from 'zod';
import { Amount, ById, Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';

/** Request types: course order, registration for a course or project, practical operation, change of name. */
export const FlowType = z.enum([
  'order',
  'courseRegistration',
  'projectRegistration',
  'practicalOperation',
  'nameChange',
]);
export const FlowState = z.enum(['pending', 'approved', 'rejected', 'withdrawn']);
const FlowAction = z.enum(['submit', 'approve', 'reject', 'withdraw']);

/** The applicant's note. */
const FlowDetail = z.object({
  /** The applicant. */
  note: z.string().nullish(),
  /** For a practical operation: its course. */
  courseId: Id.nullish(),
  courseTitle: z.string().nullish(),
  /** For a change of name. */
  newName: z.string().nullish(),
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
  /** Order, course, project, course resource or person. */
  subjectId: Id,
  title: z.string(),
  state: FlowState,
  applicantId: Id,
  applicantName: z.string(),
  department: z.string().nullable(),
  decidedByName: z.string().nullable(),
  decidedAt: Instant.nullable(),
  unseen: z.boolean().meta({ description: 'decided, and the applicant has not seen it yet' }),
  detail: FlowDetail,
  gmtCreate: Instant,
});

const FlowLog = z.object({
  id: Id,
  action: FlowAction,
  userName: z.string(),
  comment: z.string().nullable(),
  gmtCreate: Instant,
});

const Filters = paged().extend({
  flowType: FlowType.optional(),
  /** Part of the title or of the applicant's name; no wildcards. */
  keyword: z.string().trim().max(100).optional(),
});
const Comment = z.string().trim().max(500, { error: 'field.tooLong' });
const Decided = z.object({ id: Id, state: FlowState });

export const flow = define({
  'POST /user/auth/flow/instance/undo': {
    summary: 'My to-do list: requests that wait for the viewer’s decision, longest waiting first',
    auth: 'enterprise',
    input: Filters,
    data: page(FlowInstance),
  },
  'POST /user/auth/flow/instance/done': {
    summary: 'Requests that the viewer decided, latest first',
    auth: 'enterprise',
    input: Filters.extend({ state: FlowState.optional() }),
    data: page(FlowInstance),
  },
  'POST /user/auth/flow/instance/myInstance': {
    summary: 'What the viewer applied for, latest first',
    auth: 'enterprise',
    input: Filters.extend({ state: FlowState.optional() }),
    data: page(FlowInstance),
  },
  'GET /user/auth/flow/instance/view': {
    summary: 'One request, for its applicant and those who may decide it or did',
    auth: 'enterprise',
    input: ById,
    data: FlowInstance.extend({
      canDecide: z.boolean(),
      canWithdraw: z.boolean(),
      /** Pending, and only the applicant could decide it. */
      noApprover: z.boolean(),
    }),
  },
  'PUT /user/auth/flow/instance/see': {
    summary: 'One’s own requests whose decision one has seen; others are passed over',
    auth: 'enterprise',
    input: z.array(Id).min(1).max(100, { error: 'field.tooLong' }),
    data: z.object({ count: z.number().int() }),
  },
  'POST /user/auth/flow/instance/log/list': {
    summary: 'The history of a request, oldest first',
    auth: 'enterprise',
    input: paged(100).extend({ id: Id }),
    data: page(FlowLog),
  },
  'POST /user/auth/flow/instance/submitFlow': {
    summary:
      'Approve or reject a request, once; what follows from it happens with it. A rejection says why. The same decision of the same person again changes nothing',
    auth: 'enterprise',
    input: z.object({ id: Id, action: z.enum(['approve', 'reject']), comment: Comment.optional() }),
    data: Decided,
  },
  'POST /user/auth/flow/instance/withdraw': {
    summary: 'Recall one’s own request while it waits; a repeat changes nothing',
    auth: 'enterprise',
    input: z.object({ id: Id, comment: Comment.optional() }),
    data: Decided,
  },
});

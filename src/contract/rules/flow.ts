/**
 * Types of requests: seats of courses, a seat that a learner asks for, registration for a course or project, approval of a practical operation, change
 * of the real name, issue, revocation and renewal of a certificate, appeal about what is counted,
 * erasure of the personal data of a member.
 */
export const FLOW_TYPES = [
  'order',
  'purchase',
  'courseRegistration',
  'projectRegistration',
  'practicalOperation',
  'nameChange',
  'certificateIssue',
  'certificateRevoke',
  'certificateRenew',
  'appeal',
  'memberErasure',
] as const;
export type FlowType = (typeof FLOW_TYPES)[number];

/**
 * Who decides a step: the lecturer of the course, a named member, the administrators, the head of the department of the applicant, or the
 * head above that one.
 */
export const APPROVERS = ['lecturer', 'member', 'administrator', 'head', 'headAbove'] as const;
export type Approver = (typeof APPROVERS)[number];

/** Types whose requests belong to a course with a lecturer. */
export const WITH_LECTURER: readonly FlowType[] = ['courseRegistration', 'practicalOperation', 'appeal'];

/** Maximum number of approval steps. */
export const MAX_STEPS = 5;

import type { Bundle } from './rights.ts';

/**
 * Types of requests: seats of courses, a seat that a learner asks for, registration for a course or project, approval of a practical operation, change
 * of the real name, issue, revocation, renewal and correction of a certificate, appeal about what is counted,
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
  'certificateCorrect',
  'appeal',
  'memberErasure',
] as const;
export type FlowType = (typeof FLOW_TYPES)[number];

/** Roles that decide a step: anybody who has it, in the enterprise or for the department of the applicant. Auditors change nothing. */
export const ROLE_APPROVERS = [
  'trainingManager',
  'peopleManager',
  'contentEditor',
  'examiner',
] as const satisfies readonly Bundle[];

/**
 * Who decides a step: the lecturer of the course, a named member, the administrators, the head of the department of the applicant, the
 * head above that one, or whoever has a role.
 */
export const APPROVERS = ['lecturer', 'member', 'administrator', 'head', 'headAbove', ...ROLE_APPROVERS] as const;
export type Approver = (typeof APPROVERS)[number];

/** Whether a step is decided by whoever has a role. */
export const isRole = (approver: Approver): approver is (typeof ROLE_APPROVERS)[number] =>
  (ROLE_APPROVERS as readonly string[]).includes(approver);

/** Types whose requests belong to a course with a lecturer. */
export const WITH_LECTURER: readonly FlowType[] = ['courseRegistration', 'practicalOperation', 'appeal'];

/** Maximum number of approval steps. */
export const MAX_STEPS = 5;

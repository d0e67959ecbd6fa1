import type { IconName } from '#src/components/icons.ts';
import type { Data } from '#src/contract/calls.ts';

export type Instance = Data<'POST /user/auth/flow/instance/undo'>['list'][number];
export type RequestState = Pick<Instance, 'state' | 'approvalStatus' | 'step' | 'stepCount'>;

export const FLOW_ICONS: Record<Instance['flowType'], IconName> = {
  order: 'coins',
  purchase: 'coins',
  courseRegistration: 'book',
  projectRegistration: 'flag',
  practicalOperation: 'task',
  nameChange: 'user',
  memberErasure: 'trash',
  certificateIssue: 'certificate',
  certificateRevoke: 'certificate',
  certificateRenew: 'certificate',
  certificateCorrect: 'certificate',
  appeal: 'info',
};

export const STATE_TONES: Record<Instance['state'] | 'ongoing', string> = {
  pending: 'badge-warning',
  ongoing: 'badge-info',
  approved: 'badge-success',
  rejected: 'badge-error',
  withdrawn: 'badge-ghost',
};

const LINKED = ['order', 'purchase', 'courseRegistration', 'projectRegistration', 'practicalOperation'] as const;
type Linked = Instance & { flowType: (typeof LINKED)[number] };

/** Whether the subject of a request has a page; names and certificates have none for approvers. */
export const isLinked = (request: Instance): request is Linked =>
  (LINKED as readonly string[]).includes(request.flowType);

/** URL of the subject of a request (Chinese form). */
export function subjectPath({ flowType, subjectId, detail }: Linked): string {
  if (flowType === 'courseRegistration' || flowType === 'purchase') return `/knowledge/course/${subjectId}`;
  if (flowType === 'projectRegistration') return `/knowledge/project/${subjectId}`;
  if (flowType === 'practicalOperation') return `/knowledge/course/${detail.courseId}`;
  return `/account?change=7&order=${subjectId}`;
}

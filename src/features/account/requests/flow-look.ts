import type { IconName } from '#src/components/icons.ts';
import type { Data } from '#src/contract/calls.ts';

export type Instance = Data<'POST /user/auth/flow/instance/undo'>['list'][number];

export const FLOW_ICONS: Record<Instance['flowType'], IconName> = {
  order: 'coins',
  courseRegistration: 'book',
  projectRegistration: 'flag',
  practicalOperation: 'task',
  nameChange: 'user',
};

export const STATE_TONES: Record<Instance['state'], string> = {
  pending: 'badge-warning',
  approved: 'badge-success',
  rejected: 'badge-error',
  withdrawn: 'badge-neutral',
};

/** URL of the subject of a request (Chinese form). */
export function subjectPath({ flowType, subjectId, detail }: Instance): string {
  if (flowType === 'courseRegistration') return `/knowledge/course/${subjectId}`;
  if (flowType === 'projectRegistration') return `/knowledge/project/${subjectId}`;
  if (flowType === 'practicalOperation') return `/knowledge/course/${detail.courseId}`;
  return `/account?change=7&order=${subjectId}`;
}

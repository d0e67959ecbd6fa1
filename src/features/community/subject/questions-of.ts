import type { Subject } from '../post-path.ts';

/** Newest questions that are shown beside what they are about. */
const SHOWN = 5;

/** The call for the newest questions about a course, resource or exam. */
export const questionsOf = ({ type, id }: Subject) =>
  ['POST /community/api/post/page', { kind: 'question', subjectType: type, subjectId: id, pageSize: SHOWN }] as const;

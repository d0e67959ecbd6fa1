import type { AppealSubject } from '#src/contract/rules/appeal.ts';
import type { Subject } from '../subject.ts';
import { courseSubject } from './course-subject.ts';
import { examSubject } from './exam-subject.ts';
import { liveSubject } from './live-subject.ts';
import { resourceSubject } from './resource-subject.ts';
import { sessionSubject } from './session-subject.ts';
import { taskSubject } from './task-subject.ts';

/**
 * The types of subjects (docs/decisions/052). A new type is a `Subject` in a file beside these and one line here; its texts
 * are `appeal:fact.…`, `appeal:next.…` and `appeal:subject.…`.
 */
const SUBJECTS: Record<AppealSubject, Subject> = {
  resource: resourceSubject,
  course: courseSubject,
  task: taskSubject,
  exam: examSubject,
  session: sessionSubject,
  live: liveSubject,
};

/** Returns a type of subject. */
export const subjectOf = (type: AppealSubject): Subject => SUBJECTS[type];

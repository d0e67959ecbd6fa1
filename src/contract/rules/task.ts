/* Values of tasks that browser and server share (docs/specification.md, section "Tasks"). */

/** 1 learning, 2 exam, 3 assessment, 4 coaching. */
export const TASK_TYPES = [1, 2, 3, 4] as const;

/** What an item of a task is; `form`: an assessment that the task has already, `rubric`: by which a new one is made. */
export const TASK_ITEM_KINDS = ['course', 'exam', 'coaching', 'form', 'rubric'] as const;
/** What can be added to a task. */
export const TASK_SUBJECT_KINDS = ['course', 'exam', 'coaching', 'rubric'] as const;
export type TaskSubjectKind = (typeof TASK_SUBJECT_KINDS)[number];

/** Where a task is; `draft` also when its pack does not contain it any more. */
export const TASK_STATES = ['draft', 'upcoming', 'running', 'ended', 'cancelled'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** Where a member is with a task; `late`: completed after its end. */
export const TASK_PROGRESS_STATES = ['overdue', 'notStarted', 'learning', 'completed', 'late'] as const;
export type TaskProgressState = (typeof TASK_PROGRESS_STATES)[number];

import {
  TASK_PROGRESS_STATES,
  TASK_STATES,
  TASK_TYPES,
  type TaskProgressState,
  type TaskState,
} from '#src/contract/rules/task.ts';
import type { Data } from '#src/contract/calls.ts';
import { id, listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The queries of `/admin/tasks` and `/admin/tasks/progress`, and the calls of their lists. */

export type ListedTask = Data<'POST /course/auth/study/tasks/page'>['list'][number];
type Filter = { keyword?: string; taskType?: string; state?: TaskState };

export const TASKS = listQuery<Filter, 'title' | 'startAt' | 'endAt'>({
  path: '/admin/tasks',
  filters: { keyword: text(100), taskType: oneOf(TASK_TYPES.map(String)), state: oneOf(TASK_STATES) },
  sorts: ['title', 'startAt', 'endAt'],
});

export function taskPage(state: StateOf<typeof TASKS>) {
  const { taskType, ...input } = pageInput(state);
  return ['POST /course/auth/study/tasks/page', { ...input, ...(taskType && { taskType: Number(taskType) }) }] as const;
}

export type TaskPerson = Data<'POST /course/auth/study/tasks/progress/page'>['list'][number];
type PeopleFilter = { keyword?: string; departmentId?: string; positionId?: string; state?: TaskProgressState };
export type PeopleSort = 'userName' | 'department' | 'studyProgress' | 'completedOn';

export const taskPeople = (taskId: string) =>
  listQuery<PeopleFilter, PeopleSort>({
    path: '/admin/tasks/progress',
    fixed: { id: taskId },
    filters: {
      ...{ keyword: text(100), departmentId: id, positionId: id },
      state: oneOf(TASK_PROGRESS_STATES),
    },
    sorts: ['userName', 'department', 'studyProgress', 'completedOn'],
  });
type PeopleState = StateOf<ReturnType<typeof taskPeople>>;

export const peopleOfTask = (taskId: string, state: PeopleState) =>
  ['POST /course/auth/study/tasks/progress/page', { id: taskId, ...pageInput(state) }] as const;

export const totalsOfTask = (taskId: string, { filter: { state: _, ...filter } }: PeopleState) =>
  ['POST /course/auth/study/tasks/progress/total', { id: taskId, ...filter }] as const;

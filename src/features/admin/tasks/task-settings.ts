import { type FieldPath, useFormContext, useWatch } from 'react-hook-form';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import type { TaskSubjectKind } from '#src/contract/rules/task.ts';
import { newRule, type Settings } from '../requirements/requirement-settings.ts';

export type StoredTask = Data<'GET /course/auth/study/tasks/view'>;
type Input = OperationInput<'POST /course/auth/study/tasks/save'>;

/** The values of a task while they are edited. */
export type TaskSettings = Pick<
  StoredTask,
  | ('title' | 'summary' | 'taskType' | 'startAt' | 'endAt' | 'countsEarlier' | 'ordered' | 'lateCompletion')
  | ('reminders' | 'items')
> &
  Pick<Settings, 'rules' | 'people'>;

export const useTaskForm = () => useFormContext<TaskSettings>();
export const useTaskSetting = <N extends FieldPath<TaskSettings>>(name: N) => useWatch<TaskSettings, N>({ name });

const DAY = 86_400_000;

/** A new task: for nobody yet, from the next full hour on, for 30 days. */
export function newTask(now: string): TaskSettings {
  const start = Math.ceil(Date.parse(now) / 3_600_000) * 3_600_000;
  return {
    ...{ title: '', summary: '', taskType: 1, items: [], people: [], rules: [newRule(false)] },
    ...{ startAt: new Date(start).toISOString(), endAt: new Date(start + 30 * DAY).toISOString() },
    ...{ countsEarlier: true, ordered: false, lateCompletion: false, reminders: true },
  };
}

/** A stored task as the editor has it. */
export function versionOfTask(stored: StoredTask): { values: TaskSettings; revision: number; task: StoredTask } {
  const { title, summary, taskType, startAt, endAt, countsEarlier, ordered, lateCompletion, reminders } = stored;
  const rules = stored.rules.map(({ department: _, position: __, ...rule }) => rule);
  const values = {
    ...{ title, summary, taskType, startAt, endAt, countsEarlier, ordered, lateCompletion, reminders },
    ...{ items: stored.items, people: stored.people, rules },
  };
  return { values, revision: stored.revision, task: stored };
}

/** The values as they are sent. Items wait only for those above them, whatever their order was before. */
export function toTaskInput({ items, people, ...values }: TaskSettings): Omit<Input, 'id' | 'revision'> {
  return {
    ...values,
    items: items.map(({ kind, subjectId, releaseAt, waitsFor }, at) => ({
      ...{ kind, subjectId, releaseAt },
      waitsFor: waitsFor.filter((id) => items.slice(0, at).some((item) => item.subjectId === id)),
    })),
    people: people.map(({ userId, excluded }) => ({ userId, excluded })),
  };
}

/** What can be an item of a task, found by title; at first courses. */
export const taskSubjectPage = (kind: TaskSubjectKind = 'course', keyword = '') =>
  ['POST /course/auth/study/tasks/subject/page', { kind, keyword: keyword || undefined, pageSize: 20 }] as const;

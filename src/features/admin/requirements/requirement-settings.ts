import { REMINDERS, type SubjectKind } from '#src/contract/rules/requirement.ts';
import { useFormContext, useWatch, type FieldPath } from 'react-hook-form';
import type { Data, OperationInput } from '#src/contract/calls.ts';

export type Choices = Data<'GET /course/auth/requirement/choices'>;
export type Stored = Data<'GET /course/auth/requirement/view'>;
type Input = OperationInput<'POST /course/auth/requirement/save'>;

/** The values of a requirement while they are edited: one choice for the three kinds of due dates, 0 months for once. */
export type Settings = Pick<
  Stored,
  'title' | 'summary' | 'subjects' | 'people' | 'renewDays' | 'dueOn' | 'reminders'
> & {
  dueKind: 'joined' | 'assigned' | 'fixed';
  dueDays: number;
  repeatMonths: number;
  rules: Pick<Stored['rules'][number], 'excluded' | 'departmentId' | 'withBelow' | 'positionId' | 'joinedSince'>[];
};

export const useRequirementForm = () => useFormContext<Settings>();
export const useSetting = <N extends FieldPath<Settings>>(name: N) => useWatch<Settings, N>({ name });

export const newRule = (excluded: boolean): Settings['rules'][number] => ({
  ...{ excluded, departmentId: null, withBelow: true, positionId: null, joinedSince: null },
});

/** A new requirement: for nobody yet. */
export const newSettings = (): Settings => ({
  ...{ title: '', summary: '', subjects: [], people: [], rules: [newRule(false)] },
  ...{ dueKind: 'assigned', dueDays: 30, dueOn: null, repeatMonths: 0, renewDays: 30 },
  reminders: { ...REMINDERS },
});

/** A stored requirement as the editor has it. */
export function versionOf(stored: Stored): { values: Settings; revision: number; requirement: Stored } {
  const { title, summary, subjects, people, renewDays, dueOn, dueDays, dueFrom, repeatMonths, reminders, revision } =
    stored;
  const rules = stored.rules.map(({ department: _, position: __, ...rule }) => rule);
  const values = {
    ...{ title, summary, subjects, people, renewDays, dueOn, rules, reminders },
    ...{ dueKind: dueFrom ?? ('fixed' as const), dueDays: dueDays ?? 30, repeatMonths: repeatMonths ?? 0 },
  };
  return { values, revision, requirement: stored };
}

/** The values as they are sent. */
export function toInput({
  dueKind,
  dueDays,
  dueOn,
  repeatMonths,
  subjects,
  people,
  ...values
}: Settings): Omit<Input, 'id' | 'revision'> {
  const isFixed = dueKind === 'fixed';
  return {
    ...values,
    ...{ dueDays: isFixed ? null : dueDays, dueFrom: isFixed ? null : dueKind, dueOn: isFixed ? dueOn : null },
    repeatMonths: repeatMonths || null,
    subjects: subjects.map(({ kind, id }) => ({ kind, id })),
    people: people.map(({ userId, excluded }) => ({ userId, excluded })),
  };
}

/** What can fulfil a requirement, found by title; at first courses. */
export const subjectPage = (kind: SubjectKind = 'course', keyword = '') =>
  ['POST /course/auth/requirement/subject/page', { kind, keyword: keyword || undefined, pageSize: 20 }] as const;

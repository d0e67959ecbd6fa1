import type { Data } from '#src/contract/calls.ts';
import type { Entry } from '../kit/History.tsx';
import type { EditorProps, Section, Settings, Stored } from './exam-settings.ts';

type Read = Data<'GET /exam/auth/exam/admin/former'>;
type Name = keyof Settings;
/** Values from before a change, for the form. */
export type Former = {
  /** Of the change, ISO 8601. */
  at: string;
  values: Partial<Settings>;
  /** Those whose values are complete, those that refer to something that cannot be chosen any more, and those without a value. */
  whole: Name[];
  partly: Name[];
  lost: string[];
};

/** Lecturers leave them as they are (`withRewards`). */
const REWARDS: ReadonlySet<string> = new Set([
  ...['credits', 'points', 'certificateId', 'certificateWay', 'certificateScore', 'certificateMonths'],
  ...['certificateCourses', 'certificateTasks'],
]);
const isOwn = (name: string, isAdmin: boolean) => isAdmin || !REWARDS.has(name);

/** Whether an entry of the history has values from before it that the user can set. */
export const hasFormer = ({ action, changes }: Pick<Entry, 'action' | 'changes'>, isAdmin: boolean): boolean =>
  action === 'exam.changed' &&
  changes.some(({ name, before, isKept }) => (before !== undefined || isKept === true) && isOwn(name, isAdmin));

/** The values from before a change as the form has them, without what its fields do not offer any more. */
export function formerSettings(
  { gmtCreate, changes }: Pick<Entry, 'gmtCreate' | 'changes'>,
  { values: read, lostQuestions }: Read,
  { choices, isAdmin }: Pick<EditorProps, 'choices' | 'isAdmin'>,
): Former {
  const has = (list: { id: string }[], id: unknown) => list.some((each) => each.id === id);
  /** @returns the value, and whether it is complete; null: there is none */
  const valueOf = (name: Name, value: unknown): [value: unknown, isWhole: boolean] | null => {
    const only = (list: { id: string }[]): [unknown, boolean] => {
      const ids = value as string[];
      const found = ids.filter((id) => has(list, id));
      return [found, found.length === ids.length];
    };
    switch (name) {
      case 'intro':
        return [value ?? '', true];
      case 'courseId':
      case 'certificateId':
        return value === null || has(choices[name === 'courseId' ? 'courses' : 'certificates'], value)
          ? [value, true]
          : null;
      case 'certificateCourses':
        return only(choices.courses);
      case 'certificateTasks':
        return only(choices.tasks);
      case 'questions':
        return [value, lostQuestions === 0];
      case 'sections': {
        // A part with a deleted bank stays: another one can be chosen, and otherwise the error is at its field.
        const sections = (value as Stored['sections']).map((section): Section => ({
          ...section,
          limitSeconds: section.limitSeconds ?? 0,
        }));
        return [sections, sections.every(({ bankId }) => has(choices.banks, bankId))];
      }
      default:
        return [value, true];
    }
  };
  const found = changes.map(({ name }) => ({
    name: name as Name,
    found: name in read && isOwn(name, isAdmin) ? valueOf(name as Name, read[name]) : null,
  }));
  const named = (isIn: (value: (typeof found)[number]['found']) => boolean) =>
    found.filter((each) => isIn(each.found)).map(({ name }) => name);
  return {
    at: gmtCreate,
    values: Object.fromEntries(found.flatMap((each) => (each.found ? [[each.name, each.found[0]]] : []))),
    whole: named((value) => value?.[1] === true),
    partly: named((value) => value?.[1] === false),
    lost: named((value) => value === null),
  };
}

import { z } from 'zod';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { DUE_FROM } from '#src/contract/rules/requirement.ts';
import { Code, Department, given, item, Line, list, Moment, Phone, text, Whole } from './fields.ts';

/* Schemas of departments, positions and requirements (docs/content-packs.md). */

/** A department by its path, with its head and what else is known about it. One with a code exists without people, too. */
const DepartmentEntry = item({
  department: Department,
  head: Phone.optional(),
  code: Code.optional(),
  otherName: Line.optional(),
  sort: Whole.optional(),
});
export const DepartmentEntries = z.array(DepartmentEntry);

const PositionEntry = item({ code: Code, name: Line, otherName: Line.optional(), sort: Whole.optional() });
export const PositionEntries = list(PositionEntry, MAX_ITEMS.requirementPositions);

const number = (least: number, most: number) => {
  const message = `should be from ${least} to ${most}`;
  return z.int('should be a whole number').min(least, message).max(most, message);
};
const Subject = item({
  course: Code.optional(),
  project: Code.optional(),
  exam: Code.optional(),
  certificate: Code.optional(),
}).refine((entry) => Object.values(entry).filter((code) => code !== undefined).length === 1, {
  message: 'names either a "course", a "project", an "exam" or a "certificate"',
});
/** People to whom all that a group names applies; without anything: everybody. */
const Group = item({
  department: Department.optional(),
  /** Also the departments below it. */
  below: z.boolean().default(true),
  /** By its name. */
  position: Line.optional(),
  joinedSince: Moment.optional(),
});
const Exemption = item({ phone: Phone, reason: text(500), until: Moment.optional() });

/** Who must know what, by when, and again when. */
const RequirementEntry = item({
  code: Code,
  title: text(120),
  summary: text(500).optional(),
  status: z.enum(['draft', 'published']).default('published'),
  /** From when on it is valid; before the import: those whom it concerns have it since then, or since they joined. */
  since: Moment.optional(),
  subjects: list(Subject, MAX_ITEMS.requirementSubjects).min(1, 'should have at least one item'),
  audience: z.union([z.literal('all'), list(Group, MAX_ITEMS.requirementRules)]).default([]),
  except: list(Group, MAX_ITEMS.requirementRules).default([]),
  people: list(Phone, MAX_ITEMS.requirementPeople).default([]),
  exceptPeople: list(Phone, MAX_ITEMS.requirementPeople).default([]),
  dueDays: number(0, 3650).optional(),
  dueFrom: z.enum(DUE_FROM).default('assigned'),
  dueOn: Moment.optional(),
  repeatMonths: number(1, 240).optional(),
  renewDays: number(0, 365).default(30),
  exemptions: list(Exemption, MAX_ITEMS.requirementPeople).default([]),
}).superRefine(
  ({ dueDays, dueOn, audience, people, exceptPeople }, context) => {
    const wrong = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
    if ((dueDays === undefined) === (dueOn === undefined)) wrong('dueDays', 'either "dueDays" or "dueOn" is needed');
    if (audience.length === 0 && people.length === 0)
      wrong('audience', 'concerns nobody: "audience" (groups, or all) or "people" is needed');
    const both = people.find((phone) => exceptPeople.includes(phone));
    if (both) wrong('exceptPeople', `"${both}" is also in "people"`);
  },
  given('dueDays', 'dueOn', 'audience', 'people', 'exceptPeople'),
);
export const RequirementEntries = list(RequirementEntry, MAX_ITEMS.requirements);

export type DepartmentEntry = z.infer<typeof DepartmentEntry>;
export type PositionEntry = z.infer<typeof PositionEntry>;
export type RequirementEntry = z.infer<typeof RequirementEntry>;

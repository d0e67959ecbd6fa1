import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Id, Instant, page, paged, saveOf, SeenRevision, sorted, whole } from './common.ts';
import { define } from './define.ts';

const Name = z
  .string()
  .trim()
  .min(1, { error: 'field.required' })
  .max(60, { error: 'field.tooLong' })
  .overwrite((name) => name.replace(/\s+/g, ' '));
const OtherName = z.string().trim().max(120, { error: 'field.tooLong' }).default('');
const CodeOrNone = z
  .string()
  .trim()
  .max(60, { error: 'field.tooLong' })
  .regex(/^[\p{L}\p{N}._-]*$/u, { error: 'field.organisationCode' })
  .default('');

export const Department = z.object({
  id: Id,
  parentId: Id.nullable(),
  code: z.string().nullable(),
  name: z.string(),
  otherName: z.string().nullable().meta({ description: 'in the other language of the portal' }),
  path: z.string().meta({ description: 'names from the top, `总部/华东`' }),
  headId: Id.nullable(),
  headName: z.string().nullable(),
  sort: z.number().int(),
  closedAt: Instant.nullable(),
  revision: z.number().int(),
  memberCount: z.number().int().meta({ description: 'active members directly in it' }),
  totalCount: z.number().int().meta({ description: 'active members in it and below it' }),
  canChange: z.boolean().meta({ description: 'the viewer may rename, move and merge it' }),
});

/** What a change of a department is about to do. */
const Change = z.object({
  kind: z.enum(['move', 'merge', 'close']),
  id: Id,
  targetId: Id.nullable()
    .default(null)
    .meta({ description: 'move: the department above, null: at the top; merge: the one that stays' }),
  sort: whole(0, 100_000)
    .optional()
    .meta({ description: 'move: place among those of the same department above; default: the last' }),
});

const Consequences = z.object({
  memberCount: z.number().int().meta({ description: 'members in it and below it, disabled ones too' }),
  departmentCount: z.number().int().meta({ description: 'departments below it' }),
  examCount: z.number().int().meta({ description: 'exams whose audience names it or one below it' }),
  taskCount: z.number().int().meta({ description: 'tasks whose audience names it or one below it' }),
  grantCount: z.number().int().meta({ description: 'roles that are valid in it or one below it' }),
  before: z.string(),
  after: z.string().nullable().meta({ description: 'its path then; null: closed' }),
  names: z
    .array(z.string())
    .max(MAX_ITEMS.factItems)
    .meta({ description: 'merge: departments below it that both have, which are merged as well' }),
  plan: z.string().meta({ description: 'of these consequences: the change is refused when they are others meanwhile' }),
});

const Position = z.object({
  id: Id,
  code: z.string().nullable(),
  name: z.string(),
  otherName: z.string().nullable(),
  closedAt: Instant.nullable(),
  revision: z.number().int(),
  memberCount: z.number().int().meta({ description: 'active members' }),
});

/** Departments and positions of the enterprise (docs/specification.md, section "Organisation"). */
export const organisation = define({
  'GET /user/auth/organisation/department/list': {
    summary:
      'List the departments that the viewer manages or may see, those above them without numbers; in order of the tree',
    auth: 'organisation.read',
    input: z.object({ withClosed: z.enum(['true', 'false']).default('false') }),
    data: z.object({ departments: z.array(Department).max(MAX_ITEMS.organisationDepartments) }),
  },
  'POST /user/auth/organisation/department/save': {
    summary: 'Add a department, or change its names, code or head; 409 for an earlier revision',
    auth: 'organisation.write',
    input: saveOf(
      z.object({
        id: Id.optional(),
        parentId: Id.nullable().default(null).meta({ description: 'only of a new one' }),
        name: Name.regex(/^[^/／]+$/, { error: 'field.departmentName' }),
        otherName: OtherName,
        code: CodeOrNone,
        headId: Id.nullable().default(null),
        revision: SeenRevision,
      }),
    ),
    data: z.object({ id: Id }),
  },
  'POST /user/auth/organisation/department/plan': {
    summary: 'Say what moving, merging or closing a department changes',
    auth: 'organisation.write',
    input: Change,
    data: Consequences,
  },
  'POST /user/auth/organisation/department/change': {
    summary:
      'Move a department, merge it into another one or close it; 409 when that changes something else than its plan said',
    auth: 'organisation.write',
    input: Change.extend({ plan: z.string().max(100) }),
    data: z.object({ id: Id }),
  },
  'POST /user/auth/organisation/department/reopen': {
    summary: 'Open a closed department again, at its former place',
    auth: 'organisation.write',
    input: z.object({ id: Id }),
    data: z.object({ id: Id }),
  },
  'POST /user/auth/organisation/position/page': {
    summary: 'List positions by name',
    auth: 'organisation.read',
    input: paged().extend({
      keyword: z.string().trim().max(100).optional(),
      state: z.enum(['open', 'closed']).optional(),
      sort: sorted('name', 'memberCount'),
    }),
    data: page(Position),
  },
  'POST /user/auth/organisation/position/save': {
    summary: 'Add a position, or change its names or code; 409 for an earlier revision',
    auth: 'organisation.write',
    input: saveOf(
      z.object({ id: Id.optional(), name: Name, otherName: OtherName, code: CodeOrNone, revision: SeenRevision }),
    ),
    data: z.object({ id: Id }),
  },
  'POST /user/auth/organisation/position/merge': {
    summary:
      'Give the members of a position another one and close it; 409 when their number is another than the viewer saw',
    auth: 'organisation.write',
    input: z.object({
      id: Id,
      targetId: Id.nullable().meta({ description: 'null: no position' }),
      memberCount: whole(0, 1e9),
    }),
    data: z.object({ id: Id }),
  },
  'POST /user/auth/organisation/position/reopen': {
    summary: 'Open a closed position again',
    auth: 'organisation.write',
    input: z.object({ id: Id }),
    data: z.object({ id: Id }),
  },
});

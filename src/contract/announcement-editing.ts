import { z } from 'zod';
import { ById, Empty, Id, Instant, page, paged, sorted } from './common.ts';
import { define } from './define.ts';
import { EditedThing } from './editing.ts';
import { ExportRecord } from './export.ts';
import { RECEIPT_STATES } from './rules/announcement.ts';
import { CONTENT_STATES } from './rules/editing.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';

/* Announcements and articles as their editors see them (docs/specification.md, section "Editing content"). */

const Keyword = z.string().trim().max(100, { error: 'field.tooLong' }).optional();
const Choice = z.object({ id: Id, title: z.string() });
const Person = z.object({ userId: Id, userName: z.string(), department: z.string().nullable() });
const State = z.enum(RECEIPT_STATES, { error: 'field.invalid' });
const ReceiptFilter = z.object({
  id: Id,
  keyword: Keyword,
  departmentId: Id.optional().meta({ description: 'with those below it' }),
  state: State.optional(),
  sort: sorted('userName', 'department', 'seenAt', 'confirmedAt'),
});

export const announcementEditing = define({
  'POST /system/auth/content/announcement/page': {
    summary: 'List all announcements for their editors, the latest change first; deleted ones only with `state`',
    auth: 'content.manage',
    input: paged().extend({
      keyword: Keyword,
      state: z.enum(CONTENT_STATES, { error: 'field.invalid' }).optional(),
      mark: z.enum(['draft', 'planned', 'pack'], { error: 'field.invalid' }).optional(),
      sort: sorted('title', 'changedAt', 'publishedAt'),
    }),
    data: page(
      z.object({
        ...{ id: Id, title: z.string(), publishedAt: Instant, pinned: z.boolean(), mustRead: z.boolean() },
        restricted: z.boolean().meta({ description: 'only its audience sees it' }),
        ...EditedThing,
      }),
    ),
  },
  'POST /system/auth/content/article/page': {
    summary: 'List the articles of the site for their editors, in their order; deleted ones only with `state`',
    auth: 'content.manage',
    input: paged().extend({ state: z.enum(CONTENT_STATES, { error: 'field.invalid' }).optional() }),
    data: page(
      z.object({
        ...{ id: Id, code: z.string(), title: z.string(), versionNumber: z.number().int() },
        isMissingLanguage: z.boolean(),
        ...EditedThing,
      }),
    ),
  },
  'GET /system/auth/announcement/choices': {
    summary: 'List departments and positions for audiences',
    auth: 'content.manage',
    input: Empty,
    data: z.object({
      departments: z.array(Choice).max(MAX_ITEMS.organisationDepartments),
      positions: z.array(Choice).max(MAX_ITEMS.requirementPositions),
    }),
  },
  'POST /system/auth/announcement/people/page': {
    summary: 'List active members by name, department or position, or those with these ids',
    auth: 'content.manage',
    input: paged().extend({
      keyword: Keyword,
      ids: z.array(Id).max(MAX_ITEMS.requirementPeople, { error: 'field.tooMany' }).optional(),
    }),
    data: page(Person),
  },
  'POST /system/auth/announcement/receipt/page': {
    summary: 'List who has confirmed or seen a published announcement, by department and name',
    auth: 'content.manage',
    input: paged().extend(ReceiptFilter.shape),
    data: page(
      Person.extend({
        employeeNo: z.string().nullable(),
        ...{
          state: State,
          seenAt: Instant.nullable(),
          confirmedAt: Instant.nullable(),
          remindedAt: Instant.nullable(),
        },
      }),
    ),
  },
  'GET /system/auth/announcement/receipt/total': {
    summary: 'Count the members whom an announcement concerns by what they have done with it',
    auth: 'content.manage',
    input: ById,
    data: z.object({
      ...{ title: z.string(), mustRead: z.boolean(), isPublished: z.boolean() },
      ...{ confirmed: z.number().int(), seen: z.number().int(), reminded: z.number().int(), none: z.number().int() },
    }),
  },
  'POST /system/auth/announcement/receipt/export': {
    summary: 'Request an export of who has confirmed or seen an announcement, with the filter of the list',
    auth: 'content.manage',
    input: ReceiptFilter,
    data: ExportRecord,
  },
  'POST /system/auth/announcement/receipt/remind': {
    summary: 'Send a notice to those who have not confirmed (or not seen) an announcement, once a day at most',
    auth: 'content.manage',
    input: ById,
    data: z.object({ count: z.number().int() }),
  },
});

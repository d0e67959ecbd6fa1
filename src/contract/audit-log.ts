import { z } from 'zod';
import { Empty, Id, whole } from './common.ts';
import { define } from './define.ts';
import { ExportRecord } from './export.ts';
import { HistoryEntry } from './history.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';

const Day = z.iso.date({ error: 'field.invalid' }).max(10, { error: 'field.invalid' });
const Action = z
  .string()
  .max(60, { error: 'field.invalid' })
  .regex(/^[a-zA-Z.]+$/, { error: 'field.invalid' });
const AuditFilter = z.object({
  userId: Id.optional().meta({ description: 'who did it' }),
  subjectId: Id.optional().meta({ description: 'the member or thing that it is about' }),
  action: Action.optional().meta({ description: 'e.g. `exam.published`' }),
  from: Day.optional(),
  to: Day.optional(),
});
const Entry = HistoryEntry.extend({
  userId: Id.nullable(),
  address: z.string().nullable().meta({ description: 'network address of the request' }),
  place: z.string().nullable().meta({ description: 'country of the address' }),
  subjects: z
    .array(z.object({ id: Id, name: z.string().nullable().meta({ description: 'of a member' }) }))
    .max(MAX_ITEMS.auditSubjects),
  detail: z.string().nullable().meta({ description: 'all that is stored, as JSON; null for managers of departments' }),
});

/** The whole audit log, for those who may read it; of a department: what members of it did and what concerns them (decision 101). */
export const auditLog = define({
  'POST /data/auth/audit/page': {
    summary: 'Read the audit log, newest first: entries before the one that is named',
    auth: 'audit.read',
    input: AuditFilter.extend({
      before: Id.optional().meta({ description: '`next` of the answer before' }),
      pageSize: whole(1, MAX_ITEMS.page).default(10),
    }),
    data: z.object({
      list: z.array(Entry).max(MAX_ITEMS.page),
      next: Id.nullable().meta({ description: 'null: there are no earlier ones' }),
    }),
  },
  'GET /data/auth/audit/action/list': {
    summary: 'List the actions that the audit log can have, with their texts',
    auth: 'audit.read',
    input: Empty,
    data: z.array(z.object({ action: Action, text: z.string() })).max(MAX_ITEMS.auditActions),
  },
  'POST /data/auth/audit/export': {
    summary:
      'Request an export of the entries that a filter finds; `html` is signed, and `npm run verify` proves that nothing in it was changed',
    auth: 'audit.read',
    input: AuditFilter.extend({ format: z.enum(['xlsx', 'csv', 'html']).default('xlsx') }),
    data: ExportRecord,
  },
});

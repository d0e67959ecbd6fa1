import { z } from 'zod';
import { Empty, Id, Instant } from './common.ts';
import { define } from './define.ts';
import { ExportRecord } from './export.ts';

/** What personal data are about. */
const DataGroup = z.enum([
  'profile',
  'signIn',
  'consents',
  'certificates',
  'record',
  'exams',
  'classes',
  'evaluations',
  'requirements',
  'learning',
  'community',
  'requests',
  'messages',
  'work',
  'files',
  'log',
]);
export type DataGroup = z.output<typeof DataGroup>;

const Reason = z.string().trim().min(1, { error: 'field.required' }).max(500, { error: 'field.tooLong' });

/** Rights of people about their data, exercised by themselves or by administrators for them (docs/specification.md, section "Personal data"). */
export const privacy = define({
  'POST /user/auth/people/data/copy': {
    summary:
      'Get a copy of everything that the portal stores about a member in this enterprise, as a JSON file; audited',
    auth: 'admin',
    input: z.object({ userId: Id }),
    data: z.object({ fileName: z.string(), mediaType: z.string(), base64: z.string() }),
  },
  'POST /user/auth/people/data/erase': {
    summary: 'Request the erasure of the personal data of a member: another administrator decides; it cannot be undone',
    auth: 'admin',
    proof: true,
    input: z.object({ userId: Id, reason: Reason }),
    data: z.object({ instanceId: Id }),
  },
  'GET /user/auth/people/data/plan': {
    summary: 'Get what the erasure of the personal data of a member would erase, change and keep, in numbers of rows',
    auth: 'admin',
    input: z.object({ userId: Id }),
    data: z.object({
      list: z
        .array(z.object({ group: DataGroup, fate: z.enum(['erased', 'changed', 'kept']), count: z.number().int() }))
        .max(3 * DataGroup.options.length),
      isLastAdministrator: z.boolean(),
    }),
  },
  'GET /user/auth/own/data/view': {
    summary: 'Get the latest request of the user for the erasure of their own data',
    auth: 'enterprise',
    input: Empty,
    data: z.object({
      request: z
        .object({ id: Id, state: z.enum(['pending', 'approved', 'rejected', 'withdrawn']), gmtCreate: Instant })
        .nullable(),
    }),
  },
  'POST /user/auth/own/data/copy': {
    summary:
      'Request a copy of everything that the portal stores about the user in this enterprise, as a zip file of their download centre; once a day',
    auth: 'enterprise',
    input: Empty,
    data: ExportRecord,
  },
  'POST /user/auth/own/data/erase': {
    summary: 'Request the erasure of the user’s own data: an administrator decides; it can be withdrawn until then',
    auth: 'enterprise',
    proof: true,
    input: z.object({ reason: Reason }),
    data: z.object({ instanceId: Id }),
  },
});

import { z } from 'zod';
import { Id } from './common.ts';
import { define } from './define.ts';

/** Rights of people about their data, exercised by administrators for them (docs/specification.md, section "People"). */
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
    input: z.object({
      userId: Id,
      reason: z.string().trim().min(1, { error: 'field.required' }).max(500, { error: 'field.tooLong' }),
    }),
    data: z.object({ instanceId: Id }),
  },
});

import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]).optional();

/** What somebody did, in words. */
export const HistoryEntry = z.object({
  id: Id,
  gmtCreate: Instant,
  action: z.string().meta({ description: 'its name in the audit log, e.g. `exam.published`' }),
  text: z.string().meta({ description: 'what was done, in the language of the user' }),
  by: z.enum(['member', 'operator', 'import', 'portal']),
  userName: z.string().nullable().meta({ description: 'the member who did it' }),
  reason: z.string().nullable(),
  people: z
    .array(z.string())
    .max(MAX_ITEMS.historyPeople)
    .meta({ description: 'other members whom it concerns, by name' }),
  peopleCount: z.number().int(),
  changes: z
    .array(
      z.object({
        name: z.string().meta({ description: 'name of the setting; values are left out when they are long' }),
        before: Value,
        after: Value,
        isKept: z
          .boolean()
          .optional()
          .meta({ description: 'the value before is kept, but too long to be shown here: it can be used again' }),
      }),
    )
    .max(MAX_ITEMS.historyChanges),
});

export const history = define({
  'POST /data/auth/history/page': {
    summary:
      'List who changed an exam, a certificate, a question bank or a member, and when, newest first; for those who manage it',
    auth: 'enterprise',
    input: paged().extend({
      kind: z.enum([
        ...['exam', 'certificate', 'questionBank', 'person', 'task', 'content', 'message'],
        ...['approvalChain', 'policy', 'certificateTemplate', 'requirement', 'community', 'media', 'report'],
        ...['trainingSession', 'liveSession', 'category', 'trainingRoom'],
      ] as const),
      id: Id,
    }),
    data: page(HistoryEntry),
  },
});

import { z } from 'zod';
import { Id } from './common.ts';
import { define } from './define.ts';
import { ExportRecord, TableFormat } from './export.ts';
import { Day, MatrixFilter } from './requirement-parts.ts';

/** What auditors take with them: tables of the matrix, and signed evidence about a person (decision 094). */
export const requirementEvidence = define({
  'POST /course/auth/requirement/matrix/export': {
    summary:
      'Request an export of the people and states that a filter of the matrix finds, also of a past or later day',
    auth: 'training.read',
    input: MatrixFilter.extend({ format: TableFormat }),
    data: ExportRecord,
  },
  'POST /course/auth/requirement/lapse/export': {
    summary: 'Request an export of whose requirements lapse or are due until a day',
    auth: 'training.read',
    input: MatrixFilter.omit({ state: true, on: true }).extend({
      from: Day.optional(),
      until: Day,
      format: TableFormat,
    }),
    data: ExportRecord,
  },
  'POST /course/auth/requirement/evidence/sign': {
    summary: 'Make a signed file about the state of a person in a requirement on a day, which `npm run verify` proves',
    auth: 'training.read',
    input: z.object({ requirementId: Id, userId: Id, on: Day.optional() }),
    data: z.object({
      fileName: z.string(),
      html: z.string().meta({ description: 'to be saved as it is: every byte is signed' }),
    }),
  },
});

import { z } from 'zod';
import { ById, Empty, Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';

/** An export file record (spec section 3). */
export const ExportRecord = z.object({
  id: Id,
  fileName: z.string(),
  fileSize: z.number().int().nullable().meta({ description: 'bytes; null until it is made' }),
  gmtCreate: Instant,
  exportStatus: z.number().int().meta({ description: '1 being made, 2 ready for download, 3 failed' }),
});

export const exportRecords = define({
  'POST /data/auth/export/record/page': {
    summary: 'My exports, newest first',
    auth: 'enterprise',
    input: paged(10),
    data: page(ExportRecord),
  },
  'GET /data/auth/export/record/get/file/download/url': {
    summary: 'Short-lived address of one of my exports; it works in my own session only',
    auth: 'enterprise',
    input: ById,
    data: z.object({ url: z.string(), fileName: z.string() }),
  },
  'POST /data/auth/export/record/remake': {
    summary: 'Make one of my exports again that has failed',
    auth: 'enterprise',
    input: ById,
    data: ExportRecord,
  },
  'DELETE /data/auth/export/record/delete': {
    summary: 'Delete one of my exports, with its file',
    auth: 'enterprise',
    input: ById,
    data: z.object({ count: z.number().int() }),
  },
  'DELETE /data/auth/export/record/all/delete': {
    summary: 'Delete all my exports, with their files',
    auth: 'enterprise',
    input: Empty,
    data: z.object({ count: z.number().int() }),
  },
});

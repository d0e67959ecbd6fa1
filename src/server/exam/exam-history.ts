import type { HistoryKind } from '#src/server/core/audit.ts';
import { requireManaged } from './admin/manage.ts';

/** Those who manage an exam read its history; only administrators see what was granted to single members. */
export const EXAM_HISTORY: HistoryKind = { requireReader: requireManaged, adminOnly: ['exam.allowance.saved'] };

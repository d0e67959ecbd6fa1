import type { Data } from '#src/contract/calls.ts';
import { type ReceiptState, receiptStates } from '#src/contract/rules/announcement.ts';
import { id, listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';
import { CONTENT_FILTERS, type ContentFilter } from '../content/content-filters.ts';

/* The queries of `/admin/announcements` and of its receipts, and the calls of their lists. */

export const PAGE = 'POST /system/auth/content/announcement/page';
export type ListedAnnouncement = Data<typeof PAGE>['list'][number];
export type AnnouncementSort = 'title' | 'publishedAt' | 'changedAt';

export const ANNOUNCEMENTS = listQuery<ContentFilter, AnnouncementSort>({
  path: '/admin/announcements',
  filters: CONTENT_FILTERS,
  sorts: ['title', 'publishedAt', 'changedAt'],
});

export const announcementPage = (state: StateOf<typeof ANNOUNCEMENTS>) => [PAGE, pageInput(state)] as const;

export const RECEIPTS = 'POST /system/auth/announcement/receipt/page';
export type Receipt = Data<typeof RECEIPTS>['list'][number];
export type ReceiptSort = 'userName' | 'department' | 'seenAt' | 'confirmedAt';

/** @param mustRead whether it must be confirmed: otherwise nobody has, and nothing is found by it */
export const receiptList = (announcementId: string, mustRead: boolean) =>
  listQuery<{ keyword?: string; state?: ReceiptState; departmentId?: string }, ReceiptSort>({
    path: '/admin/announcements/receipts',
    fixed: { id: announcementId },
    filters: { keyword: text(100), state: oneOf(receiptStates(mustRead)), departmentId: id },
    sorts: ['userName', 'department', 'seenAt', ...(mustRead ? ['confirmedAt' as const] : [])],
  });

export const receiptPage = (announcementId: string, state: StateOf<ReturnType<typeof receiptList>>) =>
  [RECEIPTS, { id: announcementId, ...pageInput(state) }] as const;

export const receiptTotals = (announcementId: string) =>
  ['GET /system/auth/announcement/receipt/total', { id: announcementId }] as const;

export const audienceChoices = () => ['GET /system/auth/announcement/choices', {}] as const;

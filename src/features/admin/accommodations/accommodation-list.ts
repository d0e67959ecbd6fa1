import type { Data } from '#src/contract/calls.ts';
import { listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of `/admin/accommodations`, and the call of its list. */

export type Accommodation = Data<'POST /exam/auth/exam/accommodation/page'>['list'][number];
type Filter = { keyword?: string; state?: Accommodation['state'] };
type Order = 'userName' | 'validFrom' | 'validUntil';

export const STATES = ['current', 'later', 'ended'] as const;

export const ACCOMMODATIONS = listQuery<Filter, Order>({
  path: '/admin/accommodations',
  filters: { keyword: text(100), state: oneOf(STATES) },
  sorts: ['userName', 'validFrom', 'validUntil'],
});
export const accommodationPage = (state: StateOf<typeof ACCOMMODATIONS>) =>
  ['POST /exam/auth/exam/accommodation/page', pageInput(state)] as const;

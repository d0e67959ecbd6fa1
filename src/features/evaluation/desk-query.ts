import type { Input } from '#src/contract/calls.ts';

export type Desk = { tab: 'waiting' | 'done' | 'results'; keyword: string; page: number };

/** Reads the state of the desk from its address. */
export function readDesk({ searchParams }: URL, seesResults: boolean): Desk {
  const wanted = searchParams.get('tab');
  const tab = wanted === 'done' || (wanted === 'results' && seesResults) ? wanted : 'waiting';
  const page = Number(searchParams.get('page') ?? '1');
  return { tab, keyword: (searchParams.get('keyword') ?? '').trim().slice(0, 100), page: page > 0 ? page : 1 };
}

const PAGE = 'POST /course/auth/evaluation/page';
const RESULTS = 'POST /course/auth/evaluation/result/page';

/** The call whose data the tabs "waiting" and "done" show. */
export const deskPage = ({ tab, page }: Desk): [typeof PAGE, Input<typeof PAGE>] => [
  PAGE,
  { status: tab === 'done' ? 'done' : 'waiting', pageCurrent: page },
];
/** The call whose data the tab "results" shows. */
export const resultPage = ({ keyword, page }: Desk): [typeof RESULTS, Input<typeof RESULTS>] => [
  RESULTS,
  { pageCurrent: page, ...(keyword && { keyword }) },
];

import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LoadState } from '#src/components/LoadState.tsx';
import { island } from '#src/i18n/island.tsx';
import { answer, disconnect, made, refuse } from '../../tests/component/gateway.ts';
import { hydrate } from '../../tests/component/render.ts';
import { type Given, GivenContext, invalidate, optimistically, prefetch, useCall } from './query.ts';
import { usePages } from './use-pages.ts';

const RANK = 'POST /user/auth/enterprise/user/account/integral/rank/page';

/** Each test uses a different year, because the cache outlives an island. */
let nextYear = 2001;

const Rank = island(function Rank({ year, given = {} }: { year: number; given?: Given }) {
  return (
    <GivenContext value={given}>
      <Total year={year} />
    </GivenContext>
  );
});
function Total({ year }: { year: number }) {
  const rank = useCall(RANK, { year });
  return <LoadState query={rank}>{({ totalCount }) => <p>{`${totalCount} people`}</p>}</LoadState>;
}
const rankOf = (totalCount: number) => ({
  pageCurrent: 1,
  pageSize: 3,
  totalCount,
  totalPage: 1,
  list: [],
  year: 2026,
});

test('what the server prefetched is shown at once, and not fetched again', async () => {
  const year = nextYear++;
  const given = await prefetch((async () => rankOf(5)) as never, [[RANK, { year }]]);
  const place = await hydrate(Rank, { year, given });
  expect(place.textContent).toBe('5 people');
  expect(made).toEqual([]);
});

test('without it the call is made, once for two islands', async () => {
  const year = nextYear++;
  answer(RANK, rankOf(7));
  const first = await hydrate(Rank, { year });
  await expect.element(page.getByText('7 people')).toBeVisible();
  expect(first.querySelector('[aria-busy]')).toBeNull();
  await hydrate(Rank, { year });
  expect(made).toEqual([{ call: RANK, input: { year } }]);
});

test('a failure is shown where the data would be, with its reason, and can be tried again', async () => {
  const year = nextYear++;
  refuse(RANK, 503, '系统繁忙');
  await hydrate(Rank, { year });
  await expect.element(page.getByText('系统繁忙')).toBeVisible();
  answer(RANK, rankOf(9));
  await userEvent.click(page.getByRole('button', { name: '重试' }));
  await expect.element(page.getByText('9 people')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('what was shown stays when asking again fails, and comes true when the connection is back', async () => {
  const year = nextYear++;
  answer(RANK, rankOf(1));
  await hydrate(Rank, { year });
  await expect.element(page.getByText('1 people')).toBeVisible();
  disconnect(RANK);
  invalidate(RANK);
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByText('1 people')).toBeVisible();
  answer(RANK, rankOf(2));
  dispatchEvent(new Event('online'));
  await expect.element(page.getByText('2 people')).toBeVisible();
});

test('an optimistic change shows at once, and is taken back when the server refuses', async () => {
  const year = nextYear++;
  answer(RANK, rankOf(3));
  await hydrate(Rank, { year });
  await expect.element(page.getByText('3 people')).toBeVisible();
  let refuseNow: (error: Error) => void = () => undefined;
  const change = optimistically(
    RANK,
    { year },
    (before) => ({ ...before, totalCount: before.totalCount + 1 }),
    () => new Promise<void>((_, reject) => (refuseNow = reject)),
  );
  await expect.element(page.getByText('4 people')).toBeVisible();
  refuseNow(new Error('no'));
  await expect(change).rejects.toThrow('no');
  await expect.element(page.getByText('3 people')).toBeVisible();
});

type Item = { id: string };
const pages: Record<number, { list: Item[]; totalCount: number }> = {};
const List = island(function List() {
  const { items, total, hasMore, isLoading, loadMore, change } = usePages<Item>(async (n) => pages[n]!, {
    pageSize: 2,
    given: pages[1],
  });
  return (
    <>
      <p>{`${items.map(({ id }) => id).join(' ')} of ${total}`}</p>
      <button type="button" disabled={!hasMore || isLoading} onClick={() => void loadMore()}>
        more
      </button>
      <button type="button" onClick={() => change((before) => before.slice(1))}>
        drop
      </button>
    </>
  );
});

test('a list grows by pages, shows repeated items once, and ends where the server has no more', async () => {
  pages[1] = { list: [{ id: 'a' }, { id: 'b' }], totalCount: 4 };
  // An item was added meanwhile, so the page repeats one.
  pages[2] = { list: [{ id: 'b' }, { id: 'c' }], totalCount: 5 };
  await hydrate(List, {});
  await userEvent.click(page.getByRole('button', { name: 'more' }));
  await expect.element(page.getByText('a b c of 5')).toBeVisible();
  // The remaining items were deleted meanwhile.
  pages[2] = { list: [], totalCount: 5 };
  await userEvent.click(page.getByRole('button', { name: 'more' }));
  await expect.element(page.getByText('a b c of 3')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'more' })).toBeDisabled();
  await userEvent.click(page.getByRole('button', { name: 'drop' }));
  await expect.element(page.getByText('b c of 2')).toBeVisible();
});

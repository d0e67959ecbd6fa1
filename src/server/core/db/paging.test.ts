import { expect, it } from 'vitest';
import { paging, readPage, slice } from './paging.ts';

const page = (pageCurrent: number, pageSize = 10) => ({ pageCurrent, pageSize });

it('page numbers start at 1', () => {
  expect(slice(page(1))).toEqual({ limit: 10, offset: 0 });
  expect(slice(page(3, 7))).toEqual({ limit: 7, offset: 14 });
});

it('the last page may be incomplete', () => {
  expect(paging(page(2), 11, ['x'])).toEqual({
    pageCurrent: 2,
    pageSize: 10,
    totalCount: 11,
    totalPage: 2,
    list: ['x'],
  });
  expect([0, 1, 10, 20].map((count) => paging(page(1), count, []).totalPage)).toEqual([0, 1, 1, 2]);
});

/** A list, and the slices of it that were read. */
function list(total = 25) {
  const parts: { limit: number; offset: number }[] = [];
  const read = (part: { limit: number; offset: number }) => {
    parts.push(part);
    const rows = Array.from({ length: total }, (_, n) => ({ n, totalCount: total }));
    return Promise.resolve(rows.slice(part.offset, part.offset + part.limit));
  };
  return { parts, read };
}

it('reads a page and the total count with one query', async () => {
  const { parts, read } = list();
  const found = await readPage(page(3), read);
  expect(found).toMatchObject({ totalCount: 25, totalPage: 3 });
  expect(found.list.map(({ n }) => n)).toEqual([20, 21, 22, 23, 24]);
  expect(parts).toEqual([{ limit: 10, offset: 20 }]);
});

it('after the last page, reads the count with the first row', async () => {
  const { parts, read } = list();
  expect(await readPage(page(4), read)).toMatchObject({ totalCount: 25, totalPage: 3, list: [] });
  expect(parts).toEqual([
    { limit: 10, offset: 30 },
    { limit: 1, offset: 0 },
  ]);
});

it('reads an empty list once for the first page', async () => {
  const { parts, read } = list(0);
  expect(await readPage(page(1), read)).toMatchObject({ totalCount: 0, totalPage: 0, list: [] });
  expect(parts).toHaveLength(1);
  expect(await readPage(page(2), list(0).read)).toMatchObject({ totalCount: 0, list: [] });
});

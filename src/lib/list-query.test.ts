import { expect, it } from 'vitest';
import { day, id, listPath, listQuery, oneOf, pageInput, readList, text } from './list-query.ts';

const UUID = '01890000-0000-7000-8000-000000000001';
const LIST = listQuery<{ keyword?: string; state?: 'on' | 'off'; of?: string }, 'name' | 'time'>({
  path: '/admin/things',
  filters: { keyword: text(5), state: oneOf(['on', 'off']), of: id },
  sorts: ['name', 'time'],
});

it('reads filters, order, columns and page', () => {
  expect(readList(LIST, `?keyword=%20abcdefg&state=off&of=${UUID}&sort=-time&columns=a,b&page=3`)).toEqual({
    filter: { keyword: 'abcde', state: 'off', of: UUID },
    sort: '-time',
    columns: ['a', 'b'],
    page: 3,
  });
});

it.each(['?state=lost', '?of=1', '?sort=secret', '?sort=--name', '?page=0', '?page=x', '?columns=', '?other=1', ''])(
  'ignores what it does not know: %s',
  (search) => expect(readList(LIST, search)).toEqual({ filter: {}, page: 1 }),
);

it('writes what it reads, and nothing that is the default', () => {
  for (const search of ['', '?keyword=a+%26b', '?state=on&sort=-name&columns=a%2Cb&page=2'])
    expect(listPath(LIST, readList(LIST, search))).toBe(`/admin/things${search}`);
  expect(listPath(LIST, { filter: { keyword: undefined }, page: 1 })).toBe('/admin/things');
});

it('keeps what is fixed', () => {
  const marked = { ...LIST, fixed: { status: 'marked' } };
  expect(listPath(marked, { filter: { state: 'on' }, page: 2 })).toBe('/admin/things?status=marked&state=on&page=2');
  expect(listPath(marked, {})).toBe('/admin/things?status=marked');
});

it('gives a call its input', () => {
  const state = readList(LIST, '?state=on&sort=name&page=2');
  expect(pageInput(state)).toEqual({ state: 'on', sort: 'name', pageCurrent: 2, pageSize: 20 });
});

it('knows how many rows of a page were chosen, of what can be chosen', () => {
  const state = readList(LIST, '?rows=100&page=2');
  expect(pageInput(state)).toEqual({ pageCurrent: 2, pageSize: 100 });
  expect(listPath(LIST, state)).toBe('/admin/things?rows=100&page=2');
  for (const search of ['?rows=1000', '?rows=-20', '?rows=50.0'])
    expect(readList(LIST, search)).toEqual({ filter: {}, page: 1 });
});

it.each([
  ['2026-03-01', '2026-03-01'],
  ['2024-02-29', '2024-02-29'],
  ['2026-02-29', undefined],
  ['2026-13-01', undefined],
  ['2026-3-1', undefined],
  ['x', undefined],
])('reads a day: %s', (text, read) => expect(day(text)).toBe(read));

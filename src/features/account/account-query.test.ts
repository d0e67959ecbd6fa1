import { expect, it } from 'vitest';
import { accountLink, oneOf, type Reader, readView, titleKey, wholeNumber } from './account-query.ts';

const learner: Reader = { organisation: false, decides: false };
const buyer: Reader = { organisation: true, decides: false };
const ID = '01890000-0000-7000-8000-000000000001';

it('takes whole numbers in their range only', () => {
  expect(['3', '0', '6', '2.5', 'x', '', null].map((text) => wholeNumber(text, 1, 5))).toEqual([
    3,
    ...Array(6).fill(undefined),
  ]);
});

it('takes known words only', () => {
  expect(oneOf('held', ['held', 'expired'])).toBe('held');
  expect(oneOf('toString', ['held', 'expired'])).toBeUndefined();
});

it('reads the panel of each address, with its filters', () => {
  const panels = ['', '?change=2', '?change=3', '?change=3&recordType=2', '?change=3&recordType=4', '?change=6'];
  expect(panels.map((search) => readView(search, learner).panel)).toEqual([
    'tasks',
    'courses',
    'hours',
    'certificates',
    'exams',
    'approvals',
  ]);
  expect(readView('?change=3&recordType=3&kind=points&year=2026&page=2', learner)).toEqual({
    panel: 'credits',
    kind: 'points',
    year: 2026,
    page: 2,
  });
  expect(readView('?change=1&status=held&page=0', learner)).toEqual({ panel: 'tasks', status: undefined, page: 1 });
  expect(readView('?change=2&kind=classes&page=2', learner)).toEqual({ panel: 'classes', page: 2 });
  expect(accountLink('zh', 'classes')({})).toBe('/account?change=2&kind=classes');
  expect(readView(`?change=6&id=${ID}`, learner)).toEqual({ panel: 'request', flow: 'mine', id: ID });
});

it('shows the organisation centre only to users with access', () => {
  expect(readView('?change=7', learner).panel).toBe('tasks');
  expect(readView('?change=7&keyword=%20PO-1%20', buyer)).toMatchObject({ panel: 'orders', keyword: 'PO-1', page: 1 });
  expect(readView(`?change=7&order=${ID}`, buyer)).toEqual({ panel: 'order', order: ID });
  expect(readView('?change=7&part=seats&ends=soon&sort=-title&page=3', buyer)).toMatchObject({
    ...{ panel: 'centre', part: 'seats', ends: 'soon', seatSort: '-title', peopleSort: undefined, page: 3 },
  });
  expect(readView(`?change=7&person=${ID}&list=exams`, buyer)).toMatchObject({
    panel: 'centre',
    person: ID,
    list: 'exams',
  });
  for (const search of ['?change=7&part=nothing', '?change=7&person=x'])
    expect(readView(search, buyer).panel).toBe('orders');
  expect(readView('?change=7&part=people', learner).panel).toBe('tasks');
});

it('shows approvers their to-do list first, unless the URL selects another', () => {
  const decider: Reader = { organisation: false, decides: true };
  expect(readView('?change=6', decider)).toMatchObject({ flow: 'todo' });
  expect(readView('?change=6', learner)).toMatchObject({ flow: 'mine' });
  expect(readView('?change=6&flow=done', decider)).toMatchObject({ flow: 'done' });
});

it('keeps the section in its addresses, in the language of the page', () => {
  const link = accountLink('en', 'certificates');
  expect(link({ status: 'held', page: undefined })).toBe('/en/account?change=3&recordType=2&status=held');
  expect(accountLink('zh', 'order')({})).toBe('/account?change=7');
});

it('names a panel by its kind of record or its tab', () => {
  expect([titleKey('credits'), titleKey('request')]).toEqual(['record:account.record.3', 'record:account.tab.6']);
});

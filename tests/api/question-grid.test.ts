import { beforeAll, describe, expect, it } from 'vitest';
import { call, ok } from '../factories/portal.ts';
import { mintBank } from '../factories/question.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const SAVE = 'POST /exam/auth/question/grid/save';
const PAGE = 'POST /exam/auth/question/grid/page';
const READ = 'POST /exam/auth/question/grid/read';

let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});

const cells = (more: object = {}) => ({
  ...{
    type: '单选',
    stem: '哪个是绿色？',
    options: ['草', '血', ''],
    answer: 'Ａ',
    analysis: '',
    difficulty: '',
    topic: '',
  },
  ...more,
});
const bank = async () => (await mintBank(tenant, [admin], `Bank ${crypto.randomUUID()}`)).bankId;

describe('rows of the grid', () => {
  it('are stored as people write them, each with a result of its own; what is wrong is told by cell', async () => {
    const bankId = await bank();
    const rows = [
      { key: 'a', cells: cells() },
      { key: 'b', cells: cells({ type: '多选题', answer: 'A、B', difficulty: '较难', topic: '颜色' }) },
      { key: 'c', cells: cells({ type: '判断', options: [], answer: '√' }) },
      { key: 'd', cells: cells({ answer: 'D' }) },
      { key: 'e', cells: cells({ type: '算术' }) },
      { key: 'f', cells: cells({ stem: ' ' }) },
      { key: 'g', cells: cells({ options: ['草', '', '血'] }) },
      { key: 'h', cells: cells({ difficulty: '超难' }) },
    ];
    const checked = await ok(admin, SAVE, { bankId, rows, check: true });
    expect(checked.rows.map(({ state }) => state).slice(0, 3)).toEqual(['valid', 'valid', 'valid']);
    const before = (await ok(admin, PAGE, { bankId })).totalCount;
    const saved = await ok(admin, SAVE, { bankId, rows });
    expect(saved.rows.map(({ key, state, problems }) => [key, state, problems.map(({ field }) => field)])).toEqual([
      ['a', 'saved', []],
      ['b', 'saved', []],
      ['c', 'saved', []],
      ['d', 'invalid', ['answer']],
      ['e', 'invalid', ['type']],
      ['f', 'invalid', ['stem']],
      ['g', 'invalid', ['option1']],
      ['h', 'invalid', ['difficulty']],
    ]);
    expect(saved.rows[1]).toMatchObject({
      version: 1,
      cells: { type: '多选题', options: ['草', '血'], answer: 'A, B', difficulty: '较难', topic: '颜色' },
    });
    expect((await ok(admin, PAGE, { bankId })).totalCount).toBe(before + 3);
    expect(await ok(admin, 'GET /exam/auth/question/view', { id: saved.rows[2]!.id! })).toMatchObject({
      ...{ type: 'judge', answer: true, difficulty: 1 },
    });
  });

  it('change a question with what the grid does not show left as it is', async () => {
    const bankId = await bank();
    const said = (words: string[]) => ({
      stem: words[0]!,
      options: [
        { key: 'A', text: words[1]! },
        { key: 'B', text: words[2]! },
      ],
      analysis: null,
    });
    const texts = { zh: said(['颜色', '红', '绿']), en: said(['Colour', 'Red', 'Green']) };
    const { id } = await ok(admin, 'POST /exam/auth/question/save', {
      ...{ bankId, type: 'single', texts, answer: 'A', difficulty: 2, topic: null, tags: ['x'], code: 'colour' },
    });
    const row = (await ok(admin, PAGE, { bankId })).list.find((each) => each.id === id)!;
    expect(row).toMatchObject({ version: 1, lang: 'zh', cells: { stem: '颜色', options: ['红', '绿'] } });
    const rows = [{ ...row, key: 'x', cells: { ...row.cells, answer: 'B', topic: 'T' } }];
    expect((await ok(admin, SAVE, { bankId, rows })).rows[0]).toMatchObject({ state: 'saved', version: 2 });
    expect(await ok(admin, 'GET /exam/auth/question/view', { id })).toMatchObject({
      ...{ answer: 'B', topic: 'T', tags: ['x'], code: 'colour', texts: { en: { stem: 'Colour' } } },
    });
    // Another number of options does not fit the other language.
    const fewer = [{ ...rows[0]!, version: 2, cells: { ...row.cells, options: ['红', '绿', '蓝'] } }];
    expect((await ok(admin, SAVE, { bankId, rows: fewer })).rows[0]).toMatchObject({
      state: 'invalid',
      problems: [{ field: 'option0' }],
    });
    const same = [{ ...rows[0]!, version: 2 }];
    expect((await ok(admin, SAVE, { bankId, rows: same })).rows[0]).toMatchObject({ state: 'unchanged', version: 2 });
  });

  it('of a question that somebody else has changed since are a conflict, and the others are stored', async () => {
    const bankId = await bank();
    const { rows } = await ok(admin, SAVE, { bankId, rows: [{ key: '1', cells: cells() }] });
    const { id } = rows[0]!;
    const edit = (version: number, stem: string) => ({ key: '1', id: id!, version, cells: cells({ stem }) });
    await ok(admin, SAVE, { bankId, rows: [edit(1, '他们的')] });
    const both = [edit(1, '我的'), { key: '2', cells: cells({ stem: '另一题' }) }];
    const { rows: results } = await ok(admin, SAVE, { bankId, rows: both });
    expect(results).toMatchObject([
      { state: 'conflict', version: 2, cells: { stem: '他们的' } },
      { state: 'saved', version: 1 },
    ]);
    expect((await ok(admin, SAVE, { bankId, rows: [edit(2, '我的')] })).rows[0]).toMatchObject({ state: 'saved' });
  });

  it('belong to their bank: rows of another one are not found', async () => {
    const [one, other] = [await bank(), await bank()];
    const { rows } = await ok(admin, SAVE, { bankId: one, rows: [{ key: '1', cells: cells() }] });
    const stolen = [{ key: '1', id: rows[0]!.id!, version: 1, cells: cells({ stem: '改' }) }];
    expect((await ok(admin, SAVE, { bankId: other, rows: stolen })).rows[0]).toMatchObject({ state: 'invalid' });
    const lecturer = await mintPerson(tenant, { userType: 2 });
    expect((await call(lecturer, SAVE, { bankId: one, rows: [{ key: '1', cells: cells() }] })).code).toBe(404);
  });
});

describe('a text that is pasted', () => {
  it('becomes rows, with what was not taken', async () => {
    const { rows, losses } = await ok(admin, READ, {
      text: '1. 哪个是绿色？\nA. 草\nB. 血\n答案：A\n2. 错的\nA. 甲\nB. 乙\n答案：F',
    });
    expect(rows).toMatchObject([{ lang: 'zh', cells: { type: '单选题', options: ['草', '血'], answer: 'A' } }]);
    expect(losses).toHaveLength(1);
    const table = await ok(admin, READ, { text: '题型\t题干\t选项A\t选项B\t答案\n判断题\t水是湿的\t\t\t对' });
    expect(table.rows).toMatchObject([{ cells: { type: '判断题', answer: '对' } }]);
  });
});

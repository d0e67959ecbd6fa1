import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Mistake } from '../pack/located.ts';
import { Person } from '#src/server/pack/pack-people.ts';
import { PEOPLE_COLUMNS } from '#src/server/pack/people-columns.ts';
import { readTable } from './table-file.ts';
import { sharedXml, textCell, workbook } from '../../../tests/factories/workbook.ts';

const FILE = 'people.xlsx';
const HEADER = ['姓名', '手机号', '人员类型', '管理员', '性别', '部门', '岗位'];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhixing-xlsx-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(bytes: Uint8Array) {
  await writeFile(join(folder, FILE), bytes);
  const mistakes: Mistake[] = [];
  const located = await readTable({ folder, file: FILE, columns: PEOPLE_COLUMNS }, Person, (mistake) =>
    mistakes.push(mistake),
  );
  return { located, reported: mistakes.map(({ line, message }) => `${line} ${message}`) };
}

const written = (rows: CellValue[][]) =>
  writeXlsx({
    sheets: [
      { name: '花名册', rows },
      { name: '说明', rows: [['not read']] },
    ],
  });

const headerXml = `<row r="1">${HEADER.map(textCell).join('')}</row>`;

it('reads the first sheet with phone numbers that are stored as numbers, booleans and dates', async () => {
  const { located, reported } = await read(
    await written([
      [...HEADER, null],
      ['张三', 13800000001, 2, true, '女', '总部 / 华东 / 上海', 'Fitter', null],
      [null, null, null, null, null, null, null, null],
      ['李四', '13800000002', '学员', '否', 1, new Date('2026-05-01T00:00:00Z'), new Date('2026-05-01T09:30:00Z')],
    ]),
  );
  expect(reported).toEqual([]);
  expect(located!.value).toEqual([
    {
      ...{ userName: '张三', phone: '13800000001', userType: 2, isAdmin: true, sex: 2 },
      ...{ department: '总部/华东/上海', post: 'Fitter' },
    },
    {
      ...{ userName: '李四', phone: '13800000002', userType: 1, isAdmin: false, sex: 1 },
      ...{ department: '2026-05-01', post: '2026-05-01T09:30' },
    },
  ]);
  expect(located!.lineOf([1])).toBe(4);
});

it('reads a workbook of Excel: shared texts, stored results of formulas, numbers with an exponent', async () => {
  const row = `<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3"><f>13000000000+800000001</f><v>1.3800000001E10</v></c>
    <c r="C3"><v>1</v></c><c r="D3" t="b"><v>0</v></c><c r="E3" t="str"><f>"男"</f><v>男</v></c>
    <c r="F3" t="inlineStr"><is><r><t>装配</t></r><r><t>车间</t></r></is></c><c r="G3" s="1"><v>46143</v></c></row>`;
  const { located, reported } = await read(
    workbook(headerXml + row, { 'xl/sharedStrings.xml': sharedXml('<si><t>王五</t></si>') }),
  );
  expect(reported).toEqual([]);
  expect(located!.value).toEqual([
    {
      ...{ userName: '王五', phone: '13800000001', userType: 1, isAdmin: false, sex: 1 },
      ...{ department: '装配车间', post: '2026-05-01' },
    },
  ]);
  expect(located!.lineOf([0])).toBe(3);
});

it('reports wrong rows and cells by their row in the sheet', async () => {
  const { reported } = await read(
    workbook(
      `${headerXml}<row r="2">${textCell('A')}<c r="B2"><v>138000000011234567</v></c><c r="C2"><v>9</v></c><c r="D2" t="b"><v>1</v></c><c r="E2"><v>1</v></c><c r="F2" t="e"><v>#REF!</v></c><c r="G2" t="inlineStr"><is><t>P</t></is></c></row>`,
    ),
  );
  expect(reported).toEqual([
    '2 the cell B2 contains a number of more than 15 digits, which the spreadsheet program has rounded: format it as text',
    '2 the cell F2 contains the error #REF!',
    expect.stringMatching(/^2 "phone" should be a mobile number/),
    '2 "userType" should be 1 or 2 or 3, but is "9"',
  ]);
  expect((await read(await written([['Name', 'Telefon']]))).reported).toEqual([
    expect.stringMatching(
      /^1 unknown column "Telefon"; missing column "phone" \(or "手机号"\); missing column "userType"/,
    ),
  ]);
});

it.each([
  ['a text file', Buffer.from('姓名,手机号\n'), 'is not an xlsx workbook'],
  [
    'an .xls or encrypted file',
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'is a workbook with a password or of the old format .xls: save it as .xlsx without a password',
  ],
  [
    'a zip file without a workbook',
    zipSync({ 'a.txt': strToU8('x') }),
    'cannot be read as an xlsx workbook: Invalid XLSX: missing [Content_Types].xml',
  ],
  ['a zip bomb', zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(8_000_000) }), 'is too large when unpacked'],
])('refuses %s', async (_what, bytes, message) => {
  expect((await read(bytes)).reported).toEqual([`1 ${message}`]);
});

it('refuses a workbook that unpacks to more than it declares, and one with too many rows', async () => {
  const bytes = Buffer.from(workbook(`${headerXml}${'<row/>'.repeat(50_000)}`));
  // The size in the central directory, which precedes the last name by 22 bytes.
  bytes.writeUInt32LE(1_000, bytes.lastIndexOf('xl/worksheets/sheet1.xml') - 22);
  expect((await read(bytes)).reported).toEqual([expect.stringMatching(/exceeds limit of 1000 bytes/)]);
  expect((await read(workbook(`${headerXml}<row r="900000">${textCell('A')}</row>`))).reported).toEqual([
    '900000 has more than 200000 rows',
  ]);
});

it('reads a workbook with a title above the header', async () => {
  const row = ['王五', 13800000003, '学员', '否', '男', '总部', '操作工'];
  const { located, reported } = await read(await written([['员工花名册', null], [null], HEADER, row]));
  expect(reported).toEqual([]);
  expect(located!.value).toMatchObject([{ userName: '王五', phone: '13800000003' }]);
  expect(located!.lineOf([0])).toBe(4);
});

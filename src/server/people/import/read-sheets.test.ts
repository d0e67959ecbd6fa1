import { strToU8, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { findHeader, proposeColumns } from './columns.ts';
import { readDay, readPerson } from './person-values.ts';
import { openSheets } from './read-sheets.ts';
import type { SheetRow } from './xlsx-rows.ts';

const rowsOf = (bytes: Uint8Array, sheet = 0): SheetRow[] => [...openSheets(Buffer.from(bytes)).rows(sheet)];
const cellsOf = (bytes: Uint8Array) => rowsOf(bytes).map(({ cells }) => cells);
const csv = (text: string) => Buffer.from(text);

/** A workbook whose sheet is given as XML, as some programs write it. */
function workbook(sheet: string, more: Record<string, string> = {}): Uint8Array {
  const parts = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet>${sheet}</worksheet>`,
    ...more,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}
const data = (rows: string) => `<sheetData>${rows}</sheetData>`;
const number = (ref: string, value: string, more = '') => `<c r="${ref}"${more}><v>${value}</v></c>`;

describe('a workbook', () => {
  it('has texts, numbers, days and empty rows as they are shown', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: '人员',
          rows: [['姓名', '工号', '入职'], [], ['张<三>', 1_3800_0000_01, new Date(Date.UTC(2024, 1, 29))]],
        },
        { name: '说明', rows: [['x']] },
      ],
    });
    expect(openSheets(Buffer.from(bytes)).names).toEqual([
      { name: '人员', hidden: false },
      { name: '说明', hidden: false },
    ]);
    expect(rowsOf(bytes)).toEqual([
      { line: 1, cells: ['姓名', '工号', '入职'] },
      { line: 3, cells: ['张<三>', '13800000001', '2024-02-29'] },
    ]);
    expect(rowsOf(bytes, 1)).toEqual([{ line: 1, cells: ['x'] }]);
  });

  it('has the results of formulas; without one, the cell cannot be used', () => {
    const sheet = data(
      `<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1"><f>1+1</f></c><c r="C1" t="e"><v>#REF!</v></c>${number('D1', '1234567890123456789')}</row>`,
    );
    expect(rowsOf(workbook(sheet))).toEqual([
      {
        line: 1,
        cells: ['2', '', '#REF!', '1234567890123456789'],
        problems: [
          { column: 1, reason: 'formula' },
          { column: 2, reason: 'cellError' },
          { column: 3, reason: 'rounded' },
        ],
      },
    ]);
  });

  it('has merged cells in every row, but no title in every column', () => {
    const sheet =
      data(
        '<row r="1"><c r="A1" t="inlineStr"><is><t>名单</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>甲</t></is></c><c r="B2"><v>1</v></c></row><row r="3"><c r="B3"><v>2</v></c></row><row r="4"><c r="B4"><v>3</v></c></row>',
      ) + '<mergeCells count="2"><mergeCell ref="A1:D1"/><mergeCell ref="A2:A3"/></mergeCells>';
    expect(cellsOf(workbook(sheet))).toEqual([['名单'], ['甲', '1'], ['甲', '2'], ['', '3']]);
  });

  it('has the zeros that a format shows, days of either calendar, and names with prefixes', () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="000000"/><numFmt numFmtId="171" formatCode="yyyy&quot;年&quot;m"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="14"/></cellXfs></styleSheet>';
    const sheet = `<x:sheetData><x:row r="1"><x:c r="A1" s="1"><x:v>123</x:v></x:c><x:c r="B1" s="2"><x:v>61</x:v></x:c><x:c r="C1" s="3"><x:v>45000</x:v></x:c></x:row></x:sheetData>`;
    const parts = { 'xl/styles.xml': styles };
    expect(cellsOf(workbook(sheet, parts))).toEqual([['000123', '1900-03-01', '2023-03-15']]);
    const from1904 = {
      ...parts,
      'xl/workbook.xml':
        '<workbook><workbookPr date1904="1"/><sheets><sheet name="A" state="hidden" r:id="r1"/></sheets></workbook>',
    };
    expect(cellsOf(workbook(sheet, from1904))[0]![2]).toBe('2027-03-16');
    expect(openSheets(Buffer.from(workbook(sheet, from1904))).names).toEqual([{ name: 'A', hidden: true }]);
  });
});

describe('a text', () => {
  it.each([
    [
      'commas and quotes',
      '姓名,部门\n"张, 三","一\n二"',
      [
        ['姓名', '部门'],
        ['张, 三', '一\n二'],
      ],
    ],
    ['semicolons below a title', '员工\n姓名;工号\n张;1', [['员工'], ['姓名', '工号'], ['张', '1']]],
    [
      'tabs and empty lines',
      '姓名\t工号\n\n\n张\t1\n',
      [
        ['姓名', '工号'],
        ['张', '1'],
      ],
    ],
  ])('may have %s', (_, text, expected) => {
    expect(cellsOf(csv(text))).toEqual(expected);
  });

  it('may be GBK or UTF-16', () => {
    expect(cellsOf(Buffer.from('d0d5c3fb2cb9a4bac50ad5c5c8fd2c31', 'hex'))).toEqual([
      ['姓名', '工号'],
      ['张三', '1'],
    ]);
    expect(cellsOf(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('姓名\t工号', 'utf16le')]))).toEqual([
      ['姓名', '工号'],
    ]);
  });

  it('has no numbers that a spreadsheet program has shortened', () => {
    expect(rowsOf(csv('手机,x\n1.38E+10,1'))[1]!.problems).toEqual([{ column: 0, reason: 'rounded' }]);
  });
});

it.each([
  ['peopleFileOld', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  [
    'peopleFileLocked',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
  ],
  ['peopleFilePdf', csv('%PDF-1.4')],
  ['peopleFileHtml', csv('\ufeff<html>')],
  ['peopleFileNumbers', zipSync({ 'Index/Document.iwa': strToU8('x') })],
  ['peopleFileOds', zipSync({ mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }] })],
  ['peopleFileBinary', zipSync({ 'xl/workbook.bin': strToU8('x') })],
  ['peopleFileUnknown', Buffer.from('00ff00ff00', 'hex')],
  ['peopleFileEmpty', csv('\n ')],
])('what cannot be read is told apart: %s', (key, bytes) => {
  expect(() => openSheets(Buffer.from(bytes))).toThrow(expect.objectContaining({ key }));
});

describe('columns', () => {
  it('are found by headings in both languages, whatever their case and remarks', () => {
    expect(
      proposeColumns(['姓名*', '员工工号', '手机号码（必填）', '一级部门', '二级部门', '岗位名称', '汇报对象', '备注']),
    ).toEqual([...['userName', 'employeeNo', 'phone', 'department', 'department', 'position', 'superior', null]]);
    expect(
      proposeColumns([
        'Full Name',
        'Staff ID',
        'Mobile Number',
        'Dept',
        'Job Title',
        'Line manager',
        'Hire date',
        'E-mail',
        'Name',
      ]),
    ).toEqual([
      ...['userName', 'employeeNo', 'phone', 'department', 'position', 'superior', 'joinedOn', 'email', null],
    ]);
    expect(proposeColumns(['密码', '初始密码', 'Password'])).toEqual([null, null, null]);
  });

  it('are named below a title and notes', () => {
    expect(
      findHeader([
        ['2026 年花名册', ''],
        ['说明：部门请写全', ''],
        ['姓名', '工号'],
        ['张三', '1'],
      ]),
    ).toBe(2);
    expect(findHeader([['a'], ['b', 'c', 'd'], ['e', 'f', 'g']])).toBe(1);
    expect(findHeader([])).toBe(0);
  });
});

describe('a person', () => {
  const COLUMNS = [
    'userName',
    'phone',
    'department',
    'department',
    'superior',
    'sex',
    'status',
    'userType',
    'email',
  ] as const;
  const read = (cells: string[], emptyClears = false) => readPerson({ line: 2, cells }, COLUMNS, { emptyClears });

  it('has values as the portal stores them', () => {
    expect(
      read(['张 三', '+86 138-0000-0001', '总部／华东', '上海', '李四（A01）', '女', '试用期', '讲师', 'A@X.CN']),
    ).toMatchObject({
      name: '张 三',
      reasons: [],
      values: {
        ...{ userName: '张 三', phone: '13800000001', department: '总部/华东/上海', superior: 'A01' },
        ...{ sex: 2, status: 'active', userType: 2, email: 'a@x.cn' },
      },
    });
  });

  it('keeps what empty cells leave open, or loses it', () => {
    expect(read(['张三', '', '-', '', '无', '', '', '', '']).values).toEqual({ userName: '张三' });
    expect(read(['张三', '', '-', '', '无', '', '', '', ''], true).values).toEqual({
      userName: '张三',
      department: null,
      superior: null,
      email: null,
    });
  });

  it('is wrong at each field that is not understood', () => {
    expect(read(['x'.repeat(101), '123', 'a/'.repeat(13), '', '', '?', '?', '?', '@']).reasons).toEqual(
      [
        ['userName', 'tooLong'],
        ['phone', 'phone'],
        ['department', 'departmentLevels'],
        ['sex', 'sex'],
        ['status', 'status'],
        ['userType', 'userType'],
        ['email', 'email'],
      ].map(([field, key]) => ({ field, key })),
    );
  });

  it.each([
    ['2024-2-9', '2024-02-09'],
    ['2024/12/31 00:00', '2024-12-31'],
    ['2024年5月1日', '2024-05-01'],
    ['20240501', '2024-05-01'],
    ['45413', '2024-05-01'],
    ['1/5/2024', undefined],
    ['2024-02-30', undefined],
    ['soon', undefined],
  ])('joined on %s', (text, day) => {
    expect(readDay(text)).toBe(day);
  });
});

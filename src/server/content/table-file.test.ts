import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mistake } from '../pack/located.ts';
import { Person } from '#src/server/pack/pack-people.ts';
import { PEOPLE_COLUMNS } from '#src/server/pack/people-columns.ts';
import { NOT_UTF_8 } from './read-text.ts';
import { readTable } from './table-file.ts';

/** Without the columns that may be missing at the end. */
const HEADER = Object.keys(PEOPLE_COLUMNS).slice(0, 8).join(',');
const ALL = Object.keys(PEOPLE_COLUMNS).join(',');
const FILE = 'people.csv';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhixing-csv-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(file = FILE) {
  const mistakes: Mistake[] = [];
  const located = await readTable({ folder, file, columns: PEOPLE_COLUMNS }, Person, (mistake) =>
    mistakes.push(mistake),
  );
  return { located, mistakes, reported: mistakes.map(({ line, message }) => `${line} ${message}`) };
}
const phone = (n: number) => `13${String(n).padStart(9, '0')}`;
const person = (n: number) => `${phone(n)},学员${n},1,false,1,装配车间,操作工,`;

/** Writes the CSV file row by row. */
const writeRows = (rows: Iterable<string>) =>
  pipeline(Readable.from(rows), createWriteStream(join(folder, FILE), { highWaterMark: 1 << 20 }));

describe('a large CSV', () => {
  const COUNT = 80_000;

  it('returns all rows with their line numbers', async () => {
    await writeRows(
      (function* () {
        yield `${HEADER}\n`;
        for (let n = 0; n < COUNT; n++) yield `${person(n)}\n`;
      })(),
    );
    const { located, reported } = await read();
    expect(reported).toEqual([]);
    expect(located!.value).toHaveLength(COUNT);
    expect(located!.value!.at(-1)).toMatchObject({ phone: phone(COUNT - 1), userName: `学员${COUNT - 1}` });
    expect(located!.lineOf([COUNT - 1])).toBe(COUNT + 1);
  });

  it('reports the line of each mistake, also after rows of several lines', async () => {
    await writeRows(
      (function* () {
        yield `${HEADER}\n`;
        for (let n = 0; n < COUNT; n++) {
          if (n === 100) yield `${phone(n)},"two\nlines",1,false,1,D,P,\n`;
          else if (n === 1_000) yield `12,${n},1,false,1,D,P,\n`;
          else if (n === 50_000) yield `${phone(n)},too,short\n`;
          else if (n === 79_999) yield `${phone(n)},x,9,false,1,D,P,\n`;
          else yield `${person(n)}\n`;
        }
      })(),
    );
    const { located, reported } = await read();
    expect(located!.value).toBeUndefined();
    expect(reported).toEqual([
      '1003 "phone" should be a mobile number: 11 digits that start with 13 to 19, or with country code, like "+85291234567", but is "12"',
      `50003 has 3 fields, but the first row names 8 columns`,
      '80002 "userType" should be 1 or 2 or 3, but is "9"',
    ]);
  });

  it.each([
    ['is wrong', 'no phone', /^2 "phone"/],
    ['is malformed', '13"8', /^2 is not well-formed CSV/],
  ])('is not read to the end when every row %s', async (_what, first, message) => {
    await writeRows(
      (function* () {
        yield `${HEADER}\n`;
        for (let n = 0; n < COUNT; n++) yield `${first},${n},1,false,1,D,P,\n`;
      })(),
    );
    const { reported } = await read();
    expect(reported).toHaveLength(1_001);
    expect(reported[0]).toMatch(message);
    expect(reported.at(-1)).toContain('has more than 1000 mistakes; the rest was not read');
  });

  it('does not read the rest of the file into memory after an unclosed quote', async () => {
    await writeRows(
      (function* () {
        yield `${HEADER}\n${person(0)}\n"${person(1)}\n`;
        for (let n = 2; n < COUNT; n++) yield `${person(n)}\n`;
      })(),
    );
    const { located, reported } = await read();
    expect(located).toBeUndefined();
    expect(reported).toHaveLength(1);
    expect(reported[0]).toMatch(/is not well-formed CSV: Max Record Size/);
  });
});

describe('decoding', () => {
  it('handles characters that are split between two chunks', async () => {
    // The chunks are 64 KiB; names of three-byte characters cross their boundaries at every offset.
    const name = '张'.repeat(20);
    const rows = Array.from({ length: 4_000 }, (_, n) => `${phone(n)},${name},1,false,1,D,P,`);
    await writeFile(join(folder, FILE), `\uFEFF${HEADER}\n${rows.join('\n')}\n`);
    const { located, reported } = await read();
    expect(reported).toEqual([]);
    expect(located!.value!.every(({ userName }) => userName === name)).toBe(true);
  });

  it('rejects damaged UTF-8, also in the last byte, and bytes that are no text', async () => {
    // Pairs of characters of three bytes, which are valid GB18030, too.
    const even = (n: number) => `${phone(n)},学员,1,false,1,装配车间,操作,`;
    const rows = Buffer.from(`${HEADER}\n${Array.from({ length: 20 }, (_, n) => even(n)).join('\n')}\n`);
    expect(() => new TextDecoder('gb18030', { fatal: true }).decode(rows)).not.toThrow();
    for (const end of [Buffer.from([0xb0, 0xb2, 0x0a]), Buffer.from([0xe5, 0xbc])]) {
      await writeFile(join(folder, FILE), Buffer.concat([rows, end]));
      expect((await read()).reported).toEqual([`1 ${NOT_UTF_8}`]);
    }
    await writeFile(join(folder, FILE), Buffer.from([0x70, 0xff, 0xff, 0x0a, 0xff]));
    expect((await read()).reported).toEqual([`1 ${NOT_UTF_8}`]);
  });

  // 张三 and 装配车间 in GBK, as Excel writes them.
  const gbk = (text: string) =>
    Buffer.concat(
      [...text].map((character) =>
        Buffer.from(GBK[character] ?? character, GBK[character] === undefined ? 'latin1' : 'hex'),
      ),
    );
  const GBK: Record<string, string> = {
    ...{ 姓: 'd0d5', 名: 'c3fb', 手: 'cad6', 机: 'bbfa', 号: 'bac5', 部: 'b2bf', 门: 'c3c5', 岗: 'b8da', 位: 'cebb' },
    ...{ 性: 'd0d4', 别: 'b1f0', 类: 'c0e0', 型: 'd0cd', 管: 'b9dc', 理: 'c0ed', 员: 'd4b1', 张: 'd5c5', 三: 'c8fd' },
    ...{ 男: 'c4d0', 否: 'b7f1', 讲: 'bdb2', 师: 'caa6', 装: 'd7b0', 配: 'c5e4', 车: 'b3b5', 间: 'bce4', 工: 'b9a4' },
  };
  const CHINESE = ['姓名,手机号,类型,管理员,性别,部门,岗位', '张三,13800000001,讲师,否,男,装配车间,工'];
  const ZHANG = {
    ...{ userName: '张三', phone: '13800000001', userType: 2, isAdmin: false, sex: 1 },
    ...{ department: '装配车间', post: '工' },
  };

  it.each([
    ['GBK of a Chinese Excel', gbk(`${CHINESE.join('\r\n')}\r\n`)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${CHINESE.join('\r\n')}`)],
    ['UTF-8 with semicolons', Buffer.from(CHINESE.join('\n').replaceAll(',', ';'))],
    ['"Unicode text" of Excel', Buffer.from(`\uFEFF${CHINESE.join('\r\n').replaceAll(',', '\t')}\r\n`, 'utf16le')],
    [
      'UTF-16 with the high byte first',
      Buffer.from(`\uFEFF${CHINESE.join('\n').replaceAll(',', '\t')}`, 'utf16le').swap16(),
    ],
  ])('reads %s', async (_what, bytes) => {
    await writeFile(join(folder, FILE), bytes);
    const { located, reported } = await read();
    expect(reported).toEqual([]);
    expect(located!.value).toEqual([ZHANG]);
    expect(located!.lineOf([0])).toBe(2);
  });
});

it('reports an empty file', async () => {
  await writeFile(join(folder, FILE), '\n\n');
  expect((await read()).reported).toEqual([`1 is empty; the first row should be ${ALL}`]);
});

describe('the header', () => {
  const readHeader = async (header: string, rows = 1_000) => {
    await writeFile(join(folder, FILE), `${header}\n${Array.from({ length: rows }, (_, n) => person(n)).join('\n')}\n`);
    return read();
  };

  it('is reported once, with everything that is wrong, and no row is read', async () => {
    const { located, reported } = await readHeader('phonee,user_name,userTyp,isAdmin,sex,departmnt,remark,,');
    expect(located).toBeUndefined();
    expect(reported).toEqual([
      '1 unknown column "phonee" (did you mean "phone"?); unknown column "userTyp" (did you mean "userType"?); ' +
        'unknown column "departmnt" (did you mean "department"?); unknown column "remark"; missing column "post" (or "岗位")',
    ]);
  });

  it('may have the columns in any order, in Chinese or English, with other case, spaces and marks', async () => {
    await writeFile(
      join(folder, FILE),
      '\n 姓 名 ,手机号码（必填）,DEPT,Job Title,Is_Admin,性别*,人员类型,,\nMei,13800000001,"总部 / 华东",Fitter,是,女,学员,,\n,,,,,,,,\n',
    );
    const { located, reported } = await read();
    expect(reported).toEqual([]);
    expect(located!.value).toEqual([
      {
        ...{ userName: 'Mei', phone: '13800000001', department: '总部/华东', post: 'Fitter' },
        ...{ isAdmin: true, sex: 2, userType: 1 },
      },
    ]);
  });

  it('suggests the heading that is like the wrong one', async () => {
    expect((await readHeader('手机号吗,姓名,人员类型,管理员,性别,部门,岗位')).reported).toEqual([
      '1 unknown column "手机号吗" (did you mean "手机号"?)',
    ]);
  });

  it('reports two headings of one column, a column without a heading and a file without a header', async () => {
    expect((await readHeader('phone,手机,userName,,sex')).reported).toEqual([
      '1 "phone" and "手机" are both the column "phone"; column 4 has no heading; missing column "userType" (or "人员类型"); ' +
        'missing column "isAdmin" (or "管理员"); missing column "department" (or "部门"); missing column "post" (or "岗位")',
    ]);
    expect((await readHeader(person(0).replace(/[^,\d]+/g, 'x'))).reported).toEqual([
      `1 the first row should name the columns: ${ALL}`,
    ]);
    expect((await readHeader(person(0))).reported).toEqual([
      '1 前 10 行里没有找到表头；表头应写明各列：手机号、姓名、人员类型、管理员、性别、部门、岗位、头像、工号、状态、邮箱、入职日期、直接上级',
    ]);
  });

  it.each([
    ['commas', ','],
    ['semicolons', ';'],
  ])('may have a title and notes above it, in a file with %s', async (_name, separator) => {
    const rows = [
      ['2026 年员工花名册'],
      [],
      ['编制：人力资源部', '', '部门', '', '', '', ''],
      ['姓名', '手机号', '人员类型', '管理员', '性别', '部门', '岗位'],
      ['张三', '13800000001', '学员', '否', '男', '总部', '操作工'],
      ['李四', '13800000002', '学员', '否', '男'],
    ];
    const text = rows.map((cells) => cells.join(separator)).join('\n');
    await writeFile(join(folder, FILE), `${text}\n`);
    const { located, reported } = await read();
    expect(reported).toEqual(['6 has 5 fields, but the header names 7 columns']);
    expect(located!.lineOf([0])).toBe(5);
    await writeFile(join(folder, FILE), text.slice(0, text.lastIndexOf('\n')));
    expect((await read()).located!.value).toMatchObject([{ userName: '张三', phone: '13800000001', sex: 1 }]);
  });
});

it('says what to do about a number that the spreadsheet program has shortened', async () => {
  await writeFile(join(folder, FILE), `${HEADER}\n1.38E+10,Li Lei,1,false,1,Works,Fitter,\n`);
  expect((await read()).reported).toEqual([
    '2 "phone" should be a mobile number: 11 digits that start with 13 to 19, or with country code, like "+85291234567", but is "1.38E+10": the spreadsheet ' +
      'program has shortened the number; format the column as text, enter the numbers again and save',
  ]);
});

import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { PeopleField } from '#src/contract/rules/people-import.ts';
import { isEmail } from '#src/lib/email.ts';
import { isPhone, plainNumber } from '#src/lib/phone.ts';
import { departmentPath } from '#src/server/pack/department.ts';
import { SEX_WORDS, USER_TYPE_WORDS } from '#src/server/pack/people-columns.ts';
import type { Reason } from '../tables/import.ts';
import type { SheetRow } from './xlsx-rows.ts';
import { dayOf } from './xlsx-formats.ts';

/** What a row says: null removes a value. Fields that it leaves open are missing. */
export type PersonValues = { [F in PeopleField]?: string | number | null };
export type ReadPerson = { line: number; cells: string[]; name: string; values: PersonValues; reasons: Reason[] };

/** Fields that an empty cell may clear. */
const CLEARABLE: readonly PeopleField[] = ['department', 'position', 'superior', 'joinedOn', 'email'];
const MAX_TEXT = 200;
const MAX_NAME = 100;
const MAX_CELL = 2_000;
const STATUS_WORDS: Record<string, string> = Object.fromEntries([
  ...[
    '在职',
    '在岗',
    '试用',
    '试用期',
    '正式',
    '转正',
    '启用',
    '是',
    'active',
    'employed',
    'probation',
    'enabled',
    'yes',
  ].map((word) => [word, 'active'] as const),
  ...[
    '离职',
    '已离职',
    '停用',
    '禁用',
    '退休',
    '否',
    'disabled',
    'inactive',
    'left',
    'resigned',
    'terminated',
    'retired',
    'no',
  ].map((word) => [word, 'disabled'] as const),
]);
/** What people write into a cell that is to stay empty. */
const NOTHING = /^(?:[-—–/\\]+|无|暂无|n\/?a|none|null)$/i;
const EMPLOYEE_NO = /^[\p{L}\p{N}][\p{L}\p{N}._/-]{0,63}$/u;
/** Control characters, and halves of characters, which the database does not store. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

const wordOf = (words: Record<string, string | number>, text: string) => {
  const key = text.normalize('NFKC').toLowerCase();
  return Object.hasOwn(words, key) ? words[key] : undefined;
};

class Wrong extends Error {}
/** @param key of `people:import.reason` */
const wrong = (key: string): never => {
  throw new Wrong(key);
};
const line = (text: string, most = MAX_TEXT) => (text.length > most ? wrong('tooLong') : text.replace(/\s+/g, ' '));

/** How the text of a cell is read. @throws Wrong */
const READ: Record<PeopleField, (text: string) => string | number> = {
  userName: (text) => line(text, MAX_NAME),
  employeeNo: (text) => (EMPLOYEE_NO.test(text) ? text : wrong('employeeNo')),
  phone: (text) => {
    const phone = plainNumber(text);
    return isPhone(phone) ? phone : wrong('phone');
  },
  department: (text) => {
    const path = line(departmentPath(text));
    return path.split('/').length > MAX_ITEMS.departmentLevels ? wrong('departmentLevels') : path;
  },
  departmentCode: (text) => line(text),
  position: (text) => line(text),
  superior: (text) => {
    // A name with the number in parentheses, as personnel systems write it.
    const inner = /[(（]([^()（）]+)[)）]$/.exec(text)?.[1]?.trim();
    const given = line(inner ?? text);
    const phone = plainNumber(given);
    return isPhone(phone) ? phone : given;
  },
  joinedOn: (text) => readDay(text) ?? wrong('date'),
  sex: (text) => wordOf({ ...SEX_WORDS, 1: 1, 2: 2 }, text) ?? wrong('sex'),
  userType: (text) => wordOf({ ...USER_TYPE_WORDS, 1: 1, 2: 2, 3: 3 }, text) ?? wrong('userType'),
  status: (text) => wordOf(STATUS_WORDS, text) ?? wrong('status'),
  email: (text) => {
    const email = text.normalize('NFKC').toLowerCase();
    return isEmail(email) ? email : wrong('email');
  },
};

const DAY = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[T\s].*)?$/;

/** Reads a day, the year first; days that stand after the month or before it, as in 1/2/2026, are not understood. */
export function readDay(text: string): string | undefined {
  const plain = text.normalize('NFKC');
  // The number of a day of a spreadsheet, from a column without a format.
  if (/^[1-7]\d{4}$/.test(plain)) return dayOf(Number(plain), false);
  const found = DAY.exec(plain) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(plain);
  if (!found) return undefined;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}

/**
 * Reads what a row says about a person.
 * @param columns the field of each column
 */
export function readPerson(
  row: SheetRow,
  columns: readonly (PeopleField | null)[],
  { emptyClears }: { emptyClears: boolean },
): ReadPerson {
  const cells = row.cells.map((cell) => cell.slice(0, MAX_CELL).replace(CONTROL, '').toWellFormed());
  const values: PersonValues = {};
  const reasons: Reason[] = [];
  const given = new Map<PeopleField, string[]>();
  for (const [column, field] of columns.entries()) {
    if (!field) continue;
    const problem = row.problems?.find((each) => each.column === column);
    if (problem) reasons.push({ field, key: problem.reason });
    const text = (cells[column] ?? '').trim();
    given.set(field, [...(given.get(field) ?? []), field !== 'userName' && NOTHING.test(text) ? '' : text]);
  }
  for (const [field, parts] of given) {
    // Several columns are the levels of a department.
    const text = parts.filter((part) => part !== '').join('/');
    if (text === '') {
      if (emptyClears && CLEARABLE.includes(field)) values[field] = null;
      continue;
    }
    if (reasons.some((reason) => reason.field === field)) continue;
    try {
      const value = READ[field](text);
      if (value !== '') values[field] = value;
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      reasons.push({ field, key: error.message });
    }
  }
  const name = String(values.userName ?? values.employeeNo ?? values.phone ?? '').slice(0, MAX_NAME);
  return { line: row.line, cells, name, values, reasons };
}

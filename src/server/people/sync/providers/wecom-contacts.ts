import { z } from 'zod';
import { settings } from '#src/server/core/settings.ts';
import type { ReadContact } from '#src/server/people/tables/sync.ts';
import { fieldOfHeading } from '../../import/columns.ts';
import { anId, callProvider, optionalText, tokenOf } from './call-provider.ts';
import { ContactError, type ContactProblem, type ContactSource, type SourceDepartment } from './contact-source.ts';

const Errcode = z.object({ errcode: z.number().int() });
const Token = Errcode.extend({ access_token: z.string().min(1).optional(), expires_in: z.number().optional() });
const Department = z.object({ id: anId, parentid: anId.nullish(), name: optionalText });
const Departments = Errcode.extend({ department: z.array(Department).max(100_000).optional() });
const DepartmentIds = Errcode.extend({ department_id: z.array(Department).max(100_000).optional() });
const Person = z.object({
  userid: anId,
  name: optionalText,
  department: z.array(anId).catch([]).default([]),
  main_department: anId.nullish().catch(null),
  position: optionalText,
  mobile: optionalText,
  email: optionalText,
  biz_mail: optionalText,
  direct_leader: z.array(z.string()).catch([]).default([]),
  /** 1 active, 2 disabled, 4 not activated, 5 has left. */
  status: z.number().catch(1).default(1),
  extattr: z
    .object({
      attrs: z.array(
        z.object({ name: z.string(), value: optionalText, text: z.object({ value: optionalText }).optional() }),
      ),
    })
    .partial()
    .catch({})
    .default({}),
});
const People = Errcode.extend({ userlist: z.array(Person).max(100_000).optional() });
const PersonIds = Errcode.extend({
  dept_user: z
    .array(z.object({ userid: anId, department: anId }))
    .max(10_000)
    .optional(),
  next_cursor: z.string().max(2_000).nullish(),
});

const INVALID_TOKEN = [40014, 42001, 41001];
/** The app may not call this: contact secrets get ids only since August 2022, and apps only what they may see. */
const REFUSED = [48002, 48009, 60011];
const PROBLEMS: Record<number, ContactProblem> = {
  40001: 'Secret',
  40013: 'Secret',
  40091: 'Secret',
  48002: 'Permission',
  48009: 'Permission',
  60011: 'Permission',
  301002: 'Permission',
  60020: 'Address',
  60003: 'Department',
  60123: 'Department',
  45009: 'Busy',
  45033: 'Busy',
  [-1]: 'Busy',
};
const LEFT = [2, 5];
/** Ids of one page; the provider gives at most 10,000. */
const IDS = 5_000;

type App = { corpId: string; secret: string; now: () => Date };
/** `at`: number of the department that is read; or `ids`: the provider's cursor of the list of ids. */
type Cursor = { at: number } | { ids: string };

/**
 * The contacts of WeCom (developer.work.weixin.qq.com: 通讯录管理). An app that may read members gives them department by department; the
 * contact secret gives ids with departments only.
 */
export function wecomContacts({ corpId, secret, now }: App): ContactSource {
  const api = `${settings().wecom.apiUrl}/cgi-bin`;
  const token = tokenOf(['wecom', corpId, secret], now, async () => {
    const query = new URLSearchParams({ corpid: corpId, corpsecret: secret });
    const answer = await callProvider(`${api}/gettoken?${query}`, null, Token);
    if (answer.errcode !== 0) throw problemOf(answer.errcode);
    if (!answer.access_token) throw new ContactError('Answer', 'access_token');
    return { token: answer.access_token, seconds: answer.expires_in ?? 7200 };
  });

  /** Calls with a token; a new one if it has become invalid. */
  async function call<T extends { errcode: number }>(
    path: string,
    form: z.ZodType<T>,
    query: Record<string, string>,
    body: object | null = null,
  ): Promise<T> {
    const send = async (fresh: boolean) =>
      callProvider(`${api}/${path}?${new URLSearchParams({ access_token: await token(fresh), ...query })}`, body, form);
    let answer = await send(false);
    if (INVALID_TOKEN.includes(answer.errcode)) answer = await send(true);
    if (answer.errcode !== 0) throw problemOf(answer.errcode);
    return answer;
  }

  /** A department with all below it; null: all that the app may see. Without names where it gets none. */
  async function tree(id: string | null): Promise<SourceDepartment[]> {
    const query: Record<string, string> = id === null ? {} : { id };
    const found = await call('department/list', Departments, query)
      .then(({ department }) => department)
      .catch(async (error: unknown) => {
        if (!isRefused(error)) throw error;
        return (await call('department/simplelist', DepartmentIds, query)).department_id;
      });
    if (!found) throw new ContactError('Answer', 'department');
    return found.map(({ id: own, parentid, name }) => ({
      id: own,
      parentId: parentid && parentid !== '0' ? parentid : null,
      name: name ?? '',
    }));
  }

  async function ofDepartment(id: string): Promise<ReadContact[]> {
    const { userlist } = await call('user/list', People, { department_id: id });
    if (!userlist) throw new ContactError('Answer', 'userlist');
    return userlist.filter(({ status }) => !LEFT.includes(status)).map((person) => contactOf(person, corpId));
  }

  async function ids(cursor: string, departments: readonly string[]) {
    const wanted = new Set(departments);
    const { dept_user, next_cursor } = await call(
      'user/list_id',
      PersonIds,
      {},
      { limit: IDS, ...(cursor && { cursor }) },
    );
    if (!dept_user) throw new ContactError('Answer', 'dept_user');
    const people = dept_user
      .filter(({ department }) => wanted.has(department))
      .map(({ userid, department }) => ({ id: userid, subject: `${corpId}:${userid}`, departmentIds: [department] }));
    return { people, next: next_cursor ? write({ ids: next_cursor }) : null };
  }

  return {
    async children(parentId) {
      const all = await tree(parentId);
      const known = new Set(all.map(({ id }) => id));
      const isHere = ({ parentId: up }: SourceDepartment) =>
        parentId === null ? up === null || !known.has(up) : up === parentId;
      const parents = new Set(all.map(({ parentId: up }) => up));
      return all.filter(isHere).map((each) => ({ ...each, hasChildren: parents.has(each.id) }));
    },

    async departments(cursor, chosen) {
      const at = Number(cursor ?? 0);
      const departments = await tree(chosen[at]!);
      return { departments, next: at + 1 < chosen.length ? String(at + 1) : null };
    },

    async people(cursor, departments) {
      const from = read(cursor);
      if ('ids' in from) return ids(from.ids, departments);
      try {
        const people = await ofDepartment(departments[from.at]!);
        return { people, next: from.at + 1 < departments.length ? write({ at: from.at + 1 }) : null };
      } catch (error) {
        // Only before anything was read: somebody without a name must not overwrite a part of the others.
        if (from.at > 0 || !isRefused(error)) throw error;
        return ids('', departments);
      }
    },

    async test() {
      const [first] = await tree(null);
      try {
        await ofDepartment(first?.id ?? '1');
        return 'people';
      } catch (error) {
        if (!isRefused(error)) throw error;
        await call('user/list_id', PersonIds, {}, { limit: 1 });
        return 'ids';
      }
    },
  };
}

const problemOf = (errcode: number) => new ContactError(PROBLEMS[errcode] ?? 'Other', errcode);
const isRefused = (error: unknown) => error instanceof ContactError && REFUSED.map(String).includes(error.code);
const write = (cursor: Cursor) => JSON.stringify(cursor);
const read = (cursor: string | null): Cursor => (cursor === null ? { at: 0 } : (JSON.parse(cursor) as Cursor));

function contactOf(person: z.output<typeof Person>, corpId: string): ReadContact {
  const { userid, department, main_department: main, extattr } = person;
  const number = extattr.attrs?.find(({ name }) => fieldOfHeading(name) === 'employeeNo');
  return {
    id: userid,
    // As at the sign-in: a user id is unique in its corporation only.
    subject: `${corpId}:${userid}`,
    departmentIds: main ? [main, ...department.filter((id) => id !== main)] : department,
    name: person.name,
    employeeNo: number?.text?.value ?? number?.value,
    phone: person.mobile,
    email: person.email ?? person.biz_mail,
    position: person.position,
    superiorId: person.direct_leader[0],
  };
}

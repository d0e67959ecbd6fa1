import { z } from 'zod';
import { dayOf } from '#src/lib/dates.ts';
import { settings } from '#src/server/core/settings.ts';
import type { ReadContact } from '#src/server/people/tables/sync.ts';
import { anId, callProvider, optionalText, tokenOf } from './call-provider.ts';
import { ContactError, type ContactProblem, type ContactSource, type SourceDepartment } from './contact-source.ts';

const Answer = z.object({
  errcode: z.number().int(),
  sub_code: optionalText,
  access_token: z.string().optional(),
  expires_in: z.number().optional(),
  result: z.unknown().optional(),
});
const Department = z.object({ dept_id: anId, parent_id: anId.nullish(), name: optionalText });
const Departments = z.array(Department).max(10_000);
const Person = z.object({
  userid: anId,
  unionid: optionalText,
  name: optionalText,
  mobile: optionalText,
  state_code: optionalText,
  email: optionalText,
  org_email: optionalText,
  title: optionalText,
  job_number: optionalText,
  manager_userid: optionalText,
  hired_date: z.number().nullish().catch(null),
  dept_id_list: z.array(anId).catch([]).default([]),
});
const People = z.object({
  has_more: z.boolean(),
  next_cursor: z.number().int().nullish(),
  list: z.array(Person).max(1_000),
});

const INVALID_TOKEN = ['40014', '42001', '40001'];
/** By `errcode`, or by `sub_code` where that is 88, the code of the gateway. */
const PROBLEMS: Record<string, ContactProblem> = {
  40089: 'Secret',
  40096: 'Secret',
  40035: 'Secret',
  60020: 'Address',
  60011: 'Permission',
  50002: 'Permission',
  50004: 'Permission',
  52010: 'Permission',
  60003: 'Department',
  ...Object.fromEntries(['88', '90002', '90005', '90006', '90018', '-1'].map((code) => [code, 'Busy' as const])),
};
/** People of a page: the most that the provider gives. */
const SIZE = 100;
/** Departments whose children are asked for in one page. */
const PARENTS = 20;
/** Departments that may wait for it. */
const MAX_WAITING = 20_000;
/** Calls at the same time, far from the limit of 20 in a second. */
const AT_ONCE = 4;
const ZONE = 'Asia/Shanghai';
const ROOT = '1';

type App = { clientId: string; secret: string; withSuperiors: boolean; now: () => Date };

/**
 * The contacts of DingTalk (open.dingtalk.com: 通讯录管理). Departments give their children, and people page by page.
 * @param withSuperiors asks for each person: only that answer names the superior
 */
export function dingtalkContacts({ clientId, secret, withSuperiors, now }: App): ContactSource {
  const api = settings().dingtalk.topUrl;
  const token = tokenOf(['dingtalk', clientId, secret], now, async () => {
    const query = new URLSearchParams({ appkey: clientId, appsecret: secret });
    const answer = await callProvider(`${api}/gettoken?${query}`, null, Answer);
    if (answer.errcode !== 0) throw problemOf(answer);
    if (!answer.access_token) throw new ContactError('Answer', 'access_token');
    return { token: answer.access_token, seconds: answer.expires_in ?? 7200 };
  });

  async function call<T>(path: string, body: object, form: z.ZodType<T>): Promise<T> {
    const send = async (fresh: boolean) =>
      callProvider(
        `${api}/topapi/v2/${path}?${new URLSearchParams({ access_token: await token(fresh) })}`,
        body,
        Answer,
      );
    let answer = await send(false);
    if (INVALID_TOKEN.includes(codeOf(answer))) answer = await send(true);
    if (answer.errcode !== 0) throw problemOf(answer);
    const parsed = form.safeParse(answer.result);
    if (!parsed.success) throw new ContactError('Answer', parsed.error.issues[0]?.path.join('.') || 'result');
    return parsed.data;
  }

  const below = async (id: string) =>
    (await call('department/listsub', { dept_id: Number(id) }, Departments)).map(departmentOf);
  const own = async (id: string) => departmentOf(await call('department/get', { dept_id: Number(id) }, Department));

  return {
    async children(parentId) {
      // A department tells nothing about its children; whoever opens it sees that there are none.
      const found = parentId === null ? [await own(ROOT)] : await below(parentId);
      return found.map((each) => ({ ...each, hasChildren: true }));
    },

    async departments(cursor, chosen) {
      // Those whose children were not asked for yet; the chosen ones are not known by their parents.
      const waiting = cursor === null ? [...chosen] : (JSON.parse(cursor) as string[]);
      const parents = waiting.slice(0, PARENTS);
      const roots = await inTurn(
        parents.filter((id) => chosen.includes(id)),
        own,
      );
      const found = (await inTurn(parents, below)).flat();
      const rest = [...new Set([...waiting.slice(PARENTS), ...found.map(({ id }) => id)])];
      if (rest.length > MAX_WAITING) throw new ContactError('Answer', 'departments');
      return { departments: [...roots, ...found], next: rest.length > 0 ? JSON.stringify(rest) : null };
    },

    async people(cursor, departments) {
      const [at, from] = cursor === null ? [0, 0] : (JSON.parse(cursor) as [number, number]);
      const page = await call('user/list', { dept_id: Number(departments[at]), cursor: from, size: SIZE }, People);
      const list = withSuperiors
        ? await inTurn(page.list, async (person) => ({
            ...person,
            ...(await call('user/get', { userid: person.userid }, Person)),
          }))
        : page.list;
      const people = list.map(contactOf);
      if (page.has_more) {
        if (!page.next_cursor || page.next_cursor <= from) throw new ContactError('Answer', 'next_cursor');
        return { people, next: JSON.stringify([at, page.next_cursor]) };
      }
      return { people, next: at + 1 < departments.length ? JSON.stringify([at + 1, 0]) : null };
    },

    async test() {
      await below(ROOT);
      await call('user/list', { dept_id: Number(ROOT), cursor: 0, size: 1 }, People);
      return 'people';
    },
  };
}

const codeOf = ({ errcode, sub_code }: z.output<typeof Answer>) =>
  errcode === 88 && sub_code ? sub_code : String(errcode);
const problemOf = (answer: z.output<typeof Answer>) =>
  new ContactError(PROBLEMS[codeOf(answer)] ?? 'Other', codeOf(answer));

const departmentOf = ({ dept_id, parent_id, name }: z.output<typeof Department>): SourceDepartment => ({
  id: dept_id,
  parentId: parent_id ?? null,
  name: name ?? '',
});

function contactOf(person: z.output<typeof Person>): ReadContact {
  if (!person.unionid) throw new ContactError('Answer', 'unionid');
  const { state_code: country, mobile, hired_date: hired } = person;
  return {
    id: person.userid,
    // As at the sign-in.
    subject: person.unionid,
    departmentIds: person.dept_id_list,
    name: person.name,
    employeeNo: person.job_number,
    phone: mobile && country && country !== '86' && !mobile.startsWith('+') ? `+${country}${mobile}` : mobile,
    email: person.org_email ?? person.email,
    position: person.title,
    superiorId: person.manager_userid,
    joinedOn: hired ? dayOf(new Date(hired), ZONE) : undefined,
  };
}

/** Asks for each of several things, few at the same time. */
async function inTurn<A, B>(all: readonly A[], ask: (each: A) => Promise<B>): Promise<B[]> {
  const answers: B[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE)
    answers.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(ask))));
  return answers;
}

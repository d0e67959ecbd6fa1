import type { Context, Hono } from 'hono';
import { faultOf, type StandInContacts, type StandInPerson, treeOf } from './contacts.ts';
import { queryOf } from './serve.ts';

/** Secret of the contacts (通讯录同步), which gets ids only since August 2022. */
export const WECOM_CONTACT_SECRET = 'wecom-standin-contacts';

/** WeCom's contacts: `department/list`, `department/simplelist`, `user/list`, `user/list_id`, with its error codes. */
export function addWecomContacts(
  app: Hono,
  contacts: StandInContacts,
  /** Error code of an access token, 0 if it is valid, and whether it is one of the contact secret. */
  tokenOf: (token: string) => { fault: number; isContacts: boolean },
): void {
  const error = (errcode: number) => ({
    errcode,
    errmsg: `error, hint: [1], from ip: 127.0.0.1, more info at ?e=${errcode}`,
  });
  const ok = { errcode: 0, errmsg: 'ok' };
  const answer =
    (only: 'app' | 'contacts' | null, make: (c: Context, query: Record<string, string>) => object | Promise<object>) =>
    async (c: Context) => {
      const faulty = await faultOf(c, contacts, error, 45009);
      if (faulty) return faulty;
      const query = queryOf(c.req.url);
      const { fault, isContacts } = tokenOf(query.access_token ?? '');
      if (fault !== 0) return c.json(error(fault));
      if (only === 'app' && isContacts) return c.json(error(48009));
      if (only === 'contacts' && !isContacts) return c.json(error(48002));
      return c.json(await make(c, query));
    };
  const departmentsOf = ({ id }: Record<string, string>) =>
    id === undefined ? contacts.departments : treeOf(contacts.departments, Number(id));

  app.get(
    '/cgi-bin/department/list',
    answer('app', (_c, query) => {
      const found = departmentsOf(query);
      if (found.length === 0) return error(60123);
      return {
        ...ok,
        department: found.map(({ id, parent, name }) => ({
          ...{ id, name, name_en: '', department_leader: [], parentid: parent, order: 100 },
        })),
      };
    }),
  );
  app.get(
    '/cgi-bin/department/simplelist',
    answer(null, (_c, query) => ({
      ...ok,
      department_id: departmentsOf(query).map(({ id, parent }) => ({ id, parentid: parent, order: 100 })),
    })),
  );
  app.get(
    '/cgi-bin/user/list',
    answer('app', (_c, { department_id }) => {
      const id = Number(department_id);
      if (!contacts.departments.some((each) => each.id === id)) return error(60003);
      return { ...ok, userlist: contacts.people.filter(({ departments }) => departments.includes(id)).map(personOf) };
    }),
  );
  app.post(
    '/cgi-bin/user/list_id',
    answer('contacts', async (c) => {
      const { cursor, limit = 10_000 } = await c.req.json<{ cursor?: string; limit?: number }>();
      if (limit < 1 || limit > 10_000) return error(40058);
      const all = contacts.people.flatMap(({ id, departments }) =>
        departments.map((department) => ({ userid: id, department })),
      );
      const from = cursor ? Number(Buffer.from(cursor, 'base64url').toString()) : 0;
      const next = from + limit;
      return {
        ...ok,
        next_cursor: next < all.length ? Buffer.from(String(next)).toString('base64url') : '',
        dept_user: all.slice(from, next),
      };
    }),
  );
}

/** An app that was made since June 2022 gets neither phone number nor e-mail: the test leaves them out. */
function personOf({ id, departments, name, mobile, email, position, number, leader, status = 1 }: StandInPerson) {
  return {
    ...{ userid: id, name: name ?? id, department: departments, order: departments.map(() => 0) },
    ...{ position: position ?? '', is_leader_in_dept: departments.map(() => 0), direct_leader: leader ? [leader] : [] },
    ...{ status, enable: 1, isleader: 0, telephone: '', main_department: departments[0] },
    ...(mobile !== undefined && { mobile }),
    ...(email !== undefined && { email }),
    extattr: { attrs: number ? [{ type: 0, name: '工号', value: number, text: { value: number } }] : [] },
  };
}

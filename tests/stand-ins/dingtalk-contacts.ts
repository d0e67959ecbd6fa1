import type { Context, Hono } from 'hono';
import { faultOf, type StandInContacts, type StandInPerson } from './contacts.ts';
import { queryOf } from './serve.ts';

/** Ids at DingTalk: the union id is the one of the sign-in. */
export const unionOf = (id: string) => `union-${id}`;

/** DingTalk's contacts: `gettoken`, `v2/department/get`, `listsub`, `v2/user/list`, `v2/user/get`, with its error codes. */
export function addDingtalkContacts(
  app: Hono,
  contacts: StandInContacts,
  {
    issue,
    tokenFault,
  }: { issue: (key: string, secret: string) => string | null; tokenFault: (token: string) => number },
): void {
  // Errors of the gateway have the code 88 and their own in `sub_code`.
  const error = (code: number) =>
    code >= 50_000 && code !== 60_020 && code !== 60_003
      ? {
          errcode: 88,
          errmsg: `ding talk error[subcode=${code}]`,
          sub_code: String(code),
          sub_msg: 'error',
          request_id: 'r',
        }
      : { errcode: code, errmsg: 'error', request_id: 'r' };
  const ok = (result: unknown) => ({ errcode: 0, errmsg: 'ok', result, request_id: 'r' });
  app.get('/gettoken', (c) => {
    const { appkey = '', appsecret = '' } = queryOf(c.req.url);
    const token = issue(appkey, appsecret);
    if (!token) return c.json({ errcode: 40089, errmsg: '不合法的corpid或corpsecret' });
    return c.json({ errcode: 0, errmsg: 'ok', access_token: token, expires_in: 7200 });
  });
  const answer =
    <B>(make: (body: B) => object) =>
    async (c: Context) => {
      const faulty = await faultOf(c, contacts, error, 90018);
      if (faulty) return faulty;
      const fault = tokenFault(queryOf(c.req.url).access_token ?? '');
      if (fault !== 0) return c.json({ errcode: fault, errmsg: '不合法的access_token' });
      return c.json(make(await c.req.json<B>()));
    };
  const departmentOf = (id: number) => contacts.departments.find((each) => each.id === id);
  const shown = ({ id, parent, name }: StandInContacts['departments'][number]) => ({
    ...{ dept_id: id, name, auto_add_user: false, create_dept_group: false },
    ...(parent > 0 && { parent_id: parent }),
  });
  app.post(
    '/topapi/v2/department/get',
    answer(({ dept_id }: { dept_id: number }) => {
      const found = departmentOf(dept_id);
      return found ? ok(shown(found)) : error(60003);
    }),
  );
  app.post(
    '/topapi/v2/department/listsub',
    answer(({ dept_id }: { dept_id: number }) =>
      departmentOf(dept_id)
        ? ok(contacts.departments.filter(({ parent }) => parent === dept_id).map(shown))
        : error(60003),
    ),
  );
  app.post(
    '/topapi/v2/user/list',
    answer(({ dept_id, cursor, size }: { dept_id: number; cursor: number; size: number }) => {
      if (size < 1 || size > 100) return error(40035);
      if (!departmentOf(dept_id)) return error(60003);
      const all = contacts.people.filter(({ departments }) => departments.includes(dept_id));
      const more = cursor + size < all.length;
      const list = all.slice(cursor, cursor + size).map(personOf);
      return ok({ has_more: more, ...(more && { next_cursor: cursor + size }), list });
    }),
  );
  app.post(
    '/topapi/v2/user/get',
    answer(({ userid }: { userid: string }) => {
      const found = contacts.people.find(({ id }) => id === userid);
      return found ? ok({ ...personOf(found), ...(found.leader && { manager_userid: found.leader }) }) : error(60121);
    }),
  );
}

function personOf({ id, departments, name, mobile, email, position, number, hired }: StandInPerson) {
  return {
    ...{ userid: id, unionid: unionOf(id), name: name ?? id, dept_id_list: departments, active: true, admin: false },
    ...{ boss: false, leader: false, hide_mobile: false, dept_order: 1, exclusive_account: false },
    ...(mobile !== undefined && { mobile, state_code: '86' }),
    ...(email !== undefined && { email }),
    ...(position !== undefined && { title: position }),
    ...(number !== undefined && { job_number: number }),
    ...(hired !== undefined && { hired_date: hired }),
  };
}

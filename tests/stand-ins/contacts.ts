import type { Context } from 'hono';

/** A department of a provider, and a person; fields that a test leaves out are not delivered. */
export type StandInDepartment = { id: number; parent: number; name: string };
export type StandInPerson = {
  id: string;
  departments: number[];
  name?: string;
  mobile?: string;
  email?: string;
  position?: string;
  number?: string;
  leader?: string;
  /** WeCom: 1 active, 2 disabled, 4 not activated, 5 has left. */
  status?: number;
  hired?: number;
};
/** What a provider answers instead of what was asked for: its error code, a text that is no JSON, or another object. */
export type Fault = number | { text: string; status?: number } | { json: unknown } | 'hang';

/** The contacts of a provider, which tests change while it runs. */
export type StandInContacts = {
  departments: StandInDepartment[];
  people: StandInPerson[];
  /** Faults of the next calls of the contacts, one each. */
  faults: Fault[];
  /** Makes every call fail with this code. */
  always: number | null;
  /** Calls that have come, by path. */
  calls: string[];
  /** Calls are answered after it. */
  hold: Promise<void>;
  /** Calls after which the provider refuses the next one because of their number; 0: never. */
  rate: number;
};

/** A small company, for the end-to-end tests. */
export const someContacts = (): StandInContacts => ({
  departments: [
    { id: 1, parent: 0, name: '蓝海集团' },
    { id: 2, parent: 1, name: '生产部' },
    { id: 3, parent: 2, name: '焊接班' },
    { id: 4, parent: 1, name: '行政部' },
  ],
  people: [
    { id: 'chen.gong', departments: [2], name: '陈工', position: '生产经理', number: 'S-1' },
    { id: 'lin.han', departments: [3], name: '林焊', position: '焊工', number: 'S-2', leader: 'chen.gong' },
    { id: 'zhou.jie', departments: [3], name: '周接', position: '焊工', number: 'S-3', leader: 'chen.gong' },
    { id: 'wu.xing', departments: [4], name: '吴行', position: '行政', number: 'S-4' },
  ],
  faults: [],
  always: null,
  calls: [],
  hold: Promise.resolve(),
  rate: 0,
});

/** Answers with the next fault, if there is one. @param error how this provider writes an error code */
export async function faultOf(
  c: Context,
  contacts: StandInContacts,
  error: (code: number) => object,
  busy: number,
): Promise<Response | undefined> {
  contacts.calls.push(new URL(c.req.url).pathname);
  await contacts.hold;
  if (contacts.always !== null) return c.json(error(contacts.always));
  if (contacts.rate > 0 && contacts.calls.length % (contacts.rate + 1) === 0) return c.json(error(busy));
  const fault = contacts.faults.shift();
  if (fault === undefined) return undefined;
  if (fault === 'hang')
    return new Response(new ReadableStream({}), { headers: { 'content-type': 'application/json' } });
  if (typeof fault === 'number') return c.json(error(fault));
  if ('json' in fault) return c.json(fault.json as object);
  return c.text(fault.text, (fault.status ?? 200) as 200);
}

/** A department with all below it. */
export function treeOf(departments: StandInDepartment[], root: number): StandInDepartment[] {
  const own = departments.filter(({ id }) => id === root);
  return [...own, ...departments.filter(({ parent }) => parent === root).flatMap(({ id }) => treeOf(departments, id))];
}

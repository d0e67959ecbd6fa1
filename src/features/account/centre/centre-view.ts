import { type CentreList, SEAT_ENDS, SEAT_STATES } from '#src/contract/rules/centre.ts';
import type { Wanted } from '#src/client/query.ts';
import { isUuid } from '#src/lib/uuid.ts';

/* The parts of the organisation centre besides its orders: `/account?change=7&part=`. */

export const CENTRE_PARTS = [
  ...(['people', 'seats', 'tasks', 'exams', 'hours', 'certificates'] satisfies CentreList[]),
  ...(['statements', 'requests', 'invoice'] as const),
] as const;
/** What the page of a person lists. */
export const PERSON_LISTS = [
  'seats',
  'tasks',
  'exams',
  'hours',
  'certificates',
] as const satisfies readonly CentreList[];

const ORDERS = {
  people: ['userName', 'department', 'seats', 'studyProgress'],
  seats: ['userName', 'department', 'title', 'studyProgress', 'expiresAt'],
} as const;

const oneOf = <const W extends string>(text: string | null, words: readonly W[]) => words.find((word) => word === text);
const sortOf = <const N extends string>(text: string | null, names: readonly N[]) =>
  oneOf(
    text,
    names.flatMap((name) => [name, `-${name}`] as const),
  );

/** Whether the query of `/account?change=7` names a part besides the orders. */
export const isCentrePart = (query: URLSearchParams): boolean =>
  oneOf(query.get('part'), CENTRE_PARTS) !== undefined || isUuid(query.get('person') ?? '');

/** Reads the part of the organisation centre; invalid values are ignored. */
export function readCentre(query: URLSearchParams) {
  const person = query.get('person');
  return {
    part: oneOf(query.get('part'), CENTRE_PARTS) ?? 'people',
    /** Whose page it is. */
    person: person && isUuid(person) ? person : undefined,
    list: oneOf(query.get('list'), PERSON_LISTS) ?? 'seats',
    department: query.get('department')?.slice(0, 200) || undefined,
    state: oneOf(query.get('state'), SEAT_STATES),
    ends: oneOf(query.get('ends'), SEAT_ENDS),
    peopleSort: sortOf(query.get('sort'), ORDERS.people),
    seatSort: sortOf(query.get('sort'), ORDERS.seats),
  };
}
export type CentreView = ReturnType<typeof readCentre> & { keyword: string | undefined; page: number };

type Filter = Partial<Pick<CentreView, 'keyword' | 'department'>> & {
  userId?: string | undefined;
  pageCurrent: number;
};
/** The filter of a list of people; of a person, only their rows. */
export const filterOf = ({ person, keyword, department, page }: CentreView): Filter =>
  person ? { userId: person, pageCurrent: page } : { keyword, department, pageCurrent: page };

export const centreFigures = () => ['GET /course/auth/centre/view', {}] as const;
export const personView = (view: CentreView) =>
  ['GET /course/auth/centre/person/view', { userId: view.person! }] as const;
export const peoplePage = (view: CentreView) =>
  ['POST /course/auth/centre/people/page', { ...filterOf(view), sort: view.peopleSort }] as const;
export const seatPage = (view: CentreView) =>
  [
    'POST /course/auth/centre/seat/page',
    { ...filterOf(view), state: view.state, ends: view.ends, sort: view.seatSort },
  ] as const;
export const taskPage = (view: CentreView) => ['POST /course/auth/centre/task/page', filterOf(view)] as const;
export const examPage = (view: CentreView) => ['POST /course/auth/centre/exam/page', filterOf(view)] as const;
export const hourPage = (view: CentreView) => ['POST /course/auth/centre/hour/page', filterOf(view)] as const;
export const certificatePage = (view: CentreView) =>
  ['POST /course/auth/centre/certificate/page', filterOf(view)] as const;
/** Requests for seats that the user can decide. */
export const seatRequests = ({ keyword, page }: CentreView) =>
  ['POST /user/auth/flow/instance/undo', { flowType: 'purchase', keyword, pageCurrent: page }] as const;
export const invoiceView = () => ['GET /course/auth/order/invoice/view', {}] as const;
/** Annual statements of the people of the organisation. */
export const statements = ({ page }: CentreView) =>
  ['POST /data/auth/statement/organisation/page', { pageCurrent: page }] as const;
export const departments = () => ['GET /course/auth/order/department/list', {}] as const;

const LISTS: Record<CentreList, (view: CentreView) => Wanted> = {
  ...{ people: peoplePage, seats: seatPage, tasks: taskPage },
  ...{ exams: examPage, hours: hourPage, certificates: certificatePage },
};

/** The initial calls of a part. */
export function wantedByCentre(view: CentreView): Wanted[] {
  if (view.person) return [personView(view), LISTS[view.list](view)];
  if (view.part === 'requests') return [seatRequests(view)];
  if (view.part === 'invoice') return [invoiceView()];
  if (view.part === 'statements') return [statements(view)];
  const figures = view.part === 'people' || view.part === 'seats' ? [centreFigures()] : [];
  return [...figures, departments(), LISTS[view.part](view)];
}

import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#src/contract/calls.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { LedgerKind } from '#src/server/record/tables/ledger.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { inZone } from '#src/lib/dates.ts';
import type { Context } from '#src/server/core/context.ts';
import { currentRank } from '#src/server/ranking/current-rank.ts';
import { pageRanking } from '#src/server/ranking/page-ranking.ts';
import { reverseEntry } from '#src/server/record/reverse-entry.ts';
import { call, ok } from '../factories/portal.ts';
import { post } from '../factories/record.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const PREFIX = '/user/auth/enterprise/user/account';
const RANKINGS = [
  ['points', `POST ${PREFIX}/integral/rank/page`, `GET ${PREFIX}/current/integral/rank`, 3],
  ['credits', `POST ${PREFIX}/credit/hour/rank/page`, `GET ${PREFIX}/credit/hour/rank`, 3],
  ['hours', `POST ${PREFIX}/credit/course/hour/rank/page`, `GET ${PREFIX}/credit/course/hour/current/rank`, 6],
] as const satisfies readonly (readonly [LedgerKind, Call, Call, number])[];

/** The current year in the tenant's time zone. */
const ZONE = 'Asia/Shanghai';
const YEAR = inZone(new Date(), ZONE).year();
const LAST_YEAR = new Date(`${YEAR - 1}-06-01T00:00:00Z`);

let tenant: TestTenant;
/** Users by total: 30, 20, 20, 20, 10, 5.5, 0.25 of each kind this year; the last one has none. */
const AMOUNTS = ['30', '20', '20', '20', '10', '5.5', '0.25'];
let people: TestPerson[];
let nobody: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  people = [];
  for (const [i, amount] of AMOUNTS.entries()) {
    const person = await mintPerson(tenant, { userName: `第${i}人` });
    people.push(person);
    for (const [kind] of RANKINGS) {
      await post(tenant, person, { kind, amount, hourKind: i % 2 ? 'culture' : 'required', at: new Date() });
    }
  }
  // All kinds of hours count, and other years for "all years".
  await post(tenant, people[4]!, { kind: 'points', amount: '25', at: LAST_YEAR });
  nobody = await mintPerson(tenant);
});

describe.each(RANKINGS)('the ranking by %s', (kind, pageCall, ownCall, pageSize) => {
  it(`has ${pageSize} lines a page; equal totals share a place, on the next page too`, async () => {
    const first = await ok(people[0]!, pageCall);
    expect(first).toMatchObject({ pageCurrent: 1, pageSize, totalCount: 7, year: YEAR });
    const pages = [
      first,
      ...(await Promise.all([2, 3].map((pageCurrent) => ok(people[0]!, pageCall, { pageCurrent })))),
    ];
    const lines = pages.flatMap(({ list }) => list);
    expect(lines.map(({ rank, total }) => [rank, total])).toEqual([
      [1, 30],
      [2, 20],
      [2, 20],
      [2, 20],
      [5, 10],
      [6, 5.5],
      [7, 0.25],
    ]);
    expect(lines.map(({ mine }) => mine)).toEqual([true, ...Array<boolean>(6).fill(false)]);
    expect(new Set(lines.map(({ userName }) => userName)).size).toBe(7);
    expect(Object.keys(lines[0]!).sort()).toEqual(
      ['rank', 'userName', 'headPortrait', 'sex', 'department', 'total', 'mine'].sort(),
    );
    // The order is the same for every page size.
    for (const size of [1, 2, 5, 100]) {
      const again = [];
      for (let pageCurrent = 1; again.length < 7; pageCurrent++) {
        again.push(...(await ok(people[0]!, pageCall, { pageCurrent, pageSize: size })).list);
      }
      expect(again).toEqual(lines);
    }
  });

  it('returns the viewer’s rank, position and distance to the next higher total', async () => {
    const own = await Promise.all(people.map((person) => ok(person, ownCall)));
    expect(own.map(({ rank, total, distance }) => [rank, total, distance])).toEqual([
      [1, 30, null],
      [2, 20, 10],
      [2, 20, 10],
      [2, 20, 10],
      [5, 10, 10],
      [6, 5.5, 4.5],
      [7, 0.25, 5.25],
    ]);
    expect(own.every(({ year, totalCount, years }) => year === YEAR && totalCount === 7 && years[0] === YEAR)).toBe(
      true,
    );
    const all = await ok(people[0]!, pageCall, { pageSize: 100 });
    const positions = own.map(({ position }) => position!);
    expect([...positions].sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    for (const [i, position] of positions.entries()) expect(all.list[position - 1]!.userName).toBe(`第${i}人`);

    expect(await ok(nobody, ownCall)).toMatchObject({
      rank: null,
      position: null,
      total: 0,
      distance: null,
      totalCount: 7,
    });
  });

  it('returns this year, another year, or all years', async () => {
    const points = kind === 'points';
    const before = await ok(people[4]!, pageCall, { year: YEAR - 1 });
    expect(before.list.map(({ rank, total, mine }) => [rank, total, mine])).toEqual(points ? [[1, 25, true]] : []);
    const all = await ok(people[4]!, ownCall, { year: 0 });
    expect([all.rank, all.total, all.distance]).toEqual(points ? [1, 35, null] : [5, 10, 10]);
    expect(all.years).toEqual(points ? [YEAR, YEAR - 1] : [YEAR]);
    const year = YEAR - 9;
    expect(await ok(people[4]!, pageCall, { year })).toMatchObject({ totalCount: 0, totalPage: 0, list: [], year });
    expect(await ok(people[4]!, pageCall, { pageCurrent: 99 })).toMatchObject({ totalCount: 7, list: [] });
  });

  it('contains nothing of another tenant, and rejects invalid input', async () => {
    const other = await mintTenant();
    const stranger = await mintPerson(other);
    await post(other, stranger, { kind, amount: '999', at: new Date() });
    expect(await ok(stranger, pageCall)).toMatchObject({ totalCount: 1, list: [{ rank: 1, total: 999, mine: true }] });
    expect(await ok(people[0]!, ownCall)).toMatchObject({ rank: 1, totalCount: 7 });
    expect((await call({ ...stranger, host: tenant.host }, pageCall)).code).toBe(300);
    for (const input of [{ year: 1999 }, { year: 'x' }, { year: 2026.5 }, { pageCurrent: 0 }, { pageSize: 101 }]) {
      expect(await call(people[0]!, pageCall, input as never)).toMatchObject({ code: 422 });
    }
    expect(await call(people[0]!, ownCall, { year: -1 })).toMatchObject({ code: 422, data: [{ field: 'year' }] });
  });
});

describe('ranked members', () => {
  const [, pageCall, ownCall] = RANKINGS[0];

  async function setStatus(at: TestTenant, person: TestPerson, status: 'active' | 'disabled') {
    await withTenant(at.id, (db) =>
      db
        .update(enterpriseUser)
        .set({ status })
        .where(and(eq(enterpriseUser.enterpriseId, at.id), eq(enterpriseUser.userId, person.userId))),
    );
  }

  it('are active; disabled members are omitted, and return with their total', async () => {
    const here = await mintTenant();
    const [first, second, third] = [await mintPerson(here), await mintPerson(here), await mintPerson(here)];
    for (const [i, person] of [first, second, third].entries()) {
      await post(here, person, { kind: 'points', amount: String(30 - i), at: new Date() });
    }
    await setStatus(here, first, 'disabled');
    expect(await ok(second, ownCall)).toMatchObject({ rank: 1, distance: null, totalCount: 2 });
    expect((await ok(third, pageCall)).list.map(({ rank, total }) => [rank, total])).toEqual([
      [1, 29],
      [2, 28],
    ]);
    // Entries posted to a disabled member do not make them ranked.
    await post(here, first, { kind: 'points', amount: '5', at: LAST_YEAR });
    expect(await ok(second, pageCall, { year: YEAR - 1 })).toMatchObject({ totalCount: 0 });
    await setStatus(here, first, 'active');
    expect(await ok(second, ownCall, { year: 0 })).toMatchObject({ rank: 2, distance: 6, totalCount: 3 });
    expect(await ok(second, pageCall, { year: YEAR - 1 })).toMatchObject({ totalCount: 1 });
  });

  it('have a total above 0, also after reversals', async () => {
    const here = await mintTenant();
    const [one, two] = [await mintPerson(here), await mintPerson(here)];
    await post(here, one, { kind: 'points', amount: '3', at: new Date() });
    await post(here, two, { kind: 'points', amount: '9', source: 'test:mistake', at: new Date() });
    expect(await ok(one, ownCall)).toMatchObject({ rank: 2, distance: 6 });
    await withTenant(here.id, (db) =>
      reverseEntry(db, {
        enterpriseId: here.id,
        userId: two.userId,
        source: 'test:mistake',
        title: '更正',
        at: new Date(),
      }),
    );
    expect(await ok(two, ownCall)).toMatchObject({ rank: null, total: 0, totalCount: 1 });
    expect(await ok(one, ownCall)).toMatchObject({ rank: 1, distance: null });
  });
});

it('caches the places of large rankings for ten seconds, with the viewer’s current total', async () => {
  const here = await mintTenant();
  const me = await mintPerson(here);
  let later = 0;
  const as = <T>(operation: (ctx: Context) => Promise<T>) =>
    withTenant(here.id, (db) =>
      operation({
        db,
        tenant: { id: here.id, timeZone: ZONE },
        viewer: { userId: me.userId },
        now: () => new Date(Date.now() + later),
      } as Context),
    );
  const own = () => as((ctx) => currentRank('points')(ctx, { year: YEAR }));
  // 2,500 colleagues: one with 1 point, one with 2, and so on.
  await withTenant(here.id, (db) =>
    db.execute(sql`
      with account as (
        insert into portal.user_account (id) select gen_random_uuid() from generate_series(1, 2500) returning id
      ), person as (
        insert into enterprise_user (enterprise_id, user_id, user_name) select ${here.id}, id, '同事' from account
        returning user_id
      )
      insert into ledger_entry (enterprise_id, user_id, kind, amount, source, title, year)
      select ${here.id}, user_id, 'points', row_number() over (), 'test', '积分', ${YEAR} from person`),
  );
  await post(here, me, { kind: 'points', amount: '1000', at: new Date() });
  // 1,500 have more, and one has the same total.
  expect(await own()).toMatchObject({ rank: 1501, distance: 1, totalCount: 2501 });
  const page = (pageCurrent: number) =>
    as((ctx) => pageRanking('points')(ctx, { pageCurrent, pageSize: 100, year: YEAR }));
  const lines: Awaited<ReturnType<typeof page>>['list'] = [];
  for (let n = 1; n <= 26; n++) lines.push(...(await page(n)).list);
  expect(lines.map(({ rank }) => rank)).toEqual(
    lines.map(({ total }) => 1 + lines.filter((l) => +l.total > +total).length),
  );
  expect(lines.filter(({ mine }) => mine)).toHaveLength(1);
  expect(lines).toHaveLength(2501);

  await post(here, me, { kind: 'points', amount: '1000', at: new Date() });
  expect(await own()).toMatchObject({ rank: 501, total: '2000.00' });
  const late = await mintPerson(here);
  await post(here, late, { kind: 'points', amount: '5000', at: new Date() });
  later = 11_000;
  expect(await own()).toMatchObject({ rank: 502, totalCount: 2502 });
  // Also after the clock was set back.
  await post(here, await mintPerson(here), { kind: 'points', amount: '5000', at: new Date() });
  later = -3_600_000;
  expect(await own()).toMatchObject({ rank: 503, totalCount: 2503 });
});

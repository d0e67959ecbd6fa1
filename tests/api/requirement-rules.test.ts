import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { reconcileRequirementsOf } from '#src/server/jobs/reconcile-requirements.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

/*
 * Whatever happens in whatever order, the open assignments are those that the rules want of the members as they are: the test computes
 * them from nothing, in its own way.
 */

const PEOPLE = 6;
const PATHS = ['东', '东/一', '东/一/甲', '东/二', '东部', '西'];
const POSITIONS = ['焊工', '钳工'];

type Step =
  | { do: 'place'; person: number; path: string | null; position: string | null }
  | { do: 'joined'; person: number; day: string | null }
  | { do: 'status'; person: number; status: 'active' | 'disabled' }
  | { do: 'close'; which: number }
  | { do: 'merge'; from: number; into: number }
  | { do: 'move'; which: number; below: number | null }
  | { do: 'rule'; requirement: number; rules: Rule[]; listed: Listed[] }
  | { do: 'withdraw' | 'publish'; requirement: number }
  | { do: 'reconcile' };
type Rule = { excluded: boolean; path: string | null; below: boolean; position: string | null; since: string | null };
type Listed = { person: number; excluded: boolean };

const path = fc.option(fc.constantFrom(...PATHS), { nil: null });
const position = fc.option(fc.constantFrom(...POSITIONS), { nil: null });
const day = fc.option(fc.constantFrom('2020-01-01', '2024-06-30', '2025-02-28'), { nil: null });
const rarely = fc.nat(3).map((n) => n === 0);
const person = fc.nat(PEOPLE - 1);
const requirement = fc.nat(1);
const rule: fc.Arbitrary<Rule> = fc.record({
  excluded: rarely,
  path: fc.option(fc.constantFrom(...PATHS), { nil: null, freq: 8 }),
  below: fc.boolean(),
  position: fc.option(fc.constantFrom(...POSITIONS), { nil: null, freq: 2 }),
  since: fc.option(fc.constantFrom('2024-06-30', '2025-02-28'), { nil: null, freq: 2 }),
});
const listed: fc.Arbitrary<Listed[]> = fc.uniqueArray(fc.record({ person, excluded: fc.boolean() }), {
  maxLength: 2,
  selector: (each) => each.person,
});
// Most of them name a department, so that moving it matters; without a reconciliation between changes nothing could be forgotten.
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('place' as const), person, path, position }),
  fc.record({ do: fc.constant('joined' as const), person, day }),
  fc.record({ do: fc.constant('status' as const), person, status: fc.constantFrom('active' as const, 'disabled') }),
  fc.record({ do: fc.constant('close' as const), which: fc.nat(5) }),
  fc.record({ do: fc.constant('merge' as const), from: fc.nat(5), into: fc.nat(5) }),
  fc.record({ do: fc.constant('move' as const), which: fc.nat(5), below: fc.option(fc.nat(5), { nil: null }) }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('rule' as const),
      requirement,
      rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
      listed,
    }),
  },
  fc.record({ do: fc.constantFrom('withdraw' as const, 'publish', 'publish'), requirement }),
  { weight: 4, arbitrary: fc.record({ do: fc.constant('reconcile' as const) }) },
);

type World = { tenant: TestTenant; people: string[]; requirements: string[] };

async function mintWorld(): Promise<World> {
  const tenant = await mintTenant();
  const people: string[] = [];
  for (let n = 0; n < PEOPLE; n++) people.push((await mintPerson(tenant, { department: PATHS[n] })).userId);
  const { rows } = await withTenant(tenant.id, (db) =>
    db.execute<{ id: string }>(sql`
      with r as (
        insert into requirement (enterprise_id, title, phase)
        select ${tenant.id}, 'Welding', 'published' from generate_series(1, 2) returning enterprise_id, id
      ), v as (
        insert into requirement_version (enterprise_id, requirement_id, number, since, due_days, due_from)
        select enterprise_id, id, 1, now(), 30, 'assigned' from r
      )
      select id from r`),
  );
  return { tenant, people, requirements: rows.map(({ id }) => id) };
}

async function take(db: TenantDb, { tenant: { id }, people, requirements }: World, given: Step): Promise<void> {
  if (given.do === 'place')
    await db.execute(sql`update enterprise_user set department = ${given.path}, post = ${given.position}
      where enterprise_id = ${id} and user_id = ${people[given.person]}`);
  else if (given.do === 'joined')
    await db.execute(sql`update enterprise_user set joined_on = ${given.day}
      where enterprise_id = ${id} and user_id = ${people[given.person]}`);
  else if (given.do === 'status')
    await db.execute(sql`update enterprise_user set status = ${given.status}
      where enterprise_id = ${id} and user_id = ${people[given.person]}`);
  else if (given.do === 'merge') {
    const open = await departments(db, id);
    const from = open[given.from % open.length];
    const into = open[given.into % open.length];
    // Departments with others below them are not merged, as in the portal.
    if (!from || !into || from.id === into.id || open.some((each) => each.parentId === from.id)) return;
    await db.execute(sql`update department set merged_into = ${into.id}, closed_at = now()
      where enterprise_id = ${id} and id = ${from.id}`);
  } else if (given.do === 'close') {
    const open = await departments(db, id);
    const which = open[given.which % open.length];
    if (!which || open.some((each) => each.parentId === which.id)) return;
    await db.execute(sql`update department set closed_at = now() where enterprise_id = ${id} and id = ${which.id}
      and not exists (select from enterprise_user u where u.enterprise_id = ${id} and u.department_id = ${which.id})`);
  } else if (given.do === 'move') {
    const open = await departments(db, id);
    const which = open[given.which % open.length];
    const below = given.below === null ? null : open[given.below % open.length]!;
    if (!which || below?.path.startsWith(which.path)) return;
    if (open.some(({ path: other }) => other === `${below ? `${below.path}/` : ''}${which.name}`)) return;
    await db.execute(sql`update department set parent_id = ${below?.id ?? null}
      where enterprise_id = ${id} and id = ${which.id}`);
    await db.execute(sql`select portal.set_department_paths(${id}, ${which.id})`);
  } else if (given.do === 'rule') {
    const requirementId = requirements[given.requirement];
    await db.execute(
      sql`delete from requirement_rule where enterprise_id = ${id} and requirement_id = ${requirementId}`,
    );
    await db.execute(
      sql`delete from requirement_person where enterprise_id = ${id} and requirement_id = ${requirementId}`,
    );
    for (const { excluded, path: at, below, position: post, since } of given.rules)
      await db.execute(sql`
        insert into requirement_rule (enterprise_id, requirement_id, excluded, department_id, with_below, position_id, joined_since)
        values (${id}, ${requirementId}, ${excluded}, portal.department_of_path(${id}, ${at}), ${below},
                portal.position_of_name(${id}, ${post}), ${since})`);
    for (const { person: which, excluded } of given.listed)
      await db.execute(sql`insert into requirement_person (enterprise_id, requirement_id, user_id, excluded)
        values (${id}, ${requirementId}, ${people[which]}, ${excluded})`);
    await db.execute(sql`update requirement set stale = 'rule' where enterprise_id = ${id} and id = ${requirementId}`);
  } else if (given.do !== 'reconcile')
    await db.execute(sql`
      update requirement set phase = ${given.do === 'publish' ? 'published' : 'withdrawn'}, stale = 'rule'
      where enterprise_id = ${id} and id = ${requirements[given.requirement]}`);
}

type Department = { id: string; parentId: string | null; name: string; path: string };
const departments = async (db: TenantDb, id: string) =>
  (
    await db.execute<Department>(sql`
      select id, parent_id as "parentId", name, path from department
      where enterprise_id = ${id} and closed_at is null order by id`)
  ).rows;

/** Whom the rules want, by the tree of departments and not by their paths. */
async function wanted(db: TenantDb, { tenant: { id } }: World): Promise<string[]> {
  const open = new Map((await departments(db, id)).map((each) => [each.id, each]));
  const isBelow = (of: string | null, above: string): boolean =>
    of !== null && (of === above || isBelow(open.get(of)?.parentId ?? null, above));
  type Member = { userId: string; departmentId: string | null; positionId: string | null; joined: string };
  const { rows: members } = await db.execute<Member>(sql`
    select user_id as "userId", department_id as "departmentId", position_id as "positionId",
           coalesce(joined_on, (gmt_create at time zone 'Asia/Shanghai')::date)::text as joined
    from enterprise_user where enterprise_id = ${id} and status = 'active'`);
  type Stored = { departmentId: string | null; below: boolean; positionId: string | null; since: string | null };
  const { rows: rules } = await db.execute<Stored & { requirementId: string; excluded: boolean }>(sql`
    select requirement_id as "requirementId", excluded, department_id as "departmentId", with_below as below,
           position_id as "positionId", joined_since::text as since
    from requirement_rule where enterprise_id = ${id}`);
  const { rows: named } = await db.execute<{ requirementId: string; userId: string; excluded: boolean }>(sql`
    select requirement_id as "requirementId", user_id as "userId", excluded
    from requirement_person where enterprise_id = ${id}`);
  const { rows: published } = await db.execute<{ id: string }>(sql`
    select id from requirement where enterprise_id = ${id} and phase = 'published'`);
  const applies = (r: Stored, member: Member) =>
    (r.departmentId === null ||
      (open.has(r.departmentId) &&
        (r.below ? isBelow(member.departmentId, r.departmentId) : member.departmentId === r.departmentId))) &&
    (r.positionId === null || member.positionId === r.positionId) &&
    (r.since === null || member.joined >= r.since);
  return published
    .flatMap((each) =>
      members
        .filter((member) => {
          const hits = [
            ...rules.filter((r) => r.requirementId === each.id && applies(r, member)),
            ...named.filter((n) => n.requirementId === each.id && n.userId === member.userId),
          ];
          return hits.length > 0 && hits.every(({ excluded }) => !excluded);
        })
        .map(({ userId }) => `${each.id} ${userId}`),
    )
    .sort();
}

const plain = { excluded: false, below: true, position: null };
/** What hardly comes about by itself. */
const RARE: [Step[]][] = [
  // A department that joins the rule by its path only: the one that the rule names is closed.
  [
    [
      { do: 'rule', requirement: 0, rules: [{ ...plain, path: '东/二', since: null }], listed: [] },
      { do: 'place', person: 3, path: '西', position: null },
      { do: 'close', which: 3 },
      { do: 'place', person: 0, path: '东/二/乙', position: null },
    ],
  ],
  [
    [
      { do: 'rule', requirement: 0, rules: [{ ...plain, path: null, since: '2025-02-28' }], listed: [] },
      { do: 'reconcile' },
      { do: 'joined', person: 0, day: '2020-01-01' },
    ],
  ],
];

const texts = async (db: TenantDb, query: ReturnType<typeof sql>) =>
  (await db.execute<{ text: string }>(query)).rows.map(({ text }) => text).sort();

describe('assignments', () => {
  it('are those of the rules and members as they are, in whatever order these have changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30, size: 'max' }), async (steps) => {
        const world = await mintWorld();
        const { id } = world.tenant;
        for (const each of steps) {
          await withTenant(id, (db) => take(db, world, each));
          if (each.do === 'reconcile') await reconcileRequirementsOf({ enterpriseId: id });
        }
        await reconcileRequirementsOf({ enterpriseId: id });
        await withTenant(id, async (db) => {
          const open = sql`select concat(requirement_id, ' ', user_id) as text from requirement_assignment
            where enterprise_id = ${id} and closed_at is null`;
          expect(await texts(db, open)).toEqual(await wanted(db, world));
          // The stored states are those that are computed from nothing.
          const columns = sql`concat_ws(' ', requirement_id, user_id, due_at, valid_until, is_started, exempt_until) as text`;
          expect(await texts(db, sql`select ${columns} from requirement_state where enterprise_id = ${id}`)).toEqual(
            await texts(db, sql`select ${columns} from portal.requirement_states(${id}, now(), null, null)`),
          );
        });
      }),
      { numRuns: 60, examples: RARE },
    );
  }, 300_000);
});

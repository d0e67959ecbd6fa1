import fc from 'fast-check';
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { applyPeople, planPeople, rowsOf, undoPeople } from '../factories/people-import.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

/* Random tables of few people, so that numbers, phones and superiors collide. What the plan shows is what happens, whatever the table. */

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
});

const phone = (n: number) => `1981234${String(n).padStart(4, '0')}`;
const few = (most: number) => fc.nat(most);
const PersonOf = fc.record({
  name: few(5).map((n) => ['甲', '乙', '丙', '丁', '', '戊'][n]!),
  number: few(7).map((n) => ['R1', 'R2', 'R3', 'R4', 'R5', '', 'R 6', 'R7'][n]!),
  phone: few(7).map((n) => [phone(1), phone(2), phone(3), phone(4), '', '', '12', phone(5)][n]!),
  department: few(4).map((n) => ['', 'X', 'X/Y', 'Z//', ' / '][n]!),
  superior: few(7).map((n) => ['', '', 'R1', 'R2', 'R3', '甲', phone(1), 'nobody'][n]!),
  status: few(4).map((n) => ['', '', '在职', '离职', '?'][n]!),
});
type Person = typeof PersonOf extends fc.Arbitrary<infer P> ? P : never;
const TableOf = fc.array(PersonOf, { minLength: 1, maxLength: 8 });
const HEAD = ['姓名', '工号', '手机号', '部门', '直接上级', '状态'];
const cellsOf = (people: Person[]) => [
  HEAD,
  ...people.map((person) => [
    person.name,
    person.number,
    person.phone,
    person.department,
    person.superior,
    person.status,
  ]),
];

const membersNow = () =>
  withTenant(tenant.id, (db) =>
    db
      .select({
        userId: enterpriseUser.userId,
        userName: enterpriseUser.userName,
        employeeNo: enterpriseUser.employeeNo,
        department: enterpriseUser.department,
        superiorId: enterpriseUser.superiorId,
        status: enterpriseUser.status,
      })
      .from(enterpriseUser)
      .where(and(eq(enterpriseUser.enterpriseId, tenant.id)))
      .orderBy(enterpriseUser.userId),
  );

it('a plan is what is applied, applying it again changes nothing, and undoing brings back what was there', async () => {
  await fc.assert(
    fc.asyncProperty(TableOf, fc.boolean(), async (people, emptyClears) => {
      // How many files one may send is limited.
      const admin = await mintPerson(tenant, { isAdmin: true });
      const before = await membersNow();
      const plan = await planPeople(tenant, admin, cellsOf(people), { emptyClears, keepEdited: false });
      expect(plan).toMatchObject({ state: 'planned', problem: null });
      const rows = await rowsOf(admin, plan);
      for (const { kind, reasons, changes } of rows) {
        expect(kind === 'wrong').toBe(reasons.length > 0);
        expect(changes.length > 0).toBe(kind === 'new' || kind === 'changed' || kind === 'missing');
      }
      const { new: added, changed } = plan.counts!;
      expect(await applyPeople(tenant, admin, plan)).toMatchObject({
        state: 'applied',
        doneCount: added + changed,
        failedCount: 0,
      });
      const after = await membersNow();
      expect(after.length).toBe(before.length + added);
      expect(isTree(after)).toBe(true);
      const again = await planPeople(tenant, admin, cellsOf(people), { emptyClears, keepEdited: false });
      // Rows that were wrong may be right now: a superior may have come with another row.
      const wrongBefore = new Set(rows.filter(({ kind }) => kind === 'wrong').map(({ line }) => line));
      const changedAgain = (await rowsOf(admin, again)).filter(({ kind }) => kind === 'new' || kind === 'changed');
      expect(changedAgain.filter(({ line }) => !wrongBefore.has(line))).toEqual([]);
      await undoPeople(tenant, admin, plan);
      const undone = new Map((await membersNow()).map((member) => [member.userId, member]));
      for (const member of before) expect(undone.get(member.userId)).toEqual(member);
      for (const { userId } of after)
        if (!before.some((member) => member.userId === userId)) expect(undone.get(userId)!.status).toBe('disabled');
    }),
    { numRuns: Number(process.env['FUZZ_PLANS'] ?? 25), endOnFailure: true },
  );
});

/** Nobody is above themselves. */
function isTree(members: { userId: string; superiorId: string | null }[]): boolean {
  const above = new Map(members.map(({ userId, superiorId }) => [userId, superiorId]));
  return members.every(({ userId }) => {
    let at = above.get(userId) ?? null;
    for (let steps = 0; at !== null && steps <= members.length; steps += 1) {
      if (at === userId) return false;
      at = above.get(at) ?? null;
    }
    return at === null;
  });
}

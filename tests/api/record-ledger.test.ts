import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { ledgerEntry, ledgerTotal } from '#src/server/record/tables/ledger.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { issueCertificate } from '#src/server/record/issue-certificate.ts';
import { reverseEntry } from '#src/server/record/reverse-entry.ts';
import { mintCertificate, post } from '../factories/record.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

let tenant: TestTenant;
let person: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  person = await mintPerson(tenant);
});

const lines = (who: TestPerson) =>
  withTenant(tenant.id, (db) => db.select().from(ledgerEntry).where(eq(ledgerEntry.userId, who.userId)));
const totals = (who: TestPerson) =>
  withTenant(tenant.id, (db) => db.select().from(ledgerTotal).where(eq(ledgerTotal.userId, who.userId)));
const reverse = (who: TestPerson, source: string, at = new Date('2027-02-01T00:00:00Z')) =>
  withTenant(tenant.id, (db) =>
    reverseEntry(db, { enterpriseId: tenant.id, userId: who.userId, source, title: '更正', at }),
  );
/** Returns the message of the database error, the cause of the query builder's error. */
const databaseError = (run: Promise<unknown>) =>
  run.then(
    () => 'no error',
    (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
  );

describe('ledger', () => {
  it('posts one entry for 50 parallel posts of one event', async () => {
    const who = await mintPerson(tenant);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post(tenant, who, { source: 'course:1:hours', amount: '1.5' })),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await lines(who)).toHaveLength(1);
    expect(await totals(who)).toMatchObject([{ kind: 'hours', hourKind: 'required', year: 2026, total: '1.50' }]);
  });

  it('adds 50 parallel posts of different events exactly', async () => {
    const who = await mintPerson(tenant);
    await Promise.all(Array.from({ length: 50 }, (_, i) => post(tenant, who, { amount: i % 2 ? '0.1' : '0.2' })));
    expect(await totals(who)).toMatchObject([{ total: '7.50' }]);
  });

  it('adds 0.1 and 0.2 to 0.3, and rounds entry and total equally', async () => {
    const who = await mintPerson(tenant);
    await post(tenant, who, { kind: 'credits', amount: '0.1' });
    await post(tenant, who, { kind: 'credits', amount: '0.2' });
    expect(await totals(who)).toMatchObject([{ kind: 'credits', hourKind: '', total: '0.30' }]);
    for (let i = 0; i < 3; i++) await post(tenant, who, { kind: 'points', amount: '0.335' });
    expect((await totals(who)).find(({ kind }) => kind === 'points')).toMatchObject({ total: '1.02' });
  });

  it('posts nothing for an amount of zero, and rejects invalid amounts', async () => {
    const who = await mintPerson(tenant);
    expect(await post(tenant, who, { amount: '0.00' })).toBe(false);
    await expect(post(tenant, who, { amount: '1e3' })).rejects.toThrow('Not an amount');
    expect(await lines(who)).toEqual([]);
  });

  it('counts to the year in the tenant’s time zone', async () => {
    const who = await mintPerson(tenant);
    const at = new Date('2026-01-01T00:30:00+08:00');
    await post(tenant, who, { at });
    await post(tenant, who, { at, timeZone: 'UTC', amount: '2' });
    expect((await totals(who)).map(({ year, total }) => [year, total]).sort()).toEqual([
      [2025, '2.00'],
      [2026, '1.00'],
    ]);
    expect((await lines(who)).every(({ gmtCreate }) => gmtCreate.getTime() === at.getTime())).toBe(true);
  });

  it('reverses an entry once, in its year and kind', async () => {
    const who = await mintPerson(tenant);
    await post(tenant, who, { source: 'course:2:hours', amount: '2.25' });
    await post(tenant, who, { amount: '1' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => reverse(who, 'course:2:hours')));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await totals(who)).toMatchObject([{ hourKind: 'required', year: 2026, total: '1.00' }]);
    const [reversal] = (await lines(who)).filter(({ reversalOf }) => reversalOf);
    expect(reversal).toMatchObject({ amount: '-2.25', year: 2026 });
    expect(await reverse(who, reversal!.source)).toBe(false);
    expect(await reverse(who, 'course:none')).toBe(false);
    expect(await post(tenant, who, { source: 'course:2:hours', amount: '2.25' })).toBe(false);
  });

  it('posts no entry when the change that earned it fails', async () => {
    const who = await mintPerson(tenant);
    const failing = withTenant(tenant.id, async (db) => {
      const { postEntry } = await import('#src/server/record/post-entry.ts');
      const entry = {
        enterpriseId: tenant.id,
        userId: who.userId,
        kind: 'points' as const,
        amount: '5',
        source: 's',
        title: 't',
        at: new Date(),
        timeZone: 'UTC',
      };
      expect(await postEntry(db, entry)).toBe(true);
      throw new Error('the rest of it failed');
    });
    await expect(failing).rejects.toThrow('the rest of it failed');
    expect([await lines(who), await totals(who)]).toEqual([[], []]);
  });

  it('rejects a user of another enterprise, and rows of another enterprise', async () => {
    const other = await mintTenant();
    const stranger = await mintPerson(other);
    await expect(post(tenant, stranger)).rejects.toThrow('No such person');
    await post(other, stranger, { source: 'course:3:hours' });
    expect(await lines(stranger)).toEqual([]);
    expect(await reverse(stranger, 'course:3:hours')).toBe(false);
  });

  it('is append-only for the application role', async () => {
    const who = await mintPerson(tenant);
    await post(tenant, who);
    const where = and(eq(ledgerEntry.enterpriseId, tenant.id), eq(ledgerEntry.userId, who.userId));
    expect(
      await databaseError(withTenant(tenant.id, (db) => db.update(ledgerEntry).set({ amount: '99' }).where(where))),
    ).toMatch('permission denied');
    expect(await databaseError(withTenant(tenant.id, (db) => db.delete(ledgerEntry).where(where)))).toMatch(
      'permission denied',
    );
    expect(await databaseError(withTenant(tenant.id, (db) => db.execute(sql`truncate ledger_entry`)))).toMatch(
      'permission denied',
    );
    expect(await lines(who)).toHaveLength(1);
  });

  it('keeps totals equal to the sum of the entries under random parallel operations', async () => {
    // Seeded, so that failures are reproducible.
    let seed = 20260301;
    const random = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
    const people = await Promise.all([mintPerson(tenant), mintPerson(tenant)]);
    const operations = Array.from({ length: 240 }, () => {
      const who = people[random(2)]!;
      const source = `fact:${random(60)}`;
      if (random(4) === 0) return () => reverse(who, source);
      const kind = (['hours', 'credits', 'points'] as const)[random(3)]!;
      const hourKind = ['required', 'culture', 'lecturer', 'other'][random(4)]!;
      const amount = `${random(5) === 0 ? '-' : ''}${random(40)}.${random(1000)}`;
      const at = new Date(Date.UTC(2025, 11, 31, 8 + random(16)));
      return () => post(tenant, who, { source, kind, hourKind, amount, at });
    });
    for (let i = 0; i < operations.length; i += 24) await Promise.all(operations.slice(i, i + 24).map((run) => run()));
    const { rows } = await withTenant(tenant.id, (db) =>
      db.execute<{ wrong: number; groups: number }>(sql`
        with summed as (
          select user_id, kind, coalesce(hour_kind, '') as hour_kind, year, sum(amount) as total from ledger_entry
          where user_id in (${people[0].userId}, ${people[1].userId}) group by 1, 2, 3, 4
        ), kept as (
          select user_id, kind, hour_kind, year, total from ledger_total where user_id in (${people[0].userId}, ${people[1].userId})
        )
        select (select count(*)::int from (select * from summed except select * from kept union all (select * from kept except select * from summed)) d) as wrong,
               (select count(*)::int from kept) as groups`),
    );
    expect(rows[0]!.wrong).toBe(0);
    expect(rows[0]!.groups).toBeGreaterThan(12);
  });
});

describe('issuing certificates', () => {
  const issue = (who: TestPerson, certificateId: string, source: string, at = new Date('2026-03-01T04:00:00Z')) =>
    withTenant(tenant.id, (db) =>
      issueCertificate(db, {
        enterpriseId: tenant.id,
        userId: who.userId,
        certificateId,
        source,
        at,
        issueWay: 'automatic',
      }),
    );

  it('issues one for 20 parallel passes of one event, and numbers without gaps', async () => {
    const own = await mintTenant();
    const kind = await mintCertificate(own);
    const people = await Promise.all(Array.from({ length: 4 }, () => mintPerson(own)));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        withTenant(own.id, (db) =>
          issueCertificate(db, {
            enterpriseId: own.id,
            userId: people[i % 4]!.userId,
            certificateId: kind,
            source: 'exam:1',
            at: new Date('2026-12-31T20:00:00Z'),
            issueWay: 'automatic',
          }),
        ),
      ),
    );
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(4);
    const numbers = [...new Set(answers.map(({ certificateNo }) => certificateNo))].sort();
    expect(numbers).toEqual([1, 2, 3, 4].map((n) => `${own.key.toUpperCase()}-2027-00000${n}`));
  });

  it('expires months later at the same hour, or on the last day of a shorter month', async () => {
    const kind = await mintCertificate(tenant, { validMonths: 1 });
    const { id } = await issue(person, kind, 'exam:2', new Date('2026-01-31T09:00:00+08:00'));
    const [row] = await withTenant(tenant.id, (db) =>
      db.select().from(userCertificate).where(eq(userCertificate.id, id)),
    );
    expect(row!.expiresAt).toEqual(new Date('2026-02-28T09:00:00+08:00'));
  });

  it('rejects certificates and users of another enterprise', async () => {
    const other = await mintTenant();
    const foreign = await mintCertificate(other);
    await expect(issue(person, foreign, 'exam:3')).rejects.toThrow('No such certificate');
    await expect(issue(person, randomUUID(), 'exam:3')).rejects.toThrow('No such certificate');
    await expect(issue(await mintPerson(other), await mintCertificate(tenant), 'exam:3')).rejects.toThrow(
      'No such person',
    );
  });
});

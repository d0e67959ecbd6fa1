import { unzipSync } from 'fflate';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { makeExport } from '#src/server/export/make-export.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { seededRandom } from '#src/lib/shuffle.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { department } from '#src/server/organisation/tables.ts';
import { publicJwk, readToken } from '#src/server/core/signed-token.ts';
import { reverseEntry } from '#src/server/record/reverse-entry.ts';
import { verifyCredential } from '#src/server/record/sheet/verify-credential.ts';
import { annualStatement } from '#src/server/record/tables/statement.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { mintExam } from '../factories/exam.ts';
import { mintShortExam, sit } from '../factories/exam-rules.ts';
import { mintDepartment } from '../factories/organisation.ts';
import { call, download, ok, portal } from '../factories/portal.ts';
import { giveCertificate, mintCertificate, post } from '../factories/record.ts';
import { companionCookie } from '../factories/session.ts';
import { textsOf } from '../factories/sheet.ts';
import { passExam } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Annual statements (docs/specification.md, section "Annual statements"). */

const ISSUE = 'POST /data/auth/statement/issue';
const VERIFY = 'GET /data/api/statement/verify';
const EXPORT = 'POST /data/auth/statement/department/export';

let tenant: TestTenant;
let admin: TestPerson;
let head: TestPerson;
let eastId: string;
let people: TestPerson[];

const KINDS = ['required', 'culture', 'lecturer', 'other'] as const;
/** Moments around the turn of the year in Shanghai, which is 16:00 UTC. */
const TURNS = ['2024-12-31T15:59:59.999Z', '2024-12-31T16:00:00Z', '2025-12-31T15:59:59.999Z', '2025-12-31T16:00:00Z'];

/** Posts entries at random in three years, and reverses a fifth of them at a later time. */
async function fillLedger(person: TestPerson, seed: string): Promise<void> {
  const random = seededRandom(seed);
  for (let n = 0; n < 14; n++) {
    const at = n < 4 ? new Date(TURNS[n]!) : new Date(Date.UTC(2024, Math.floor(random() * 30), 5, 3));
    const amount = ((1 + Math.floor(random() * 999)) / 100).toFixed(2);
    const isHours = random() < 0.7;
    const source = `test:${seed}:${n}`;
    const kind = isHours ? ('hours' as const) : random() < 0.8 ? ('credits' as const) : ('points' as const);
    const hourKind = isHours ? KINDS[Math.floor(random() * 4)]! : null;
    await post(tenant, person, { kind, hourKind, amount, source, at });
    if (random() < 0.2)
      await withTenant(tenant.id, (db) =>
        reverseEntry(db, {
          ...{ enterpriseId: tenant.id, userId: person.userId, source, title: '冲销' },
          at: new Date('2026-05-01T00:00:00Z'),
        }),
      );
  }
}

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  eastId = await mintDepartment(tenant, '华东');
  await mintDepartment(tenant, '上海', { parentId: eastId });
  await mintDepartment(tenant, '西部');
  head = await mintPerson(tenant, { userName: '主管', department: '华东' });
  await withTenant(tenant.id, (db) =>
    db.update(department).set({ headId: head.userId }).where(eq(department.id, eastId)),
  );
  people = await Promise.all(
    ['王小明', '=李梅', '赵四', '钱五'].map((userName, n) =>
      mintPerson(tenant, { userName, department: ['华东', '华东/上海', '华东/上海', '西部'][n]! }),
    ),
  );
  for (const [n, person] of people.entries()) await fillLedger(person, `person ${n}`);
});

/** The sums of the ledger itself, of these people. */
async function ledgerOf(who: TestPerson[], year: number) {
  const { rows } = await withTenant(tenant.id, (db) =>
    db.execute<Record<(typeof KINDS)[number] | 'total' | 'credits', number>>(sql`
      select ${sql.join(
        KINDS.map(
          (kind) => sql`coalesce(sum(amount) filter (where hour_kind = ${kind}), 0)::float8 as ${sql.raw(kind)}`,
        ),
        sql`, `,
      )}, coalesce(sum(amount) filter (where kind = 'hours'), 0)::float8 as total,
      coalesce(sum(amount) filter (where kind = 'credits'), 0)::float8 as credits
      from ledger_entry where enterprise_id = ${tenant.id} and year = ${year}
        and user_id = any(${sql.param(who.map(({ userId }) => userId))}::uuid[])`),
  );
  const { credits, ...hours } = rows[0]!;
  return { hours, credits };
}

const verify = (number: string) => ok(tenant.anonymous, VERIFY, { number });

async function archiveOf(who: TestPerson, id: string): Promise<Record<string, Uint8Array>> {
  expect(await makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date())).toBeUndefined();
  const { url, fileName } = await ok(who, 'GET /data/auth/export/record/get/file/download/url', { id });
  expect(fileName).toMatch(/^年度学习证明_2025.*\.zip$/);
  const headers = { host: who.host, cookie: `ET_WEB_TOKEN=${who.token}; ${companionCookie(who.token)}` };
  const response = await portal.request(`http://${who.host}${url}`, { headers });
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name.split('.').at(-1)!, bytes]));
}

async function textOf(data: Uint8Array) {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const loading = getDocument({ data, verbosity: VerbosityLevel.ERRORS, useSystemFonts: false, disableFontFace: true });
  const document = await loading.promise;
  const texts: string[] = [];
  for (let n = 1; n <= document.numPages; n++) {
    const { items } = await (await document.getPage(n)).getTextContent();
    texts.push(...items.map((item) => ('str' in item ? item.str : '')).filter((text) => text.trim()));
  }
  const pages = document.numPages;
  await loading.destroy();
  return { texts, pages };
}

it('of a person says what the ledger says, in each year of the time zone of the enterprise', async () => {
  for (const person of people)
    for (const year of [2024, 2025, 2026]) {
      const { statementNo } = await ok(person, ISSUE, { year });
      expect(statementNo).toMatch(new RegExp(`^S${year}(-[2-9A-HJ-NP-Z]{4}){3}$`));
      const { figures, state, name, kind } = await verify(statementNo);
      expect(figures).toMatchObject(await ledgerOf([person], year));
      expect({ state, kind }).toEqual({ state: 'current', kind: 'person' });
      expect(name).toMatch(/^.\*+$/);
    }
  expect(await ok(people[0]!, 'GET /data/auth/statement/year/list')).toEqual([2026, 2025, 2024]);
  expect((await call(people[0]!, ISSUE, { year: new Date().getFullYear() + 2 })).code).toBe(422);
});

it('is one as long as it says the same, and superseded by what is posted or reversed later', async () => {
  const person = await mintPerson(tenant, { userName: '孙六' });
  const at = new Date('2025-06-01T00:00:00Z');
  await post(tenant, person, { amount: '3.25', source: 'test:first', at });
  const { id, statementNo } = await ok(person, ISSUE, { year: 2025 });
  // Nothing of another year, and no points.
  await post(tenant, person, { amount: '1', at: new Date('2024-06-01T00:00:00Z') });
  await post(tenant, person, { kind: 'points', hourKind: null, amount: '10', at });
  expect((await ok(person, ISSUE, { year: 2025 })).id).toBe(id);
  const reverse = {
    enterpriseId: tenant.id,
    userId: person.userId,
    source: 'test:first',
    title: '冲销',
    at: new Date(),
  };
  await withTenant(tenant.id, (db) => reverseEntry(db, reverse));
  expect(await verify(statementNo)).toMatchObject({ state: 'superseded', figures: { hours: { total: 3.25 } } });
  const second = await ok(person, ISSUE, { year: 2025 });
  expect(second.id).not.toBe(id);
  expect(await verify(second.statementNo)).toMatchObject({ state: 'current', figures: { hours: { total: 0 } } });
  const { list } = await ok(person, 'POST /data/auth/statement/page', {});
  expect(list.map(({ state }) => state)).toEqual(['current', 'superseded']);
});

it('lists passed exams with results and certificates, as text of its PDF too', async () => {
  const person = await mintPerson(tenant, { userName: '堃龑', department: '华东' });
  const { id: examId } = await mintExam(tenant, { title: '焊工 🙂 考试' });
  await passExam(tenant, person, examId);
  const year = new Date().getFullYear();
  const kind = await mintCertificate(tenant, { certificateName: '焊工证' });
  const held = await giveCertificate(tenant, person, kind);
  const other = await giveCertificate(tenant, person, kind, { at: new Date('2020-01-01T00:00:00Z') });
  const { id, statementNo } = await ok(person, ISSUE, { year });
  const shown = await verify(statementNo);
  expect(shown.exams).toMatchObject([{ title: '焊工 🙂 考试' }]);
  expect(shown.figures.examCount).toBe(1);
  expect(shown.certificates.map(({ certificateNo }) => certificateNo)).toContain(held.certificateNo);
  expect(shown.certificates.map(({ certificateNo }) => certificateNo)).not.toContain(other.certificateNo);
  const path = `/account/statement/${id}.pdf`;
  const response = await download(person, path);
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${statementNo}.pdf"`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(new Uint8Array(await (await download(person, path)).arrayBuffer())).toEqual(bytes);
  const { texts } = await textOf(bytes);
  const { score, totalScore } = shown.exams[0]!;
  for (const text of [`${year} 年度学习证明`, '堃龑', statementNo, held.certificateNo, `${score} / ${totalScore}`])
    expect(texts.join(' ')).toContain(text);
  expect(texts.join('')).toContain('焊工 〓 考试');
  const english = await textOf(
    new Uint8Array(await (await download({ ...person, locale: 'en' }, `/en${path}`)).arrayBuffer()),
  );
  expect(english.texts).toContain(`Annual statement ${year}`);
  // A certificate that is revoked is not what was stated.
  await withTenant(tenant.id, (db) =>
    db.update(userCertificate).set({ revokedAt: new Date(), revokeReason: 'x' }).where(eq(userCertificate.id, held.id)),
  );
  expect((await verify(statementNo)).state).toBe('superseded');
  for (const who of [people[0]!, admin, await mintPerson(await mintTenant(), { isAdmin: true }), tenant.anonymous])
    expect((await download(who, path)).status).toBe(404);
});

it('has no exam whose last attempt counts and was failed, although an earlier one was passed', async () => {
  const person = await mintPerson(tenant);
  const exam = await mintShortExam(tenant, { stopAfterPass: false, countedAttempt: 'last', maxAttempts: 3 });
  const year = new Date().getFullYear();
  const issue = async () => verify((await ok(person, ISSUE, { year })).statementNo);
  await sit(person, exam, true);
  const passed = await issue();
  expect([passed.figures.examCount, passed.exams.length]).toEqual([1, 1]);
  await sit(person, exam, false);
  expect((await verify(passed.statementNo)).state).toBe('superseded');
  const failed = await issue();
  expect([failed.figures.examCount, failed.exams.length]).toEqual([0, 0]);
});

it('is signed as a credential that is checked offline', async () => {
  const { id, statementNo } = await ok(people[0]!, ISSUE, { year: 2025 });
  const token = await (await download(people[0]!, `/account/statement/${id}.jwt`)).text();
  const key = Buffer.from(publicJwk(tenant.id).x, 'base64url').toString('hex');
  const opened = readToken(token, key) as { payload: Record<string, unknown>; kid: string };
  const { problems, lines } = verifyCredential(opened.payload, opened.kid, new Date());
  expect(problems).toEqual([]);
  expect(lines[0]).toBe(`✓ annual statement ${statementNo} of 王小明 about 2025`);
  const { hours } = await ledgerOf([people[0]!], 2025);
  expect(lines[1]).toContain(`✓ ${hours.total.toFixed(2)} class hours`);
});

it('names its person to strangers as they allow, and does not answer an address that guesses numbers', async () => {
  const { statementNo } = await ok(people[2]!, ISSUE, { year: 2025 });
  const nameFor = async (holderName: 'full' | 'hidden' | 'masked') => {
    await ok(people[2]!, 'PUT /course/auth/user/certificate/choice/save', { holderName });
    return (await verify(` ${statementNo.toLowerCase()} `)).name;
  };
  expect([await nameFor('full'), await nameFor('hidden'), await nameFor('masked')]).toEqual(['赵四', null, '赵*']);
  expect((await call((await mintTenant()).anonymous, VERIFY, { number: statementNo })).code).toBe(404);
  const guessing = { ...tenant.anonymous, address: '203.0.113.91' };
  const codes: number[] = [];
  for (let n = 0; n < 61; n++) codes.push((await call(guessing, VERIFY, { number: `S2025-${n}` })).code);
  expect(new Set(codes.slice(0, 60))).toEqual(new Set([404]));
  expect(codes[60]).toBe(429);
});

it('does not change, whoever tries', async () => {
  const { id } = await ok(people[0]!, ISSUE, { year: 2025 });
  const which = eq(annualStatement.id, id);
  const change = withTenant(tenant.id, (db) => db.update(annualStatement).set({ year: 2024 }).where(which));
  await expect(change).rejects.toThrow();
  const { rows } = await withTenant(tenant.id, (db) =>
    db.execute<{ tgname: string }>(
      sql`select tgname from pg_trigger where tgrelid = 'annual_statement'::regclass and tgname = 'keep_statement'`,
    ),
  );
  expect(rows).toHaveLength(1);
});

it('of a department is for its head, with a table of its people whose sums it states', async () => {
  const east = people.slice(0, 3);
  const { id } = await ok(head, EXPORT, { year: 2025, departmentId: eastId });
  const { pdf, xlsx, csv, jwt } = await archiveOf(head, id);
  const [header, ...rows] = textsOf(xlsx!);
  expect(header!.slice(0, 3)).toEqual(['姓名', '工号', '部门']);
  expect(rows.map(([name]) => name).sort()).toEqual(['=李梅', '主管', '堃龑', '王小明', '赵四'].sort());
  for (const person of east) {
    const { hours, credits } = await ledgerOf([person], 2025);
    const [found] = await withTenant(tenant.id, (db) =>
      db.select().from(enterpriseUser).where(eq(enterpriseUser.userId, person.userId)),
    );
    const row = rows
      .find(([name]) => name === found!.userName)!
      .slice(3, 9)
      .map(Number);
    expect(row).toEqual([...KINDS.map((kind) => hours[kind]), hours.total, credits]);
  }
  const lines = new TextDecoder().decode(csv).trimEnd().split('\r\n');
  expect(lines).toHaveLength(rows.length + 1);
  expect(lines.some((line) => line.startsWith("'=李梅,"))).toBe(true);
  const all = await ledgerOf(east, 2025);
  const { list } = await ok(head, 'POST /data/auth/statement/department/page', {});
  expect(list).toMatchObject([{ department: '华东', year: 2025, peopleCount: 5, hours: all.hours.total }]);
  const { statementNo } = list[0]!;
  const { texts } = await textOf(pdf!);
  expect(texts).toEqual(expect.arrayContaining(['华东', '华东/上海', String(all.hours.total)]));
  expect(texts).toContain(`证明编号 ${statementNo}`);
  const opened = readToken(new TextDecoder().decode(jwt)) as { payload: Record<string, unknown>; kid: string };
  expect(verifyCredential(opened.payload, opened.kid, new Date()).problems).toEqual([]);
  expect(await verify(statementNo)).toMatchObject({
    ...{ kind: 'department', name: '华东', peopleCount: 5, state: 'current', figures: all },
  });
  expect(JSON.stringify(await verify(statementNo))).not.toContain(people[0]!.userId);
  expect((await download(head, `/account/statement/${list[0]!.id}.pdf`)).status).toBe(200);
  expect((await download(people[0]!, `/account/statement/${list[0]!.id}.pdf`)).status).toBe(404);
  // The people are those of that day, wherever they go; what they earn changes it.
  await withTenant(tenant.id, (db) =>
    db.update(enterpriseUser).set({ department: '西部' }).where(eq(enterpriseUser.userId, east[1]!.userId)),
  );
  expect((await verify(statementNo)).state).toBe('current');
  await post(tenant, east[1]!, { amount: '0.01', at: new Date('2025-05-05T00:00:00Z') });
  expect((await verify(statementNo)).state).toBe('superseded');
});

it('of a department is one as long as it says the same, else the later one replaces it; its head sees it when the department is renamed', async () => {
  const here = await mintTenant();
  const boss = await mintPerson(here, { isAdmin: true });
  const id = await mintDepartment(here, '北方');
  const leader = await mintPerson(here, { department: '北方' });
  await withTenant(here.id, (db) => db.update(department).set({ headId: leader.userId }).where(eq(department.id, id)));
  const other = await mintPerson(here, { department: '北方' });
  const state = async (number: string) => (await ok(here.anonymous, VERIFY, { number })).state;
  const list = async (who: TestPerson) => (await ok(who, 'POST /data/auth/statement/department/page', {})).list;
  const issue = async () => {
    const { id: exportId } = await ok(leader, EXPORT, { year: 2026, departmentId: id });
    expect(await makeExport({ enterpriseId: here.id, exportId }, EXPORT_LISTS, new Date())).toBeUndefined();
    return (await list(leader))[0]!.statementNo;
  };
  const first = await issue();
  expect(await issue()).toBe(first);
  expect(await state(first)).toBe('current');
  // Whatever is part of it: hours, a pass, a certificate that is issued, and one that is revoked.
  const { id: examId } = await mintExam(here);
  const kind = await mintCertificate(here);
  let latest = first;
  let held = '';
  for (const change of [
    () => post(here, other, { amount: '2', at: new Date('2026-05-01T00:00:00Z') }),
    () => passExam(here, other, examId),
    async () => {
      held = (await giveCertificate(here, other, kind)).id;
    },
    () =>
      withTenant(here.id, (db) =>
        db
          .update(userCertificate)
          .set({ revokedAt: new Date(), revokeReason: 'x' })
          .where(eq(userCertificate.id, held)),
      ),
  ]) {
    await change();
    expect(await state(latest)).toBe('superseded');
    const next = await issue();
    expect(next).not.toBe(latest);
    expect(await state(next)).toBe('current');
    latest = next;
  }
  // Neither points nor other years nor others.
  await post(here, other, { kind: 'points', hourKind: null, amount: '5' });
  await post(here, other, { amount: '5', at: new Date('2025-05-01T00:00:00Z') });
  await post(here, boss, { amount: '5' });
  expect(await state(latest)).toBe('current');
  expect((await list(boss)).map(({ isLatest }) => isLatest)).toEqual([true, false, false, false, false]);
  await withTenant(here.id, async (db) => {
    await db.update(department).set({ name: '东北' }).where(eq(department.id, id));
    await db.execute(sql`select portal.set_department_paths(${here.id}, ${id})`);
  });
  expect(await list(leader)).toHaveLength(5);
  const renamed = await issue();
  expect([renamed === latest, await state(latest), await state(renamed)]).toEqual([false, 'superseded', 'current']);
});

it('of other departments, and of the enterprise, is not for a head', async () => {
  const west = await withTenant(tenant.id, (db) => db.select().from(department).where(eq(department.path, '西部')));
  const departmentId = west[0]!.id;
  expect((await call(head, EXPORT, { year: 2025, departmentId })).code).toBe(404);
  expect((await call(head, EXPORT, { year: 2025 })).code).toBe(422);
  expect((await call(people[0]!, EXPORT, { year: 2025, departmentId: eastId })).code).toBe(403);
  const { id } = await ok(admin, EXPORT, { year: 2025 });
  const files = await archiveOf(admin, id);
  expect(Object.keys(files).sort()).toEqual(['csv', 'jwt', 'pdf', 'xlsx']);
  const { list } = await ok(head, 'POST /data/auth/statement/department/page', {});
  expect(list.map(({ department: path }) => path)).toEqual(['华东']);
  const [whole] = (await ok(admin, 'POST /data/auth/statement/department/page', {})).list;
  expect(whole).toMatchObject({ department: null, hours: (await ledgerOf([...people, head], 2025)).hours.total });
  expect((await verify(whole!.statementNo)).kind).toBe('enterprise');
  expect((await download(head, `/account/statement/${whole!.id}.pdf`)).status).toBe(404);
});

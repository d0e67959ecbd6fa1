import { beforeAll, describe, expect, it } from 'vitest';
import { type Definition, SOURCE_NAMES, sourceOf } from '#src/contract/rules/report.ts';
import { READY_NAMES, readyDefinition, readyReport } from '#src/contract/rules/ready-reports.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import { mintCourse, mintLecturer } from '../factories/course.ts';
import { CONTENT, fillIn, mintQuestionnaire } from '../factories/questionnaire.ts';
import { teachingRecord } from '#src/server/lecturer/tables.ts';
import { reaction } from '#src/server/course/tables.ts';
import { mintExam } from '../factories/exam.ts';
import { mintOrder, mintPaidCourse } from '../factories/order.ts';
import { mintDepartment, mintGrant } from '../factories/organisation.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { giveCertificate, mintCertificate, post } from '../factories/record.ts';
import { definitionOf } from '../factories/report.ts';
import { mintRequirement, reconcile } from '../factories/requirement.ts';
import { companionCookie } from '../factories/session.ts';
import { textsOf } from '../factories/sheet.ts';
import { passExam } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Figures of reports, compared with those of the screens (docs/decisions/101). */

const RUN = 'POST /report/auth/report/run';

let tenant: TestTenant;
let admin: TestPerson;
let manager: TestPerson;
let anna: TestPerson;
let bo: TestPerson;
let cai: TestPerson;
let courseId: string;
let examId: string;
let requirementId: string;
let certificateId: string;

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: 'Admin' });
  manager = await mintPerson(tenant, { userName: 'Manager', department: '总部' });
  const east = await mintDepartment(tenant, '华东');
  await mintGrant(tenant, manager, 'trainingManager', east);
  anna = await mintPerson(tenant, { userName: '=Anna', department: '华东' });
  bo = await mintPerson(tenant, { userName: 'Bo', department: '华东/上海' });
  cai = await mintPerson(tenant, { userName: 'Cai', department: '西部' });
  courseId = await mintCourse(tenant, { title: '焊接' });
  const other = await mintCourse(tenant, { title: '安全' });
  const at = new Date('2026-03-31T17:00:00Z');
  const progress = (person: TestPerson, of: string, studyProgress: number, studySeconds: number) => ({
    ...{ enterpriseId: tenant.id, userId: person.userId, courseId: of, studyProgress, studySeconds, startedAt: at },
    ...(studyProgress === 100 && { status: 'completed' as const, completedAt: at }),
  });
  await withTenant(tenant.id, (db) =>
    db
      .insert(courseProgress)
      .values([
        progress(anna, courseId, 100, 600),
        progress(anna, other, 50, 300),
        progress(bo, courseId, 20, 60),
        progress(cai, courseId, 100, 1200),
      ]),
  );
  examId = (await mintExam(tenant, { title: '焊工考试', courseId })).id;
  await passExam(tenant, anna, examId);
  certificateId = await mintCertificate(tenant, { certificateName: '焊工证', validMonths: 1 });
  await giveCertificate(tenant, anna, certificateId);
  await giveCertificate(tenant, cai, certificateId, { at: new Date('2020-01-01T00:00:00Z') });
  await post(tenant, anna, { amount: '2.5' });
  await post(tenant, cai, { amount: '4', at: new Date('2025-05-01T00:00:00Z') });
  requirementId = await mintRequirement(tenant, {
    ...{ title: '焊接要求', subject: { courseId }, rules: [], terms: { dueDays: 10 } },
    people: [anna, bo, cai].map(({ userId }) => ({ userId })),
  });
  await reconcile(tenant);
});

/** The rows of a report by the texts of their groups. */
async function rowsOf(who: TestPerson, definition: Definition) {
  const { state, list, totals, totalCount } = await ok(who, RUN, { definition, pageSize: 100 });
  expect(state).toBe('ready');
  expect(totalCount).toBe(list.length);
  return { rows: list.map(({ cells }) => cells), totals };
}

describe('figures', () => {
  it('of study are those of the people', async () => {
    const definition = definitionOf('study', {
      groups: ['person'],
      measures: [
        { aggregate: 'count', field: null },
        { aggregate: 'mean', field: 'progress' },
        { aggregate: 'sum', field: 'minutes' },
      ],
    });
    const { rows, totals } = await rowsOf(admin, definition);
    expect(rows).toEqual([
      ['=Anna', 2, 75, 15],
      ['Bo', 1, 20, 1],
      ['Cai', 1, 100, 20],
    ]);
    expect(totals).toEqual([null, 4, 67.5, 36]);
    for (const [person, row] of [anna, bo, cai].map((each, n) => [each, rows[n]!] as const)) {
      const { list } = await ok(admin, 'POST /user/auth/people/course/page', { userId: person.userId });
      expect(list.length).toBe(row[1]);
      expect(list.reduce((sum, each) => sum + each.studySeconds, 0) / 60).toBe(row[3]);
      expect(list.reduce((sum, each) => sum + each.studyProgress, 0) / list.length).toBe(row[2]);
    }
  });

  it('of months are those of the time zone of the enterprise', async () => {
    const { rows } = await rowsOf(admin, definitionOf('study', { groups: ['startedMonth'] }));
    expect(rows).toEqual([['2026-04', 4]]);
    const until = (day: string) =>
      definitionOf('study', { filters: [{ field: 'startedOn', op: 'to', values: [day] }], groups: ['startedYear'] });
    expect((await rowsOf(admin, until('2026-03-31'))).rows).toEqual([]);
    expect((await rowsOf(admin, until('2026-04-01'))).rows).toEqual([['2026', 4]]);
  });

  it('of requirements are those of the matrix', async () => {
    const definition = definitionOf('requirements', { groups: ['state'] });
    const { rows } = await rowsOf(admin, definition);
    const matrix = await ok(admin, 'POST /course/auth/requirement/matrix/total', { requirementId });
    const counted = Object.fromEntries(rows as [string, number][]);
    expect(counted).toEqual({ fulfilled: 2, inProgress: 1 });
    const groups = {
      overdue: ['overdue'],
      open: ['due', 'inProgress'],
      fulfilled: ['fulfilled', 'dueSoon'],
      exempt: ['exempt'],
    };
    const compare = (rows: unknown[][], { departments }: typeof matrix) => {
      const byState = Object.fromEntries(rows as [string, number][]);
      for (const [name, states] of Object.entries(groups))
        expect(states.reduce((sum, state) => sum + (byState[state] ?? 0), 0)).toBe(
          departments.reduce((sum, each) => sum + each[name as keyof typeof groups], 0),
        );
    };
    compare(rows, matrix);
    const own = await rowsOf(manager, definition);
    expect(Object.fromEntries(own.rows as [string, number][])).toEqual({ fulfilled: 1, inProgress: 1 });
    compare(own.rows, await ok(manager, 'POST /course/auth/requirement/matrix/total', { requirementId }));
  });

  it('of hours are those of the totals, reversals included, and by the year that counts', async () => {
    const { rows, totals } = await rowsOf(
      admin,
      definitionOf('hours', { groups: ['year', 'person'], measures: [{ aggregate: 'sum', field: 'hours' }] }),
    );
    expect(rows).toEqual([
      ['2025', 'Cai', 4],
      ['2026', '=Anna', 2.5],
    ]);
    expect(totals).toEqual([null, null, 6.5]);
    const { rows: people } = await withTenant(tenant.id, (db) =>
      db.execute<{ total: string }>(`select sum(total)::float8 as total from ledger_total where kind = 'hours'`),
    );
    expect(totals![2]).toBe(people[0]!.total);
  });

  it('of exams and certificates are those of the records of people', async () => {
    const exams = await rowsOf(
      admin,
      definitionOf('exams', {
        groups: ['exam'],
        measures: [
          { aggregate: 'count', field: null },
          { aggregate: 'mean', field: 'passRate' },
        ],
      }),
    );
    expect(exams.rows).toEqual([['焊工考试', 1, 100]]);
    const attempts = await ok(admin, 'POST /user/auth/people/exam/page', { userId: anna.userId });
    expect(attempts.list).toMatchObject([{ passed: true }]);
    const { rows } = await rowsOf(admin, definitionOf('certificates', { groups: ['validity'] }));
    expect(rows).toEqual([
      ['expired', 1],
      ['expiring', 1],
    ]);
    const { totalCount } = await ok(admin, 'POST /course/auth/certificate/issued/page', {});
    expect(rows.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(totalCount);
  });

  it('of people are those of the list of people', async () => {
    const { rows, totals } = await rowsOf(admin, definitionOf('people'));
    const { totalCount } = await ok(admin, 'POST /user/auth/people/page', {});
    expect(totals![1]).toBe(totalCount);
    expect(Object.fromEntries(rows as [string, number][])).toMatchObject({ 华东: 1, '华东/上海': 1, 西部: 1, 总部: 1 });
  });

  it('of costs are added up for one currency only', async () => {
    const paid = await mintPaidCourse(tenant, { price: '100' });
    const buyer = await mintPerson(tenant, { userType: 3 });
    await mintOrder(tenant, buyer, paid, [bo], { seats: 3 });
    const sum = definitionOf('costs', {
      groups: ['course'],
      measures: [
        { aggregate: 'sum', field: 'amount' },
        { aggregate: 'sum', field: 'seatsUsed' },
      ],
    });
    expect(await call(admin, RUN, { definition: sum })).toMatchObject({
      code: 422,
      data: [{ field: 'definition.measures.0' }],
    });
    const { rows } = await rowsOf(admin, { ...sum, groups: ['course', 'currency'] });
    expect(rows).toEqual([['内审员认证', 'CNY', 299.7, 1]]);
  });

  it('of lecturers count lessons, and the mean of all ratings of their courses', async () => {
    const lecturerId = await mintLecturer(tenant, { lecturerName: '王讲师' });
    const taught = await mintCourse(tenant, { title: '授课', lecturerId });
    await withTenant(tenant.id, async (db) => {
      const own = { enterpriseId: tenant.id, lecturerId };
      const lesson = (classHours: string) => ({
        ...own,
        code: classHours,
        title: '一课',
        classHours,
        taughtAt: new Date('2026-01-05'),
      });
      await db.insert(teachingRecord).values([lesson('2'), lesson('1.5'), { ...lesson('9'), published: false }]);
      await db.insert(reaction).values(
        [5, 4].map((rating, n) => ({
          ...{ enterpriseId: tenant.id, subjectType: 'course' as const, subjectId: taught, rating },
          userId: [anna, bo][n]!.userId,
        })),
      );
    });
    const { rows } = await rowsOf(admin, readyDefinition('lecturers', {}));
    expect(rows).toEqual([['王讲师', 3.5, null, 2, 4.5, 2]]);
  });

  it('of anonymous questionnaires are withheld as in their results', async () => {
    const asked = await mintQuestionnaire(tenant, courseId);
    const definition = definitionOf('questionnaires', {
      ...{ groups: [], measures: [] },
      columns: ['questionnaire', 'question', 'responses', 'mean'],
    });
    await fillIn(tenant, asked, [CONTENT, CONTENT, CONTENT, CONTENT]);
    expect((await rowsOf(admin, definition)).rows).toEqual([['班组调查', null, 4, null]]);
    await fillIn(tenant, asked, [CONTENT]);
    expect((await rowsOf(admin, definition)).rows).toEqual([['班组调查', expect.any(String), 5, 5]]);
    const results = await ok(admin, 'GET /course/auth/questionnaire/results/view', { resourceId: asked.resourceId });
    expect(results.shownCount).toBe(5);
  });
});

describe('who sees what', () => {
  it('managers see the people of their departments in every source, and sources without departments not at all', async () => {
    for (const source of SOURCE_NAMES) {
      const { fields, isWhole } = sourceOf(source);
      const group = 'person' in fields ? 'person' : Object.keys(fields)[0]!;
      const answer = await call(manager, RUN, { definition: definitionOf(source, { groups: [group] }) });
      if (isWhole) expect(answer).toMatchObject({ code: 403 });
      else {
        expect(answer.code).toBe(200);
        const names = (answer.data as { list: { cells: unknown[] }[] }).list.map(({ cells }) => cells[0]);
        expect(names.filter((name) => name !== '=Anna' && name !== 'Bo')).toEqual([]);
        expect(names).toContain('=Anna');
      }
    }
    // The total as well, which no row shows.
    const { totals } = await rowsOf(manager, definitionOf('people', { groups: [], measures: [], columns: ['person'] }));
    expect(totals).toBeNull();
    expect((await rowsOf(manager, definitionOf('people', { groups: [] }))).totals).toEqual([2]);
  });

  it('learners see nothing, and nobody sees another enterprise', async () => {
    expect(await call(anna, RUN, { definition: definitionOf('people') })).toMatchObject({ code: 403 });
    const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
    for (const source of SOURCE_NAMES) {
      const fields = Object.keys(sourceOf(source).fields);
      const { totals } = await rowsOf(stranger, definitionOf(source, { groups: fields.slice(0, 1) }));
      // The stranger themselves.
      expect(totals!.at(-1)).toBe(source === 'people' ? 1 : 0);
    }
    const values = { entity: 'person' as const, keyword: 'Anna' };
    expect(await ok(stranger, 'POST /report/auth/report/value/list', values)).toEqual([]);
    expect(await ok(manager, 'POST /report/auth/report/value/list', { ...values, keyword: 'Cai' })).toEqual([]);
  });

  it('every field of every source can be shown, grouped and filtered, and every ready report computed', async () => {
    for (const source of SOURCE_NAMES) {
      const { fields } = sourceOf(source);
      const names = Object.keys(fields);
      for (let from = 0; from < names.length; from += 20)
        await rowsOf(admin, definitionOf(source, { groups: [], measures: [], columns: names.slice(from, from + 20) }));
      for (const [name, { type, entity, values, per }] of Object.entries(fields)) {
        const value = entity
          ? anna.userId
          : type === 'choice'
            ? values![0]!
            : { number: '1.5', day: '2026-02-28', period: '2026', text: '%_' }[type];
        const ops = entity || type === 'choice' ? ['in'] : type === 'text' ? ['contains', 'in'] : ['from', 'to'];
        const filters = ops.map((op) => ({ field: name, op: op as 'in', values: [value] }));
        const currency = per ? [{ field: per, op: 'in' as const, values: ['CNY'] }] : [];
        const measures = (['count', 'sum', 'mean', 'min', 'max'] as const).map((aggregate) => ({
          aggregate,
          field: name,
        }));
        await ok(admin, RUN, {
          definition: definitionOf(
            source,
            type === 'number'
              ? { groups: [], measures, filters: [...filters, ...currency] }
              : { groups: [name], filters },
          ),
        });
      }
    }
    for (const name of READY_NAMES)
      for (const by of readyReport(name).by)
        expect(
          (
            await ok(admin, RUN, {
              definition: readyDefinition(name, { by, from: '2020-01-01', to: '2030-01-01', department: anna.userId }),
            })
          ).state,
        ).toBe('ready');
  });
});

describe('hostile input', () => {
  it('names that are not declared are refused', async () => {
    const wrong: Partial<Definition>[] = [
      { groups: ['user_name; drop table report'] },
      { groups: ['constructor'] },
      { groups: ['__proto__'] },
      { measures: [{ aggregate: 'sum', field: 'person' }] },
      { measures: [{ aggregate: 'sum', field: null }] },
      { groups: ['department', 'department'] },
      { filters: [{ field: 'addedOn', op: 'from', values: ['2026-02-30'] }] },
      { filters: [{ field: 'person', op: 'in', values: ["' or true --"] }] },
      { filters: [{ field: 'status', op: 'in', values: ['toString'] }] },
      { filters: [{ field: 'person', op: 'contains', values: ['a'] }] },
      { sort: { by: 'c0; select 1', descending: true } },
      { groups: [], measures: [], columns: [] },
    ];
    for (const more of wrong)
      expect(await call(admin, RUN, { definition: definitionOf('people', more) })).toMatchObject({ code: 422 });
  });

  it('files have the same rows, and no text in them is a formula', async () => {
    const definition = definitionOf('study', {
      ...{ groups: ['person', 'course'], measures: [{ aggregate: 'mean', field: 'progress' }] },
      filters: [{ field: 'startedOn', op: 'to', values: ['2026-04-01'] }],
    });
    const linesOf = async (who: TestPerson, format: 'csv' | 'xlsx') => {
      const { id } = await ok(who, 'POST /report/auth/report/export', { definition, name: '=cmd|x/..', format });
      await makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date());
      const { url, fileName } = await ok(who, 'GET /data/auth/export/record/get/file/download/url', { id });
      expect(fileName).not.toMatch(/[\\/|]/);
      const headers = { host: who.host, cookie: `ET_WEB_TOKEN=${who.token}; ${companionCookie(who.token)}` };
      const response = await portal.request(`http://${who.host}${url}`, { headers });
      return response.arrayBuffer();
    };
    const csv = new TextDecoder()
      .decode(await linesOf(admin, 'csv'))
      .trimEnd()
      .split('\r\n');
    expect(csv).toEqual(['姓名,课程,进度（%）平均', "'=Anna,焊接,100", 'Cai,焊接,100', "'=Anna,安全,50", 'Bo,焊接,20']);
    const sheet = textsOf(new Uint8Array(await linesOf(manager, 'xlsx')));
    expect(sheet.length).toBe(4);
    expect(sheet.flat()).toContain('=Anna');
  });
});

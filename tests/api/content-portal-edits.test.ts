import { and, eq, sql, isNull } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { setAdministrator } from '#src/server/account/person/change-member.ts';
import { findMember } from '#src/server/account/person/find-member.ts';
import { comparePack, importPack } from '#src/server/content/import-pack.ts';
import { readPack } from '#src/server/content/read-pack.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { exam, examSection } from '#src/server/exam/tables/exam.ts';
import { examMarker } from '#src/server/exam/tables/rules.ts';
import { question, questionBank } from '#src/server/question/tables.ts';
import { studyTask } from '#src/server/study/tables/study.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { copyDemoPack, editPack } from '../factories/demo-pack.ts';
import { decide } from '../factories/flow.ts';
import { ok, type Caller } from '../factories/portal.ts';
import { mintSession } from '../factories/session.ts';
import { mintPerson, type TestPerson } from '../factories/tenant.ts';

const NOW = new Date();
/** Milliseconds: each test imports a whole pack several times. */
const LONG = 240_000;
/** Counts of an import that writes nothing. */
const NOTHING = { created: 0, updated: 0, unpublished: 0 };

let folder: string;
let key: string;
let phones: string;
let id: string;
let admin: TestPerson;

beforeAll(async () => {
  ({ folder, key, phones } = await copyDemoPack('huaxin'));
  id = (await importPack(folder, { password: null, now: NOW })).enterpriseId;
  const host = `${key}.localhost`;
  admin = await mintPerson({ id, key, host, anonymous: { host } }, { isAdmin: true, userName: '管理员' });
});

async function importAgain(overwrite = false) {
  const lines: string[] = [];
  const counts = await importPack(folder, { now: NOW, overwrite, password: null, log: (line) => lines.push(line) });
  return { counts, kept: lines.filter((line) => line.includes('in the portal')) };
}

async function memberOf(number: string): Promise<Caller & typeof enterpriseUser.$inferSelect> {
  const [account] = await withPortal((db) =>
    db
      .select()
      .from(userAccount)
      .where(eq(userAccount.phone, `${phones}${number}`)),
  );
  const [member] = await withTenant(id, (db) =>
    db.select().from(enterpriseUser).where(eq(enterpriseUser.userId, account!.id)),
  );
  return { ...member!, host: `${key}.localhost`, token: await mintSession(account!.id, id) };
}

const examOf = async (code: string) =>
  (await withTenant(id, (db) => db.select().from(exam).where(eq(exam.code, code))))[0]!;

async function changeExam(code: string, change: { passScore?: number; maxAttempts?: number; departments?: string[] }) {
  const { id: examId } = await examOf(code);
  const view = await ok(admin, 'GET /exam/auth/exam/admin/view', { id: examId });
  await ok(admin, 'POST /exam/auth/exam/admin/save', { ...view, ...change });
}

describe('a task', () => {
  const VIEW = 'GET /course/auth/study/tasks/view';
  const taskOf = async (code: string) =>
    (await withTenant(id, (db) => db.select().from(studyTask).where(eq(studyTask.code, code))))[0]!;
  const namesOf = async (taskId: string) =>
    (await ok(admin, 'POST /course/auth/study/tasks/progress/page', { id: taskId, pageSize: 100 })).list.map(
      ({ department, post }) => `${department} ${post}`,
    );

  it(
    'of a position in a department, late completion and exceptions are read from the pack',
    async () => {
      await editPack(folder, 'tasks.yaml', (text) =>
        text.replace(
          '  items: [{ course: lean-5s }]\n  assignees: { departments: [机加工车间, 装配车间] }',
          `  lateCompletion: true\n  reminders: false\n  items: [{ course: lean-5s }]
  assignees: { rules: [{ department: 机加工车间, position: 数控车工 }, { department: 机加工车间, position: 学徒, excluded: true }] }`,
        ),
      );
      expect((await importAgain()).counts).toMatchObject({ kept: 0 });
      const { id: taskId } = await taskOf('last-quarter-lean');
      const view = await ok(admin, VIEW, { id: taskId });
      expect(view).toMatchObject({ lateCompletion: true, reminders: false, isFromPack: true });
      expect(view.rules.map(({ department, position, excluded }) => [department, position, excluded]).sort()).toEqual([
        ['机加工车间', '学徒', true],
        ['机加工车间', '数控车工', false],
      ]);
      const { rows } = await withTenant(id, (db) =>
        db.execute(sql`select a.user_id from portal.task_audience(${id}, ${`{${taskId}}`}::uuid[], null) a
          join enterprise_user u on u.enterprise_id = ${id} and u.user_id = a.user_id
          where u.post <> '数控车工' or u.department not like '机加工车间%'`),
      );
      expect(rows).toEqual([]);
      expect(await importAgain()).toMatchObject({ counts: { ...NOTHING, kept: 0 } });
    },
    LONG,
  );

  it(
    'that was edited in the portal stays as it is, with items and people, until the pack is told to replace it',
    async () => {
      const { id: taskId } = await taskOf('quality-toolbox');
      const before = await namesOf(taskId);
      const view = await ok(admin, VIEW, { id: taskId });
      const left = view.rules.filter(({ department }) => department === '质量部');
      await ok(admin, 'POST /course/auth/study/tasks/save', { ...view, items: view.items.slice(0, 1), rules: left });
      const edited = await namesOf(taskId);
      expect(edited.length).toBeLessThan(before.length);
      await editPack(folder, 'tasks.yaml', (text) => text.replace('质量工具箱提升计划', '质量工具箱'));
      const { counts, kept } = await importAgain();
      expect(counts).toMatchObject({ ...NOTHING, kept: 1 });
      expect(kept).toHaveLength(1);
      expect(kept[0]).toContain('task "quality-toolbox" was changed in the portal and stays: title');
      expect(kept[0]).toMatch(/items, rules$/);
      expect(await ok(admin, VIEW, { id: taskId })).toMatchObject({ title: view.title, items: [{}], rules: [{}] });
      expect(await namesOf(taskId)).toEqual(edited);

      await importAgain(true);
      const replaced = await ok(admin, VIEW, { id: taskId });
      expect(replaced).toMatchObject({ title: '质量工具箱', items: [{}, {}], rules: [{}, {}] });
      expect(replaced.revision).toBeGreaterThan(view.revision + 1);
      expect(await namesOf(taskId)).toEqual(before);
      expect(await importAgain()).toMatchObject({ counts: { ...NOTHING, kept: 0 } });
    },
    LONG,
  );
});

describe('an exam that was edited in the portal', () => {
  it(
    'stays as it is, with its parts, and is listed by every import until the pack is told to replace it',
    async () => {
      await changeExam('infosec-exam', { passScore: 50, maxAttempts: 3 });
      await editPack(folder, 'people.csv', (text) => text.replace('数控车工', '数控铣工'));
      await editPack(folder, 'exams/infosec-exam.yaml', (text) =>
        text
          .replace('title: 信息安全考试', 'title: 信息安全年度考试')
          .replace(/( {2}- \{ title: 三.*\n) {2}- \{ title: 四.*\n/, '$1'),
      );
      const first = await importAgain();
      // The person, and the task of the position that they had.
      expect(first.counts).toMatchObject({ updated: 2, unpublished: 0, kept: 1 });
      expect(first.kept).toEqual([
        'exam "infosec-exam" was changed in the portal and stays: ' +
          'title (portal 信息安全考试, pack 信息安全年度考试), pass score (portal 50.00, pack 60.00), ' +
          'max attempts (portal 3, pack 5), sections',
      ]);
      const stored = await examOf('infosec-exam');
      expect(stored).toMatchObject({ title: '信息安全考试', passScore: '50.00', maxAttempts: 3, revision: 2 });
      const sections = () => withTenant(id, (db) => db.$count(examSection, eq(examSection.examId, stored.id)));
      expect(await sections()).toBe(4);
      // Also when nothing else has changed.
      expect(await importAgain()).toMatchObject({ counts: { ...NOTHING, kept: 1 }, kept: first.kept });

      const { pack } = await readPack(folder);
      expect((await comparePack(pack!, { now: NOW })).conflicts).toEqual(first.kept);
      const replaced = await comparePack(pack!, { now: NOW, overwrite: true });
      expect(replaced).toMatchObject({ conflicts: [] });
      expect(replaced.tally.counts()).toMatchObject({ kept: 0 });

      expect(await importAgain(true)).toMatchObject({ counts: { kept: 0 }, kept: [] });
      expect(await examOf('infosec-exam')).toMatchObject({
        title: '信息安全年度考试',
        passScore: '60.00',
        maxAttempts: 5,
        revision: 3,
      });
      expect(await sections()).toBe(3);
      // From now on it is the pack's again.
      await editPack(folder, 'exams/infosec-exam.yaml', (text) => text.replace('maxAttempts: 5', 'maxAttempts: 4'));
      expect(await importAgain()).toMatchObject({ counts: { updated: 1, kept: 0 } });
      expect(await examOf('infosec-exam')).toMatchObject({ maxAttempts: 4, revision: 4 });
      // Also when only its sections have changed, and not when nothing has.
      await editPack(folder, 'exams/infosec-exam.yaml', (text) => text.replace(/ {2}- \{ title: 三.*\n/, ''));
      await importAgain();
      await importAgain();
      expect([await sections(), (await examOf('infosec-exam')).revision]).toEqual([2, 5]);
    },
    LONG,
  );

  it(
    'is the pack’s again when the pack says the same',
    async () => {
      await changeExam('infosec-exam', { passScore: 45 });
      expect((await importAgain()).kept).toHaveLength(1);
      await editPack(folder, 'exams/infosec-exam.yaml', (text) => text.replace('passScore: 60', 'passScore: 45'));
      expect(await importAgain()).toMatchObject({ counts: { ...NOTHING, kept: 0 } });
      await editPack(folder, 'exams/infosec-exam.yaml', (text) => text.replace('passScore: 45', 'passScore: 40'));
      expect(await importAgain()).toMatchObject({ counts: { updated: 1, kept: 0 } });
    },
    LONG,
  );

  it(
    'stays withdrawn, and with other departments and markers',
    async () => {
      const { id: examId } = await examOf('workshop-safety-exam');
      await ok(admin, 'PUT /exam/auth/exam/admin/publish', { id: examId, published: false });
      await changeExam('infosec-exam', { departments: ['安全环保部'] });
      const { userId } = await memberOf('00002');
      expect((await importAgain()).kept).toEqual([
        'exam "infosec-exam" was changed in the portal and stays: departments',
        'exam "workshop-safety-exam" was changed in the portal and stays: published (portal false, pack true)',
      ]);
      expect((await examOf('workshop-safety-exam')).published).toBe(false);
      const marked = await examOf('annual-safety-exam');
      await withTenant(id, (db) => db.insert(examMarker).values({ enterpriseId: id, examId: marked.id, userId }));
      expect((await importAgain()).kept).toContain(
        'markers of an exam "annual-safety-exam" was changed in the portal and stays: user ids',
      );
      expect(await withTenant(id, (db) => db.$count(examMarker, eq(examMarker.examId, marked.id)))).toBe(1);
      await importAgain(true);
      expect((await examOf('workshop-safety-exam')).published).toBe(true);
    },
    LONG,
  );
});

describe('questions', () => {
  const stored = async (code: string) => {
    const [found] = await withTenant(id, (db) =>
      db
        .select({ question })
        .from(question)
        .innerJoin(questionBank, and(eq(questionBank.id, question.bankId), eq(questionBank.code, 'infosec-bank')))
        .where(and(eq(question.code, code), isNull(question.deletedAt))),
    );
    return found?.question;
  };

  it(
    'keep the text of the portal, and stay deleted',
    async () => {
      const [edited, deleted] = [(await stored('s01'))!, (await stored('s02'))!];
      const view = await ok(admin, 'GET /exam/auth/question/view', { id: edited.id });
      const texts = structuredClone(view.texts);
      texts.zh!.stem = '收到可疑邮件怎么办？';
      await ok(admin, 'POST /exam/auth/question/save', { ...view, texts });
      await ok(admin, 'POST /exam/auth/question/bulk/save', { action: 'delete', ids: [deleted.id] });
      await editPack(folder, 'banks/infosec-bank.yaml', (text) => text.replace('工资调整确认', '薪资调整确认'));
      expect((await importAgain()).kept).toEqual([
        'question "infosec-bank/s01" was changed in the portal and stays: content',
        'question "infosec-bank/s02" was deleted or moved in the portal and stays so',
      ]);
      expect(await stored('s01')).toMatchObject({ version: edited.version + 1 });
      expect(await stored('s02')).toBeUndefined();
      const now = await ok(admin, 'GET /exam/auth/question/view', { id: edited.id });
      expect(now.texts.zh!.stem).toBe('收到可疑邮件怎么办？');
      expect(await importAgain(true)).toMatchObject({ kept: [], counts: { created: 1 } });
      expect((await stored('s01'))!.version).toBe(edited.version + 2);
    },
    LONG,
  );
});

describe('people', () => {
  it(
    'keep approved names, their sex and roles given since, and get everything else from the file',
    async () => {
      const learner = await memberOf('00001');
      await ok(learner, 'PUT /user/auth/enterprise/user/info/update', { userName: '李明远（大）', sex: 2 });
      const { list } = await ok(admin, 'POST /user/auth/flow/instance/undo', { flowType: 'nameChange' });
      await decide(admin, list[0]!.id);
      await setAdministrator(await findMember(key, { phone: `${phones}00001` }), true, { now: NOW });
      await editPack(folder, 'people.csv', (text) => text.replace('机加工车间', '机加工二车间'));
      expect((await importAgain()).kept).toEqual([
        'person "李明远" was changed in the portal and stays: ' +
          'user name (portal 李明远（大）, pack 李明远), sex (portal 2, pack 1), is admin (portal true, pack false)',
      ]);
      expect(await memberOf('00001')).toMatchObject({
        ...{ userName: '李明远（大）', sex: 2, isAdmin: true, userType: 1, department: '机加工二车间' },
      });
      expect(await importAgain(true)).toMatchObject({ kept: [] });
      expect(await memberOf('00001')).toMatchObject({ userName: '李明远', sex: 1, isAdmin: false });
    },
    LONG,
  );
});

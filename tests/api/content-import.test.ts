import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { and, count, eq, sql } from 'drizzle-orm';
import { writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeChanges } from '#src/server/content/describe-changes.ts';
import { comparePack, importPack } from '#src/server/content/import-pack.ts';
import { PackError } from '#src/server/pack/pack-refused.ts';
import { readPack } from '#src/server/content/read-pack.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { comment, subjectTotal } from '#src/server/community/tables/comment.ts';
import { reaction } from '#src/server/course/tables.ts';
import { course, courseResource, project, projectCourse } from '#src/server/course/tables.ts';
import { exam, examSection } from '#src/server/exam/tables/exam.ts';
import { question } from '#src/server/question/tables.ts';
import { announcementAttachment } from '#src/server/announcement/tables.ts';
import { file } from '#src/server/file/tables.ts';
import { checkIn } from '#src/server/record/tables/ledger.ts';
import { approvalStep } from '#src/server/flow/tables.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { teachingRecord } from '#src/server/lecturer/tables.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { website } from '#src/server/site/tables.ts';
import { resourceCaption } from '#src/server/study/tables/media.ts';
import { courseProgress, studyTask, studyTaskUser } from '#src/server/study/tables/study.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import { copyDemoPack, editPack, tempFolder } from '../factories/demo-pack.ts';
import { ok, portal } from '../factories/portal.ts';

const NOW = new Date('2026-05-10T03:00:00Z');
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const run = promisify(execFile);

const copyPack = () => copyDemoPack('huaxin');

describe('importPack', () => {
  let folder: string;
  let key: string;
  let id: string;
  let phones: string;

  beforeAll(async () => {
    ({ folder, key, phones } = await copyPack());
    const done = await importPack(folder, { password: 'Study@2026', now: NOW });
    id = done.enterpriseId;
    expect(done).toMatchObject({ key, updated: 0, unpublished: 0 });
    expect(done.created).toBeGreaterThan(250);
  });

  it('imports the tenant, its users, courses and exams', async () => {
    await withTenant(id, async (db) => {
      const total = async (table: typeof course | typeof question | typeof enterpriseUser) =>
        (await db.select({ n: count() }).from(table as typeof course))[0]!.n;
      expect(await total(course)).toBe(16);
      expect(await total(question)).toBe(88);
      expect(await total(enterpriseUser)).toBe(22);
      const [flagship] = await db.select().from(exam).where(eq(exam.code, 'workshop-safety-exam'));
      expect(flagship).toMatchObject({ limitSeconds: 1800, passScore: '60.00', switchPolicy: 'warn' });
      // Thirty days before the day of import, at midnight in Shanghai.
      expect(flagship!.windowStart.toISOString()).toBe('2026-04-09T16:00:00.000Z');
      const [lesson] = await db.select().from(course).where(eq(course.code, 'workshop-safety'));
      const tree = await db
        .select()
        .from(courseResource)
        .where(eq(courseResource.courseId, lesson!.id))
        .orderBy(courseResource.sort);
      expect(tree.map((node) => node.code)).toEqual([
        'chapter-1',
        'risks-video',
        'handbook',
        'chapter-2',
        'protection-video',
        'ppe-sheet',
        'briefing-audio',
        'final-exam',
      ]);
      expect(tree[1]).toMatchObject({ parentId: tree[0]!.id, totalDuration: 26 });
      const captions = await db.select().from(resourceCaption).where(eq(resourceCaption.resourceId, tree[1]!.id));
      expect(captions.map(({ lang }) => lang).sort()).toEqual(['en', 'zh']);
      expect(tree[7]!.examId).toBe(flagship!.id);
    });
  });

  it('requires users to change the initial password before they sign in', async () => {
    const post = async (call: string, input: Record<string, unknown>) => {
      const response = await portal.request(`http://${key}.localhost/gateway/user/api/user/info/${call}`, {
        method: 'POST',
        headers: { host: `${key}.localhost`, 'content-type': 'application/json' },
        body: JSON.stringify({ phone: `${phones}00001`, agreed: true, ...input }),
      });
      return (await response.json()) as { code: number };
    };
    const own = 'Harbour#83-Own';
    expect(await post('login/pwd', { password: 'Study@2026' })).toMatchObject({ code: 409 });
    const change = { oldPassword: 'Study@2026', password: own, repeatPassword: own };
    expect(await post('pwd/update', change)).toMatchObject({ code: 200 });
    expect(await post('login/pwd', { password: own })).toMatchObject({ code: 200, data: { enterpriseId: id } });
  });

  it('serves public pictures to everyone, and course media only with a signature', async () => {
    const files = await withTenant(id, (db) => db.select().from(file));
    const logo = files.find(({ fileName }) => fileName === 'logo.png')!;
    const video = files.find(({ fileName }) => fileName === 'workshop-risks.mp4')!;
    expect(logo).toMatchObject({ visibility: 'public', contentType: 'image/png' });
    expect(video).toMatchObject({ visibility: 'member', duration: 26 });
    const get = (fileId: string) =>
      portal.request(`http://${key}.localhost/media/${fileId}`, { headers: { host: `${key}.localhost` } });
    const answer = await get(logo.id);
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBe(logo.fileSize);
    expect((await get(video.id)).status).toBe(404);
  });

  it('changes nothing when it is repeated', async () => {
    const again = await importPack(folder, { password: 'Study@2026', now: new Date(NOW.getTime() + 3_600_000) });
    expect(again).toMatchObject({ enterpriseId: id, created: 0, updated: 0, unpublished: 0 });
    expect(again.unchanged).toBeGreaterThan(250);
  });

  it('posts history once, also when it is repeated on another day', async () => {
    const { folder: copy } = await copyPack();
    const { enterpriseId } = await importPack(copy, { password: null, now: NOW });
    const read = () =>
      withTenant(enterpriseId, async (db) => ({
        lines: await db.$count(ledgerEntry),
        days: (await db.select().from(checkIn).orderBy(checkIn.userId, checkIn.day)).map(({ day, points }) => [
          day,
          points,
        ]),
        drill: (await db.select().from(ledgerEntry).where(eq(ledgerEntry.title, '一季度消防疏散演练'))).map(
          ({ kind, amount, hourKind, source }) => [kind, amount, hourKind, source],
        ),
      }));
    const before = await read();
    expect(before.days).toContainEqual(['2026-05-09', '1.00']);
    expect(before.days.filter(([, points]) => points === '6.00').length).toBeGreaterThan(3);
    expect(before.drill).toHaveLength(30);
    expect(before.drill).toContainEqual(['hours', '1.50', 'required', 'course:pack-fire-drill-spring:hours']);
    await importPack(copy, { password: null, now: new Date(NOW.getTime() + 3 * 86_400_000) });
    expect(await read()).toEqual(before);
  });

  it('updates projects from the pack, and keeps reactions of users', async () => {
    const { folder: copy, key: another } = await copyPack();
    const first = await importPack(copy, { password: null, now: NOW });
    const read = () =>
      withTenant(first.enterpriseId, async (db) => ({
        ratings: (await db.select().from(reaction)).map(({ userId, subjectId, rating }) => [subjectId, userId, rating]),
        projects: await db
          .select({ code: project.code, status: project.status, course: course.code, required: projectCourse.required })
          .from(project)
          .innerJoin(projectCourse, eq(projectCourse.projectId, project.id))
          .innerJoin(course, eq(course.id, projectCourse.courseId))
          .orderBy(project.code, projectCourse.sort),
      }));
    const before = await read();
    expect(before.ratings.length).toBeGreaterThan(50);
    expect(before.projects.filter(({ code }) => code === 'team-leader-path').map((row) => row.course)).toEqual([
      'team-leader',
      'lean-5s',
      'quality-8d',
      'spc-basics',
      'fire-drill',
    ]);
    // A user changes a reaction; the pack removes a course of a project, makes another one elective, and removes a
    // project.
    await withTenant(first.enterpriseId, (db) => db.update(reaction).set({ rating: 1 }));
    await editPack(copy, 'projects.yaml', (text) =>
      text
        .replace('    - { course: quality-8d }\n', '')
        .replace('{ course: lean-5s }', '{ course: lean-5s, required: false }')
        .replace(/- code: safety-officer[\s\S]*$/, ''),
    );
    await editPack(copy, 'reactions.yaml', (text) => text.replace(/- project: safety-officer[\s\S]*$/, ''));
    await editPack(copy, 'site.yaml', (text) => text.replace('safety-officer, ', ''));
    expect(await importPack(copy, { password: null, now: NOW })).toMatchObject({
      key: another,
      created: 0,
      unpublished: 1,
    });
    const after = await read();
    expect(new Set(after.ratings.map(([, , rating]) => rating))).toEqual(new Set([1]));
    expect(after.ratings).toHaveLength(before.ratings.length);
    expect(after.projects.filter(({ code }) => code === 'team-leader-path')).toMatchObject([
      { course: 'team-leader', required: true },
      { course: 'lean-5s', required: false },
      { course: 'spc-basics' },
      { course: 'fire-drill' },
    ]);
    expect(after.projects.find(({ code }) => code === 'safety-officer')).toMatchObject({ status: 'unpublished' });
  });

  it('imports attachments, teaching records and comments, and does not restore deleted comments', async () => {
    const { folder: copy } = await copyPack();
    const { enterpriseId } = await importPack(copy, { password: null, now: NOW });
    const read = () =>
      withTenant(enterpriseId, async (db) => ({
        files: (await db.select().from(announcementAttachment)).length,
        comments: await db.select().from(comment),
        records: await db.select().from(teachingRecord).where(eq(teachingRecord.published, true)),
        totals: (await db.select().from(subjectTotal)).reduce((sum, { commentCount }) => sum + commentCount, 0),
      }));
    const before = await read();
    expect(before.files).toBe(3);
    expect(before.totals).toBe(before.comments.length);
    const thread = before.comments.filter(({ parentId }) => parentId !== null);
    expect(thread.some(({ replyToUserId }) => replyToUserId !== null)).toBe(true);
    // A user deletes a comment; the pack removes a file and a teaching record, and adds a reply to that comment.
    const gone = before.comments.find(({ id, body }) => body.startsWith('隐患随手拍') && !!id)!;
    await withTenant(enterpriseId, (db) => db.update(comment).set({ deletedAt: NOW }).where(eq(comment.id, gone.id)));
    const { totals } = await read();
    await editPack(copy, 'announcements/01-safety-month.md', (text) => text.replace('  - media/sheet-ppe.webp\n', ''));
    await editPack(copy, 'lecturers.yaml', (text) => text.replace(/ {4}- code: qian-yutong-1\n(?: {6}.*\n)+/, ''));
    await editPack(copy, 'comments.yaml', (text) =>
      text.replace(
        /(前后对照。\n)/,
        `$1    - phone: '${text.match(/'(\d{11})'/)![1]!}'\n      at: -1d\n      text: 明白\n`,
      ),
    );
    expect(await importPack(copy, { password: null, now: NOW })).toMatchObject({
      created: 0,
      updated: 1,
      unpublished: 1,
    });
    const after = await read();
    expect([after.files, after.comments.length, after.records.length, after.totals]).toEqual([
      2,
      before.comments.length,
      before.records.length - 1,
      totals,
    ]);
  });

  it('imports approval steps, replaces changed ones and removes those of types that left the pack', async () => {
    const { folder, phones } = await copyPack();
    const { enterpriseId } = await importPack(folder, { now: NOW });
    const steps = () =>
      withTenant(enterpriseId, (db) =>
        db
          .select({
            flowType: approvalStep.flowType,
            step: approvalStep.step,
            approver: approvalStep.approver,
            phone: userAccount.phone,
          })
          .from(approvalStep)
          .leftJoin(userAccount, eq(userAccount.id, approvalStep.userId))
          .orderBy(approvalStep.flowType, approvalStep.step),
      );
    expect(await steps()).toEqual([
      { flowType: 'order', step: 1, approver: 'member', phone: `${phones}00007` },
      { flowType: 'order', step: 2, approver: 'administrator', phone: null },
    ]);
    expect(await importPack(folder, { now: NOW })).toMatchObject({ created: 0, updated: 0, unpublished: 0 });
    await writeFile(
      join(folder, 'approvals.yaml'),
      '- flowType: courseRegistration\n  steps: [{ approver: lecturer }, { approver: administrator }]\n',
    );
    expect(await importPack(folder, { now: NOW })).toMatchObject({ created: 1, updated: 0, unpublished: 1 });
    expect(await steps()).toMatchObject([
      { flowType: 'courseRegistration', step: 1, approver: 'lecturer' },
      { flowType: 'courseRegistration', step: 2, approver: 'administrator' },
    ]);
    await editPack(folder, 'approvals.yaml', (text) => text.replace(', { approver: administrator }', ''));
    expect(await importPack(folder, { now: NOW })).toMatchObject({ created: 0, updated: 1, unpublished: 0 });
    await rm(join(folder, 'approvals.yaml'));
    expect(await importPack(folder, { now: NOW })).toMatchObject({ unpublished: 1 });
    expect(await steps()).toEqual([]);
  });

  it('compares a pack with the tenant, by kind and name, and writes nothing', async () => {
    const { folder, phones } = await copyPack();
    const compare = async () => {
      const { pack, mistakes } = await readPack(folder);
      expect(mistakes).toEqual([]);
      const { tally, conflicts } = await comparePack(pack!, { now: NOW });
      expect(conflicts).toEqual([]);
      return { lines: describeChanges(tally), counts: tally.counts() };
    };
    const first = await compare();
    const { enterpriseId, key: _key, ...done } = await importPack(folder, { now: NOW });
    expect(first.counts).toEqual(done);
    expect(first.lines).toContainEqual(expect.stringMatching(/^person: 22 new \(李明远, .* and 12 more\)$/));
    expect(await compare()).toMatchObject({ counts: { created: 0, updated: 0, unpublished: 0 } });

    const joined = randomUUID();
    await withTenant(enterpriseId, async (db) => {
      await db.insert(userAccount).values({ id: joined, phone: `${phones}00888` });
      await db.insert(enterpriseUser).values({ enterpriseId, userId: joined, userName: '自己加入' });
    });
    await rm(join(folder, 'approvals.yaml'));
    await editPack(
      folder,
      'people.csv',
      (text) => `${text.replace('数控车工', '数控铣工')}${phones}00777,新来的,1,false,1,总部/华东,学徒,\n`,
    );
    await editPack(folder, 'courses/10-spc-basics.yaml', (text) => text.replace(/ {2}- \{ code: survey.*\n/, ''));
    await editPack(folder, 'announcements/01-safety-month.md', (text) =>
      text.replace(/cover: .*/, 'cover: media/new.png'),
    );
    await writeFile(join(folder, 'media/new.png'), PIXEL);
    const state = () =>
      withTenant(enterpriseId, async (db) => ({
        people: await db.select().from(enterpriseUser).orderBy(enterpriseUser.userId),
        resources: await db.select().from(courseResource).orderBy(courseResource.id),
        files: await db.$count(file),
        steps: await db.$count(approvalStep),
        audit: await db.$count(auditLog),
      }));
    const accounts = () => withPortal((db) => db.$count(userAccount, eq(userAccount.phone, `${phones}00777`)));
    const before = await state();
    const { lines, counts } = await compare();
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^person: 1 new \(新来的\); 1 changed \(李明远\); \d+ unchanged; 1 not in the pack, left as they are \(自己加入\)$/,
        ),
        expect.stringMatching(
          /^resource: \d+ unchanged; 1 removed from the pack, to be unpublished \(spc-basics\/survey\)$/,
        ),
        'approval: 1 removed from the pack, to be unpublished (order)',
        expect.stringMatching(/^media file: 1 new \(media\/new\.png\); \d+ unchanged$/),
        expect.stringMatching(/^course: 16 unchanged$/),
      ]),
    );
    expect(await state()).toEqual(before);
    expect(await accounts()).toBe(0);
    const stored = await fileStore();
    const key = `${enterpriseId}/${createHash('sha256').update(PIXEL).digest('hex')}`;
    expect(await stored.exists(key)).toBe(false);

    const { enterpriseId: _id, key: _again, ...imported } = await importPack(folder, { now: NOW });
    expect(imported).toEqual(counts);
    expect(await accounts()).toBe(1);
    expect(await stored.exists(key)).toBe(true);
  });

  it('reads people.xlsx, stores departments as paths, and assigns a task to a department with those below it', async () => {
    const { folder, phones } = await copyPack();
    const text = await readFile(join(folder, 'people.csv'), 'utf8');
    const rows = text
      .replace(/(机加工车间|装配车间)/g, '生产中心 / $1')
      .replace('精益办公室', '生产中心')
      .replace('信息中心', '生产中心二部')
      .trim()
      .split('\n')
      .map((line) => line.split(',').map((cell) => (/^\d+$/.test(cell) ? Number(cell) : cell)));
    rows[0] = ['手机号', '姓名', '人员类型', '管理员', '性别', '部门', '岗位', '头像'];
    await rm(join(folder, 'people.csv'));
    for (const file of ['departments.yaml', 'requirements.yaml']) await rm(join(folder, file));
    await editPack(folder, 'exams/monthly-safety-quiz.yaml', (text) => text.replace('[机', '[生产中心/机'));
    await writeFile(join(folder, 'people.xlsx'), await writeXlsx({ sheets: [{ name: '花名册', rows }] }));
    await writeFile(
      join(folder, 'tasks.yaml'),
      `- code: production
  title: 生产中心
  taskType: 1
  start: -1d
  end: +9d
  items: [{ course: onboarding }]
  assignees: { departments: [生产中心] }
`,
    );
    const { enterpriseId } = await importPack(folder, { now: NOW });
    const people = await withTenant(enterpriseId, (db) =>
      db
        .select({ department: enterpriseUser.department, taskId: studyTaskUser.taskId, phone: userAccount.phone })
        .from(enterpriseUser)
        .innerJoin(userAccount, eq(userAccount.id, enterpriseUser.userId))
        .leftJoin(
          studyTaskUser,
          and(eq(studyTaskUser.enterpriseId, enterpriseId), eq(studyTaskUser.userId, enterpriseUser.userId)),
        ),
    );
    expect(people).toHaveLength(22);
    expect(people.map(({ phone }) => phone)).toContain(`${phones}00001`);
    const assigned = people.filter(({ taskId }) => taskId !== null).map(({ department }) => department);
    expect(new Set(assigned)).toEqual(new Set(['生产中心', '生产中心/机加工车间', '生产中心/装配车间']));
    expect(assigned).toHaveLength(people.filter(({ department }) => /^生产中心(\/|$)/.test(department!)).length);
    expect(await importPack(folder, { now: NOW })).toMatchObject({ created: 0, updated: 0 });
  });

  it('keeps the password of existing accounts', async () => {
    const hashOf = async () =>
      (
        await withPortal((db) =>
          db
            .select()
            .from(userAccount)
            .where(eq(userAccount.phone, `${phones}00002`)),
        )
      )[0]!.passwordHash;
    const before = await hashOf();
    await importPack(folder, { password: 'Another@2026', now: NOW });
    expect(await hashOf()).toBe(before);
  });

  it('changes nothing when the pack has a mistake', async () => {
    const copy = await tempFolder();
    await cp(folder, copy, { recursive: true });
    await editPack(copy, 'site.yaml', (text) => text.replace('zh: 华信知行学院', 'zh: 改了名字'));
    await editPack(copy, 'courses/05-lean-5s.yaml', (text) =>
      text.replace('lecturer: sun-liqiang', 'lecturer: sun-liqian'),
    );
    await editPack(copy, 'people.csv', (text) => text.replace(`${phones}00020`, '12'));
    await rm(join(copy, 'reactions.yaml'));
    await rm(join(copy, 'history.yaml'));
    await rm(join(copy, 'sittings.yaml'));
    await rm(join(copy, 'comments.yaml'));
    await rm(join(copy, 'community.yaml'));
    const refused = await importPack(copy, { now: NOW }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PackError);
    expect((refused as PackError).mistakes.map(({ file: name, line }) => `${name}:${line}`)).toEqual([
      'coaching.yaml:6',
      'courses/05-lean-5s.yaml:13',
      'orders.yaml:26',
      'people.csv:21',
      'tasks.yaml:8',
      'tasks.yaml:56',
      'tasks.yaml:64',
    ]);
    const [site] = await withTenant(id, (db) => db.select().from(website));
    expect(site!.websiteTitle).toEqual({ zh: '华信知行学院', en: 'Huaxin Academy' });
  });

  it('sets the languages and the mobile site of the pack, and without them what holds for all', async () => {
    const copy = await tempFolder();
    await cp(folder, copy, { recursive: true });
    const offered = async () => {
      const [row] = await withPortal((db) => db.select().from(enterprise).where(eq(enterprise.id, id)));
      return { languages: row!.languages, mobileSite: row!.mobileSite };
    };
    await editPack(copy, 'site.yaml', (text) => `${text}\nlanguages: [en]\nmobileSite: https://m.huaxin.example/\n`);
    expect(await importPack(copy, { now: NOW })).toMatchObject({ created: 0, updated: 1 });
    // Where they are known before a row of the tenant can be read.
    expect(await offered()).toEqual({ languages: 'en', mobileSite: 'https://m.huaxin.example' });
    expect(await importPack(copy, { now: NOW })).toMatchObject({ created: 0, updated: 0 });
    expect(await importPack(folder, { now: NOW })).toMatchObject({ created: 0, updated: 1 });
    expect(await offered()).toEqual({ languages: null, mobileSite: null });
  });

  it('updates changed items, unpublishes removed ones, and keeps user data', async () => {
    const copy = await tempFolder();
    await cp(folder, copy, { recursive: true });
    const [lean] = await withTenant(id, (db) => db.select().from(course).where(eq(course.code, 'lean-5s')));
    const [learner] = await withPortal((db) =>
      db
        .select()
        .from(userAccount)
        .where(eq(userAccount.phone, `${phones}00001`)),
    );
    await withTenant(id, (db) =>
      db
        .insert(courseProgress)
        .values({ enterpriseId: id, userId: learner!.id, courseId: lean!.id, studyProgress: 40 })
        .onConflictDoUpdate({
          target: [courseProgress.enterpriseId, courseProgress.userId, courseProgress.courseId],
          set: { studyProgress: 40 },
        }),
    );
    await rm(join(copy, 'courses/05-lean-5s.yaml'));
    await editPack(copy, 'projects.yaml', (text) => text.replace(/ +- \{ course: lean-5s.*\n/g, ''));
    for (const name of ['reactions.yaml', 'comments.yaml', 'lecturers.yaml', 'history.yaml'])
      await editPack(copy, name, (text) => text.replaceAll('course: lean-5s', 'course: spc-basics'));
    await editPack(copy, 'tasks.yaml', (text) =>
      text.replaceAll('items: [{ course: lean-5s }]', 'items: [{ course: spc-basics }]'),
    );
    await editPack(copy, 'courses/10-spc-basics.yaml', (text) =>
      text.replace('credits: 1', 'credits: 1.25').replace(/ {2}- \{ code: survey.*\n/, ''),
    );
    await editPack(copy, 'site.yaml', (text) =>
      text
        .replace('[workshop-safety, onboarding, infosec-basics,', '[infosec-basics, workshop-safety,')
        .replace('[newcomer-90-days, safety-officer, team-leader-path]', '[safety-officer, newcomer-90-days]')
        .replace(/ {2}- code: best-rated\n(?: {4}.*\n)+/, ''),
    );
    await editPack(copy, 'exams/annual-safety-exam.yaml', (text) => text.replace(/ {2}- \{ title: 四、填空题.*\n/, ''));
    await editPack(copy, 'exams/infosec-exam.yaml', (text) =>
      text.replace('bank: infosec-bank, type: single', 'bank: annual-bank, type: single'),
    );
    const notes: string[] = [];
    const done = await importPack(copy, { now: NOW, log: (line) => notes.push(line) });
    expect(done).toMatchObject({ unpublished: 5 });
    expect(notes.sort()).toEqual([
      'course "lean-5s" is no longer in the pack: unpublished',
      'exams/infosec-exam.yaml:12 warning: bank "annual-bank" is also used by "annual-safety-exam" (after_window), ' +
        '"evacuation-test" (after_window), "half-year-check" (after_window), "monthly-safety-quiz" (after_window), ' +
        '"quarterly-check" (after_window): ' +
        'reviews of this exam (after_last) hide its answers until they are open for review there',
      'questionnaire "lean-wastes" is no longer in the pack: unpublished',
      'questionnaire "spc-variation" is no longer in the pack: unpublished',
      'questionnaires/lean-wastes.yaml:1 warning: no resource uses the questionnaire "lean-wastes": it is not imported',
      'questionnaires/spc-variation.yaml:1 warning: no resource uses the questionnaire "spc-variation": it is not imported',
      'resource "survey" is no longer in the pack: unpublished',
      'zone "best-rated" is no longer in the pack: unpublished',
    ]);
    const zones = await ok({ host: `${key}.localhost` }, 'GET /system/api/pc/zone/info/list');
    expect(zones.map(({ code }) => code)).not.toContain('best-rated');
    const chosen = await ok({ host: `${key}.localhost` }, 'GET /system/api/pc/zone/info/course/list', {
      relationType: 1,
    });
    expect(chosen.map(({ title }) => title)).toEqual(['信息安全人人有责', '车间安全生产通识', '设备点检与日常保养']);
    const projects = await ok({ host: `${key}.localhost` }, 'GET /system/api/pc/zone/info/project/list', {});
    expect(projects.map(({ title }) => title)).toEqual(['兼职安全员培养项目', '新员工九十天成长计划']);
    await withTenant(id, async (db) => {
      const courses = await db.select().from(course);
      expect(courses.find(({ code }) => code === 'lean-5s')).toMatchObject({ id: lean!.id, status: 'unpublished' });
      expect(courses.find(({ code }) => code === 'spc-basics')!.credits).toBe('1.25');
      expect(await db.select().from(courseProgress).where(eq(courseProgress.courseId, lean!.id))).toContainEqual(
        expect.objectContaining({ userId: learner!.id, studyProgress: 40 }),
      );
      const sections = await db
        .select({ n: count() })
        .from(examSection)
        .innerJoin(exam, and(eq(exam.id, examSection.examId), eq(exam.code, 'annual-safety-exam')));
      expect(sections[0]!.n).toBe(3);
    });
    expect(await importPack(copy, { now: NOW })).toMatchObject({ created: 0, updated: 0, unpublished: 0 });

    const back = await importPack(folder, { now: NOW });
    expect(back.unpublished).toBe(0);
    const [returned] = await withTenant(id, (db) => db.select().from(course).where(eq(course.code, 'lean-5s')));
    expect(returned).toMatchObject({ id: lean!.id, status: 'published' });
  });

  it('audits changes of roles, and nothing else about users', async () => {
    const roles = () =>
      withTenant(id, (db) => db.select().from(auditLog).where(eq(auditLog.action, 'member.role')).orderBy(auditLog.id));
    const before = await roles();
    const granted = before.map(({ detail }) => (detail as { after: object }).after);
    expect(granted).toContainEqual({ userType: 1, isAdmin: true });
    expect(granted).not.toContainEqual({ userType: 1, isAdmin: false });
    const copy = await tempFolder();
    await cp(folder, copy, { recursive: true });
    await editPack(copy, 'people.csv', (text) =>
      text.replace(`${phones}00001,李明远,1,false`, `${phones}00001,李明远,1,true`).replace('安全工程师', '安全主管'),
    );
    await importPack(copy, { now: NOW });
    expect((await roles()).slice(before.length).map(({ detail }) => detail)).toEqual([
      { by: 'import', before: { userType: 1, isAdmin: false }, after: { userType: 1, isAdmin: true } },
    ]);
    await importPack(copy, { now: NOW });
    expect(await roles()).toHaveLength(before.length + 1);
    await importPack(folder, { now: NOW });
  });

  it('does not change items that were not imported', async () => {
    await withTenant(id, (db) => db.insert(course).values({ enterpriseId: id, code: 'by-hand', title: '手工创建' }));
    await importPack(folder, { now: NOW });
    const [own] = await withTenant(id, (db) => db.select().from(course).where(eq(course.code, 'by-hand')));
    expect(own!.status).toBe('published');
  });

  it('removes assignments only of users who have not started the task', async () => {
    const copy = await tempFolder();
    await cp(folder, copy, { recursive: true });
    const holders = () =>
      withTenant(id, (db) =>
        db
          .select({ userId: studyTaskUser.userId, studyProgress: studyTaskUser.studyProgress })
          .from(studyTaskUser)
          .innerJoin(
            studyTask,
            and(eq(studyTask.id, studyTaskUser.taskId), eq(studyTask.code, 'team-leader-coaching')),
          ),
      );
    const [begun] = await holders();
    await withTenant(id, (db) =>
      db.execute(sql`update study_task_user set study_progress = 50 where user_id = ${begun!.userId}
                     and task_id = (select id from study_task where code = 'team-leader-coaching')`),
    );
    await editPack(copy, 'tasks.yaml', (text) =>
      text.replace(/(course: team-leader[^[]*phones: )\[.*\]/, `$1['${phones}00012']`),
    );
    await importPack(copy, { now: NOW });
    expect((await holders()).map(({ studyProgress }) => studyProgress).sort()).toEqual([0, 50]);
  });

  it('creates one tenant for two simultaneous imports', async () => {
    const pack = await copyPack();
    const both = await Promise.allSettled([
      importPack(pack.folder, { now: NOW }),
      importPack(pack.folder, { now: NOW }),
    ]);
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const one of both) if (one.status === 'rejected') expect(String(one.reason)).toMatch(/import again/);
    const made = await withPortal((db) => db.select().from(enterprise).where(eq(enterprise.key, pack.key)));
    expect(made).toHaveLength(1);
    expect(await importPack(pack.folder, { now: NOW })).toMatchObject({ created: 0, updated: 0 });
  });

  it('uses one account for a user of two tenants', async () => {
    const other = await copyPack();
    await editPack(other.folder, 'people.csv', (text) => `${text}${phones}00001,李明远,1,false,1,装配车间,顾问,\n`);
    const { enterpriseId } = await importPack(other.folder, { now: NOW });
    const accounts = await withPortal((db) =>
      db
        .select()
        .from(userAccount)
        .where(eq(userAccount.phone, `${phones}00001`)),
    );
    expect(accounts).toHaveLength(1);
    const member = await withTenant(enterpriseId, (db) =>
      db.select().from(enterpriseUser).where(eq(enterpriseUser.userId, accounts[0]!.id)),
    );
    expect(member).toMatchObject([{ post: '顾问' }]);
  });
});

describe('npm run content:import', () => {
  const command = (...args: string[]) =>
    run(process.execPath, ['src/server/cli/import.ts', ...args]).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );

  it('prints every mistake as file:line and exits with 1', async () => {
    const { folder } = await copyPack();
    await editPack(folder, 'exams/infosec-exam.yaml', (text) =>
      text.replace('passScore: 60', 'passScore: 600').replace('maxAttempts', 'maxAttempt'),
    );
    const { code, stdout } = await command(folder);
    expect(code).toBe(1);
    expect(stdout.split('\n')).toEqual([
      'exams/infosec-exam.yaml:9 "passScore" should not be above the full score of 100, but is 600',
      'exams/infosec-exam.yaml:10 unknown key "maxAttempt" (did you mean "maxAttempts"?)',
      '',
      '2 mistakes; nothing was imported.',
      '',
    ]);
  });

  it('gathers the statistics of the tables, so that statements are planned for what is in them', async () => {
    const { folder } = await copyPack();
    const analyzed = () =>
      withPortal((db) =>
        db.execute<{ at: string | null }>(
          sql`select last_analyze::text as at from pg_stat_user_tables where schemaname = 'public' and relname = 'training_session'`,
        ),
      ).then(({ rows }) => rows[0]!.at);
    const before = await analyzed();
    expect(await command(folder)).toMatchObject({ code: 0 });
    await expect.poll(analyzed).not.toBe(before);
  });

  it('checks a pack without a database, and creates none', async () => {
    const { folder } = await copyPack();
    const parent = await tempFolder();
    const { stdout } = await run(process.execPath, ['src/server/cli/import.ts', '--check', folder], {
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: join(parent, 'data') },
    });
    expect(stdout).toContain('contains no database: after "npm start" an import creates everything.');
    expect(await readdir(parent)).toEqual([]);
  });

  it('creates no second database where DATA_DIR contains none, like the other commands', async () => {
    const { folder } = await copyPack();
    const parent = await tempFolder();
    const dataDir = join(parent, 'wrong');
    const commands = [
      ['import.ts', folder],
      ['person.ts', 'enable', '--enterprise', 'huaxin', '--phone', '13800000001'],
      ['migrate.ts'],
      ['files.ts', 'check'],
    ];
    const env = { ...process.env, DATABASE_URL: '', DATABASE_OWNER_URL: '', DATA_DIR: dataDir };
    const ended = await Promise.all(
      commands.map(([name, ...args]) =>
        run(process.execPath, [`src/server/cli/${name}`, ...args], { env }).then(
          (done) => ({ code: 0, ...done }),
          (error: { code: number; stdout: string; stderr: string }) => error,
        ),
      ),
    );
    for (const { code, stdout, stderr } of ended) {
      expect(code).toBe(1);
      expect(stdout + stderr).toContain(`DATA_DIR ${dataDir} contains no database.`);
    }
    expect(await readdir(parent)).toEqual([]);
  });

  it('prints the counts of an import, and that nothing changed when it is repeated', async () => {
    const { folder, key } = await copyPack();
    const checked = await command('--check', folder);
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('has no mistakes') });
    expect(checked.stdout).toMatch(
      new RegExp(`✓ compare +${key}: \\d+ new, 0 changed, 0 to be unpublished, 0 unchanged; nothing was written`),
    );
    expect(checked.stdout).toMatch(/^ {4}course: 16 new \(.*workshop-safety.* and 6 more\)$/m);
    expect(await withPortal((db) => db.$count(enterprise, eq(enterprise.key, key)))).toBe(0);
    expect((await command(folder)).stdout).toMatch(
      new RegExp(`✓ import +${key}: \\d+ created, 0 updated, 0 unpublished`),
    );
    expect((await command(folder)).stdout).toMatch(new RegExp(`✓ import +${key}: no changes, \\d+ unchanged`));
  });
});

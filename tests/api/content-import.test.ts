import { execFile } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { and, count, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importPack } from '#src/server/content/import-pack.ts';
import { PackRefused } from '#src/server/content/pack-refused.ts';
import { auditLog, enterpriseUser, userAccount } from '#src/server/core/db/schema/account.ts';
import { comment, reaction, subjectTotal } from '#src/server/core/db/schema/community.ts';
import { course, courseResource, project, projectCourse } from '#src/server/core/db/schema/course.ts';
import { exam, examSection, question } from '#src/server/core/db/schema/exam.ts';
import { announcementAttachment } from '#src/server/core/db/schema/announcement.ts';
import { file } from '#src/server/core/db/schema/file.ts';
import { checkIn } from '#src/server/core/db/schema/ranking.ts';
import { ledgerEntry } from '#src/server/core/db/schema/record.ts';
import { teachingRecord } from '#src/server/core/db/schema/lecturer.ts';
import { enterprise, website } from '#src/server/core/db/schema/site.ts';
import { courseProgress, studyTask, studyTaskUser } from '#src/server/core/db/schema/study.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { ok, portal } from '../factories/portal.ts';

const DEMO = new URL('../../src/demo/packs/huaxin/', import.meta.url).pathname;
const NOW = new Date('2026-05-10T03:00:00Z');
const run = promisify(execFile);
const folders: string[] = [];

/** A pack of this test's own: the demo pack under another key, with people of its own. */
async function copyPack(): Promise<{ folder: string; key: string; phones: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'zhixing-import-'));
  folders.push(folder);
  await cp(DEMO, folder, { recursive: true });
  const key = `c${randomUUID().slice(0, 8)}`;
  const phones = `15${randomInt(1000, 9999)}`;
  await edit(folder, 'site.yaml', (text) =>
    text.replace('key: huaxin', `key: ${key}`).replace('isDefault: true', 'isDefault: false'),
  );
  for (const name of [
    'people.csv',
    'lecturers.yaml',
    'tasks.yaml',
    'reactions.yaml',
    'history.yaml',
    'comments.yaml',
  ]) {
    await edit(folder, name, (text) =>
      text.replace(/13700000001/g, `${phones}00091`).replace(/138000(\d{5})/g, `${phones}$1`),
    );
  }
  return { folder, key, phones };
}

async function edit(folder: string, name: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(join(folder, name), 'utf8');
  const changed = change(text);
  expect(changed, `${name} should change`).not.toBe(text);
  await writeFile(join(folder, name), changed);
}

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describe('importing a content pack', () => {
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

  it('brings the tenant, its people, courses and exams', async () => {
    await withTenant(id, async (db) => {
      const total = async (table: typeof course | typeof question | typeof enterpriseUser) =>
        (await db.select({ n: count() }).from(table as typeof course))[0]!.n;
      expect(await total(course)).toBe(15);
      expect(await total(question)).toBe(70);
      expect(await total(enterpriseUser)).toBe(21);
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
      expect(tree[1]!.captionsFileId).not.toBeNull();
      expect(tree[7]!.examId).toBe(flagship!.id);
    });
  });

  it('lets its people sign in once they have replaced the password they were given', async () => {
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

  it('serves public pictures to everyone and course media to nobody without a signature', async () => {
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

  it('changes nothing the second time', async () => {
    const again = await importPack(folder, { password: 'Study@2026', now: new Date(NOW.getTime() + 3_600_000) });
    expect(again).toMatchObject({ enterpriseId: id, created: 0, updated: 0, unpublished: 0 });
    expect(again.unchanged).toBeGreaterThan(250);
  });

  it('posts what people did before once, on whatever day it is imported again', async () => {
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

  it('keeps a project as the pack has it, and what people said of things as they said it', async () => {
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
    // Somebody changes their mind; the pack takes a course out of a project, makes another one elective, drops a project.
    await withTenant(first.enterpriseId, (db) => db.update(reaction).set({ rating: 1 }));
    await edit(copy, 'projects.yaml', (text) =>
      text
        .replace('    - { course: quality-8d }\n', '')
        .replace('{ course: lean-5s }', '{ course: lean-5s, required: false }')
        .replace(/- code: safety-officer[\s\S]*$/, ''),
    );
    await edit(copy, 'reactions.yaml', (text) => text.replace(/- project: safety-officer[\s\S]*$/, ''));
    await edit(copy, 'site.yaml', (text) => text.replace('safety-officer, ', ''));
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

  it('brings files of announcements, teaching records, and comments that stay deleted', async () => {
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
    // Somebody deletes a comment; the pack takes a file, a teaching record and nothing else away, and adds a reply there.
    const gone = before.comments.find(({ id, body }) => body.startsWith('隐患随手拍') && !!id)!;
    await withTenant(enterpriseId, (db) => db.update(comment).set({ deletedAt: NOW }).where(eq(comment.id, gone.id)));
    const { totals } = await read();
    await edit(copy, 'announcements/01-safety-month.md', (text) => text.replace('  - media/sheet-ppe.webp\n', ''));
    await edit(copy, 'lecturers.yaml', (text) => text.replace(/ {4}- code: qian-yutong-1\n(?: {6}.*\n)+/, ''));
    await edit(copy, 'comments.yaml', (text) =>
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

  it('gives a person who has an account no other password', async () => {
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

  it('changes nothing at all when anything is wrong', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'zhixing-import-'));
    folders.push(copy);
    await cp(folder, copy, { recursive: true });
    await edit(copy, 'site.yaml', (text) => text.replace('zh: 华信知行学院', 'zh: 改了名字'));
    await edit(copy, 'courses/05-lean-5s.yaml', (text) =>
      text.replace('lecturer: sun-liqiang', 'lecturer: sun-liqian'),
    );
    await edit(copy, 'people.csv', (text) => text.replace(`${phones}00020`, '12'));
    await rm(join(copy, 'reactions.yaml'));
    await rm(join(copy, 'history.yaml'));
    await rm(join(copy, 'comments.yaml'));
    const refused = await importPack(copy, { now: NOW }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PackRefused);
    expect((refused as PackRefused).mistakes.map(({ file: name, line }) => `${name}:${line}`)).toEqual([
      'courses/05-lean-5s.yaml:13',
      'people.csv:21',
      'tasks.yaml:8',
    ]);
    const [site] = await withTenant(id, (db) => db.select().from(website));
    expect(site!.websiteTitle).toEqual({ zh: '华信知行学院', en: 'Huaxin Academy' });
  });

  it('updates what changed, unpublishes what is gone, and keeps what people did', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'zhixing-import-'));
    folders.push(copy);
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
        .values({ enterpriseId: id, userId: learner!.id, courseId: lean!.id, studyProgress: 40 }),
    );
    await rm(join(copy, 'courses/05-lean-5s.yaml'));
    await edit(copy, 'projects.yaml', (text) => text.replace(/ +- \{ course: lean-5s.*\n/g, ''));
    for (const name of ['reactions.yaml', 'comments.yaml', 'lecturers.yaml'])
      await edit(copy, name, (text) => text.replaceAll('course: lean-5s', 'course: spc-basics'));
    await edit(copy, 'tasks.yaml', (text) =>
      text.replace('items: [{ course: lean-5s }]', 'items: [{ course: spc-basics }]'),
    );
    await edit(copy, 'courses/10-spc-basics.yaml', (text) =>
      text.replace('credits: 1', 'credits: 1.25').replace(/ {2}- \{ code: survey.*\n/, ''),
    );
    await edit(copy, 'site.yaml', (text) =>
      text
        .replace('[workshop-safety, onboarding, infosec-basics,', '[infosec-basics, workshop-safety,')
        .replace('[newcomer-90-days, safety-officer, team-leader-path]', '[safety-officer, newcomer-90-days]')
        .replace(/ {2}- code: best-rated\n(?: {4}.*\n)+/, ''),
    );
    await edit(copy, 'exams/annual-safety-exam.yaml', (text) => text.replace(/ {2}- \{ title: 四、填空题.*\n/, ''));
    await edit(copy, 'exams/infosec-exam.yaml', (text) =>
      text.replace('bank: infosec-bank, type: single', 'bank: annual-bank, type: single'),
    );
    const notes: string[] = [];
    const done = await importPack(copy, { now: NOW, log: (line) => notes.push(line) });
    expect(done).toMatchObject({ unpublished: 3 });
    expect(notes.sort()).toEqual([
      'course "lean-5s" is no longer in the pack: unpublished',
      'exams/infosec-exam.yaml:12 warning: bank "annual-bank" is also drawn from by "annual-safety-exam" (after_window): ' +
        'reviews of this exam (immediately) hide its answers until they are open for review there',
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
      expect(await db.select().from(courseProgress)).toHaveLength(1);
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

  it('writes down whose role changed, and nothing else about people', async () => {
    const roles = () =>
      withTenant(id, (db) => db.select().from(auditLog).where(eq(auditLog.action, 'member.role')).orderBy(auditLog.id));
    const before = await roles();
    const granted = before.map(({ detail }) => (detail as { after: object }).after);
    expect(granted).toContainEqual({ userType: 1, isAdmin: true });
    expect(granted).not.toContainEqual({ userType: 1, isAdmin: false });
    const copy = await mkdtemp(join(tmpdir(), 'zhixing-import-'));
    folders.push(copy);
    await cp(folder, copy, { recursive: true });
    await edit(copy, 'people.csv', (text) =>
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

  it('leaves alone what did not come from a pack', async () => {
    await withTenant(id, (db) => db.insert(course).values({ enterpriseId: id, code: 'by-hand', title: '手工创建' }));
    await importPack(folder, { now: NOW });
    const [own] = await withTenant(id, (db) => db.select().from(course).where(eq(course.code, 'by-hand')));
    expect(own!.status).toBe('published');
  });

  it('takes a task back only from people who have not begun it', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'zhixing-import-'));
    folders.push(copy);
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
    await edit(copy, 'tasks.yaml', (text) =>
      text.replace(/(course: team-leader[^[]*phones: )\[.*\]/, `$1['${phones}00012']`),
    );
    await importPack(copy, { now: NOW });
    expect((await holders()).map(({ studyProgress }) => studyProgress).sort()).toEqual([0, 50]);
  });

  it('makes one tenant when two imports come at once', async () => {
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

  it('shares the account of a person who belongs to two tenants', async () => {
    const other = await copyPack();
    await edit(other.folder, 'people.csv', (text) => `${text}${phones}00001,李明远,1,false,1,装配车间,顾问,\n`);
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

  it('prints every mistake as file:line and ends with 1', async () => {
    const { folder } = await copyPack();
    await edit(folder, 'exams/infosec-exam.yaml', (text) =>
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

  it('imports, says what it did, and says so when there was nothing to do', async () => {
    const { folder, key } = await copyPack();
    expect((await command('--check', folder)).stdout).toContain('has no mistakes');
    expect((await command(folder)).stdout).toMatch(
      new RegExp(`✓ import +${key}: \\d+ created, 0 updated, 0 unpublished`),
    );
    expect((await command(folder)).stdout).toMatch(new RegExp(`✓ import +${key}: nothing changed, \\d+ as they were`));
  });
});

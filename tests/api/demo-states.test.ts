import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { importPack } from '#src/server/content/import-pack.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { copyDemoPack } from '../factories/demo-pack.ts';
import { call, type Caller, download, ok } from '../factories/portal.ts';
import { readPdf } from '../factories/read-pdf.ts';
import { mintSession } from '../factories/session.ts';

/* States that the demo tenants show on the day of their import, as their users see them. */

const CONTENT = {
  huaxin: {
    absent: '月度安全小测',
    essays: '班组长事故分析考核',
    passed: '信息安全考试',
    atOnce: '应急疏散知识测验',
    certificates: {
      ...{ automatic: '信息安全合格证', expired: '年度安全知识达标证书' },
      ...{ corrected: '桥式起重机司机证', revoked: '急救员证', misprinted: '李明源' },
    },
    withdrawn: '手工搬运（旧版）',
    library: { title: '质量问题分析：8D 与 5Why', doc: 'complaint-form.doc', picture: 'sheet-problem.webp' },
  },
  bluebay: {
    absent: 'Monthly drill quiz',
    essays: 'Incident analysis for officers',
    passed: 'Cyber security exam',
    atOnce: 'Muster and alarms',
    certificates: {
      ...{ automatic: 'Cyber Security Awareness on Board', expired: 'Annual Fleet Safety Refresher' },
      ...{ corrected: 'ECDIS Type-Specific', revoked: 'ISM Code in Practice', misprinted: 'Elias Bergh' },
    },
    withdrawn: 'Manual handling (old edition)',
    library: {
      title: 'Bridge resource management',
      doc: 'deck-log-extract.doc',
      picture: 'sheet-closed-loop.webp',
    },
  },
};

describe.each(['huaxin', 'bluebay'] as const)('the demo tenant %s', (name) => {
  const content = CONTENT[name];
  let learner: Caller;
  let second: Caller;
  let lecturer: Caller;
  let administrator: Caller;
  let organisation: Caller;

  beforeAll(async () => {
    const { folder, key, phones } = await copyDemoPack(name);
    const { enterpriseId } = await importPack(folder, { password: null });
    const signIn = async (n: number): Promise<Caller> => {
      const phone = `${phones}0000${n}`;
      const [account] = await withPortal((db) => db.select().from(userAccount).where(eq(userAccount.phone, phone)));
      return { host: `${key}.localhost`, token: await mintSession(account!.id, enterpriseId) };
    };
    [learner, lecturer, administrator, second] = [await signIn(1), await signIn(2), await signIn(4), await signIn(5)];
    organisation = await signIn(3);
  }, 180_000);

  const examOf = async (title: string) => {
    const { list } = await ok(learner, 'POST /exam/auth/user/exam/task/record/page', { pageSize: 50 });
    return list.find((each) => each.title === title)!;
  };

  it('has an organisation with 12 people, seats in every state, and orders in every state', async () => {
    expect(await ok(organisation, 'GET /course/auth/centre/view')).toMatchObject({
      people: 12,
      assigned: 14,
      seats: 20,
    });
    for (const state of ['unused', 'learning', 'completed'] as const)
      expect(
        (await ok(organisation, 'POST /course/auth/centre/seat/page', { state })).totalCount,
        state,
      ).toBeGreaterThan(0);
    for (const [ends, count] of [
      ['soon', 5],
      ['expired', 2],
    ] as const)
      expect((await ok(organisation, 'POST /course/auth/centre/seat/page', { ends })).totalCount, ends).toBe(count);
    for (const list of ['task', 'hour', 'certificate'] as const)
      expect((await ok(organisation, `POST /course/auth/centre/${list}/page`, {})).totalCount, list).toBeGreaterThan(2);
    const { list } = await ok(organisation, 'POST /course/auth/order/page', {});
    expect(new Set(list.map(({ state }) => state))).toEqual(new Set(['pending', 'approved', 'rejected', 'withdrawn']));
    const pending = list.find(({ state }) => state === 'pending')!;
    const { instanceId } = await ok(organisation, 'GET /course/auth/order/view', { id: pending.id });
    expect((await ok(organisation, 'GET /user/auth/flow/instance/view', { id: instanceId! })).state).toBe('pending');
  });

  it('has two administrators', async () => {
    const { list } = await ok(administrator, 'POST /user/auth/enterprise/administrator/page', {});
    expect(list).toHaveLength(2);
  });

  it('has an exam that the learner missed and others sat', async () => {
    const missed = await examOf(content.absent);
    expect(missed).toMatchObject({ examState: 'absent', mine: true, attemptsUsed: 0 });
    const { list } = await ok(lecturer, 'POST /exam/auth/exam/analysis/page', { keyword: content.absent });
    expect(list[0]!.people).toBeGreaterThanOrEqual(3);
  });

  it('has an exam of the learner that waits for marks, with the lecturer', async () => {
    const waiting = await examOf(content.essays);
    expect(waiting).toMatchObject({ examState: 'awaitingMarking', bestScore: null, attemptsUsed: 1 });
    const papers = await ok(lecturer, 'POST /exam/auth/exam/marking/page', { examId: waiting.id });
    expect(papers.list.map(({ attemptId }) => attemptId)).toContain(waiting.lastAttemptId);
  });

  it('has a passed exam whose certificate was issued automatically, and certificates by hand in every other state', async () => {
    expect(await examOf(content.passed)).toMatchObject({ examState: 'pass', bestScore: 100 });
    const { list } = await ok(learner, 'POST /course/auth/user/certificate/page', {});
    expect(list.map(({ certificateName, issueWay, status }) => [certificateName, issueWay, status])).toEqual([
      [content.certificates.automatic, 'automatic', 'held'],
      [content.certificates.corrected, 'manual', 'held'],
      [content.certificates.corrected, 'manual', 'revoked'],
      [content.certificates.revoked, 'manual', 'revoked'],
      [content.certificates.expired, 'manual', 'expired'],
    ]);
    const [, corrected, misprinted] = list;
    expect(misprinted!.replacedBy).toBe(corrected!.certificateNo);
    const stranger = { host: learner.host };
    const verify = async (number: string) => ok(stranger, 'GET /course/api/certificate/verify', { number });
    expect((await verify(misprinted!.certificateNo)).state).toBe('replaced');
    expect((await verify(corrected!.certificateNo)).state).toBe('valid');
    const issued = await ok(administrator, 'POST /course/auth/certificate/issued/page', { status: 'revoked' });
    expect(issued.list.map(({ userName }) => userName)).toContain(content.certificates.misprinted);
    // The course of the exam is complete too.
    const courses = await ok(learner, 'POST /data/auth/course/user/progress/user/page', { pageSize: 50 });
    expect(courses.list.filter(({ status }) => status === 'completed')).toHaveLength(2);
  });

  it('has class hours of two years for its statements', async () => {
    const years = await ok(learner, 'GET /data/auth/statement/year/list');
    expect(years.length).toBeGreaterThan(1);
    for (const year of years.slice(0, 2)) {
      const { statementNo } = await ok(learner, 'POST /data/auth/statement/issue', { year });
      const { figures } = await ok({ host: learner.host }, 'GET /data/api/statement/verify', { number: statementNo });
      expect(figures.hours.total, String(year)).toBeGreaterThan(0);
    }
  });

  it('has a published template with its pictures, of which the certificate of the learner is made', async () => {
    const { list } = await ok(administrator, 'POST /course/auth/certificate/template/page', {});
    expect(list).toMatchObject([{ version: 1, isChanged: false, isFromPack: true, kindCount: 2 }]);
    expect(list[0]!.orientation).toBe(name === 'huaxin' ? 'portrait' : 'landscape');
    const held = await ok(learner, 'POST /course/auth/user/certificate/page', {});
    const id = held.list.find(({ issueWay }) => issueWay === 'automatic')!.id;
    const { sheet } = await ok(learner, 'GET /course/auth/user/certificate/view', { id });
    expect(sheet?.pictures).toHaveLength(3);
    const { pictures, size } = await readPdf(await download(learner, `/account/certificate/${id}.pdf`));
    expect([pictures, size[2]! > size[3]!]).toEqual([3, name === 'bluebay']);
  });

  it('has an exam that is submitted as soon as the candidate leaves the page', async () => {
    const { id } = await examOf(content.atOnce);
    const view = await ok(learner, 'GET /exam/auth/user/exam/view', { id });
    expect(view).toMatchObject({ switchPolicy: 'at_once', canStart: 'ok' });
  });

  it('has a course that is not published any more, and stays with those who took it', async () => {
    const courses = await ok(learner, 'POST /data/auth/course/user/progress/user/page', { pageSize: 50 });
    const { courseId: id } = courses.list.find(({ title }) => title === content.withdrawn)!;
    const view = await ok(learner, 'GET /course/auth/course/info/view', { id });
    expect(view).toMatchObject({ studyState: 'unpublished', status: 'completed' });
    expect(await call(second, 'GET /course/auth/course/info/view', { id })).toMatchObject({ code: 404 });
    const listed = await ok(learner, 'POST /course/auth/course/info/page', { pageSize: 50 });
    expect(listed.list.map(({ title }) => title)).not.toContain(content.withdrawn);
  });

  it('has a file of the old Word and a picture among the files of a course', async () => {
    const { title, doc, picture } = content.library;
    const { list } = await ok(learner, 'POST /course/auth/course/info/page', { keyword: title });
    const courseId = list[0]!.id;
    const files = await ok(learner, 'POST /course/auth/resource/file/page', { courseId, pageSize: 50 });
    const document = async (fileName: string) => {
      const { subResourceId: resourceId } = files.list.find((each) => each.fileName === fileName)!;
      return ok(learner, 'GET /course/auth/study/document/view', { resourceId });
    };
    expect(await document(doc)).toMatchObject({ format: null, problem: 'oldFormat' });
    expect(await document(picture)).toMatchObject({ format: 'picture', problem: null });
  });
});

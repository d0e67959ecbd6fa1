import { and, eq, like } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Data, Input } from '#src/contract/calls.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { studyTaskUser } from '#src/server/study/tables/study.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintCourse, mintExamResource, mintLecturer, mintResource } from '../factories/course.ts';
import { auditsOf } from '../factories/flow.ts';
import { call, ok } from '../factories/portal.ts';
import { endTask, mintTask, openPlayer, passTime, setCourseStatus, watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* "Why isn't this counted?" and appeals (decision 052). */

const EXPLAIN = 'GET /course/auth/appeal/explain';
const SAVE = 'POST /course/auth/appeal/save';
const VIEW = 'GET /course/auth/appeal/view';
const DECIDE = 'POST /user/auth/flow/instance/submitFlow';
const REVERSE = 'POST /course/auth/appeal/reverse';
const WAITING = 'POST /course/auth/appeal/waiting/page';

type Subject = Input<typeof EXPLAIN>;
const course = (subjectId: string): Subject => ({ subjectType: 'course', subjectId });

let tenant: TestTenant;
let me: TestPerson;
let teacher: TestPerson;
let admin: TestPerson;
let colleague: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  me = await mintPerson(tenant, { userName: '李雷' });
  colleague = await mintPerson(tenant);
  teacher = await mintPerson(tenant, { userType: 2, userName: '林老师' });
  admin = await mintPerson(tenant, { isAdmin: true });
});

/** A course of the teacher with two videos, 2 hours and 1 credit. */
async function mintTaught() {
  const lecturerId = await mintLecturer(tenant, { userId: teacher.userId });
  const rewards = { classHours: '2', hourKind: 'required', credits: '1' } as const;
  const courseId = await mintCourse(tenant, { title: '叉车安全', lecturerId, ...rewards });
  const first = await mintResource(tenant, courseId, { subResourceName: '起步检查', sort: 1 });
  const second = await mintResource(tenant, courseId, { subResourceName: '装卸', sort: 2 });
  return { courseId, first, second };
}

const appealAbout = async (who: TestPerson, subject: Subject, text = '我在现场学完了') =>
  (await ok(who, SAVE, { ...subject, text })).instanceId;

/** Lines of the ledger: kind, amount, title. */
const ledgerOf = ({ userId }: TestPerson, source = '%') =>
  withTenant(tenant.id, (db) =>
    db
      .select({
        kind: ledgerEntry.kind,
        amount: ledgerEntry.amount,
        title: ledgerEntry.title,
        of: ledgerEntry.reversalOf,
      })
      .from(ledgerEntry)
      .where(and(eq(ledgerEntry.userId, userId), like(ledgerEntry.source, source)))
      .orderBy(ledgerEntry.kind, ledgerEntry.id),
  );

const factsOf = ({ facts }: Data<typeof EXPLAIN>) => Object.fromEntries(facts.map((each) => [each.key, each]));

describe('explanations', () => {
  it('of a course name what is missing, and what was posted when it is complete', async () => {
    const learner = await mintPerson(tenant);
    const { courseId, first, second } = await mintTaught();
    await watchWhole(tenant, learner, first);
    const before = await ok(learner, EXPLAIN, course(courseId));
    expect(factsOf(before)).toMatchObject({
      courseProgress: { values: { done: 1, count: 2, threshold: 90 }, tone: 'open' },
      missingItems: { items: ['装卸'] },
      grants: { values: { hours: 2, credits: 1, points: 0 } },
    });
    expect(before).toMatchObject({ title: '叉车安全', appeal: null });
    expect(before.next).toEqual({ step: 'study', path: `/watch/course?id=${courseId}&resource=${second}` });
    await watchWhole(tenant, learner, second);
    const after = await ok(learner, EXPLAIN, course(courseId));
    expect(after.next).toEqual({ step: 'nothing', path: null });
    expect(factsOf(after)).toMatchObject({
      completed: { tone: 'done' },
      'posted.hours': { values: { amount: '2' } },
      'posted.credits': { values: { amount: '1' } },
    });
  });

  it('of a course say why it may not be studied', async () => {
    const { courseId } = await mintTaught();
    await setCourseStatus(tenant, courseId, 'unpublished');
    const answer = await ok(me, EXPLAIN, course(courseId));
    expect(answer.next).toEqual({ step: 'unpublished', path: null });
    expect(factsOf(answer)).toHaveProperty(['state.unpublished']);
    const closed = await mintCourse(tenant, { registrationRequired: true });
    const next = { step: 'registerFirst', path: `/knowledge/course/${closed}` };
    expect((await ok(me, EXPLAIN, course(closed))).next).toEqual(next);
  });

  it('of a resource contain the watched time, the gaps and refused reports', async () => {
    const learner = await mintPerson(tenant);
    const { first } = await mintTaught();
    const player = await openPlayer(learner, first);
    await passTime(tenant, learner, 20);
    await player.report([[0, 20]]);
    await player.report([[20, 90]]);
    const facts = factsOf(await ok(learner, EXPLAIN, { subjectType: 'resource', subjectId: first }));
    expect(facts['watched']).toMatchObject({ tone: 'open', values: { needed: { seconds: 90 }, percent: 90 } });
    expect(facts['missingRanges']!.items.length).toBeGreaterThan(0);
    expect(facts).toHaveProperty(['refusal.tooFast']);
  });

  it('of a task name the missing items and the frozen progress', async () => {
    const { courseId } = await mintTaught();
    const taskId = await mintTask(tenant, [me], [{ courseId }]);
    const subject = { subjectType: 'task', subjectId: taskId } as const;
    const running = await ok(me, EXPLAIN, subject);
    expect(factsOf(running)).toHaveProperty('earlierCounts');
    const strict = await mintTask(tenant, [me], [{ courseId }], 10, { countsEarlier: false });
    const later = factsOf(await ok(me, EXPLAIN, { subjectType: 'task', subjectId: strict }));
    expect(later).toHaveProperty(['laterCounts', 'values', 'at', 'time']);
    expect(later).not.toHaveProperty('earlierCounts');
    expect(running.next).toEqual({ step: 'task', path: `/account/task/${taskId}` });
    expect(factsOf(running)['missingItems']!.items).toEqual(['叉车安全']);
    await endTask(tenant, taskId, -0.5);
    const ended = await ok(me, EXPLAIN, subject);
    expect(ended.next.step).toBe('taskEnded');
    expect(factsOf(ended)).toHaveProperty('taskFrozen');
    expect((await call(colleague, EXPLAIN, subject)).code).toBe(404);
  });

  it('of an exam give the window and the attempts', async () => {
    const { examId } = await mintExamResource(tenant, (await mintTaught()).courseId);
    const answer = await ok(me, EXPLAIN, { subjectType: 'exam', subjectId: examId });
    expect(Object.keys(factsOf(answer))).toEqual(['window', 'noAttempt']);
    expect(answer.next).toEqual({ step: 'exam', path: `/test/id?id=${examId}` });
  });
});

describe('an appeal', () => {
  it('goes to the lecturer, is told to them, and can be pending once', async () => {
    const { courseId } = await mintTaught();
    const [one, two] = await Promise.all([
      call(me, SAVE, { ...course(courseId), text: '一' }),
      call(me, SAVE, { ...course(courseId), text: '二' }),
    ]);
    expect([one.code, two.code].sort()).toEqual([200, 409]);
    const id = (one.code === 200 ? one : two).data.instanceId;
    expect((await ok(me, EXPLAIN, course(courseId))).appeal).toMatchObject({ instanceId: id, state: 'pending' });
    const { list } = await ok(teacher, WAITING, { pageSize: 100 });
    expect(list.find((each) => each.id === id)).toMatchObject({ title: '叉车安全', personName: '李雷' });
    expect((await ok(colleague, WAITING, {})).list).toEqual([]);
    const notices = await ok(teacher, 'POST /user/auth/notice/page', {});
    expect(notices.list[0]).toMatchObject({ kind: 'appealMade', detail: { title: '叉车安全', userName: '李雷' } });
    expect((await call(colleague, VIEW, { id })).code).toBe(404);
    expect((await ok(teacher, VIEW, { id })).explained?.facts.length).toBeGreaterThan(0);
  });

  it('that is accepted completes the course and posts its hours once, under parallel decisions', async () => {
    const learner = await mintPerson(tenant);
    const { courseId } = await mintTaught();
    const id = await appealAbout(learner, course(courseId));
    expect((await call(learner, DECIDE, { id, action: 'approve' })).code).toBe(403);
    const answers = await Promise.all(
      [teacher, admin, teacher, admin].map((who) => call(who, DECIDE, { id, action: 'approve', comment: '属实' })),
    );
    expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThan(0);
    expect(await ledgerOf(learner)).toMatchObject([
      { kind: 'credits', amount: '1.00' },
      { kind: 'hours', amount: '2.00' },
    ]);
    expect(await ok(learner, VIEW, { id })).toMatchObject({ outcome: 'completed', canReverse: false });
    const { list } = await ok(learner, 'POST /data/auth/course/user/progress/user/page', {});
    expect(list).toMatchObject([{ courseId, status: 'completed', studyProgress: 100 }]);
    expect((await ok(learner, 'POST /user/auth/notice/page', {})).list[0]).toMatchObject({ kind: 'requestDecided' });
  });

  it('can grant hours and credits with a reason instead', async () => {
    const learner = await mintPerson(tenant);
    const { courseId } = await mintTaught();
    const id = await appealAbout(learner, course(courseId));
    const decision = { id, action: 'approve', grant: { hours: '1.5', credits: '0' } } as const;
    expect(await call(teacher, DECIDE, decision)).toMatchObject({ code: 422, data: [{ field: 'comment' }] });
    await ok(teacher, DECIDE, { ...decision, comment: '现场签到表' });
    expect(await ledgerOf(learner)).toEqual([
      { kind: 'hours', amount: '1.50', title: '叉车安全 · 现场签到表', of: null },
    ]);
    expect(await ok(teacher, VIEW, { id })).toMatchObject({ outcome: 'granted', hours: 1.5, canReverse: true });
  });

  it('is reversed once, with a reason, by those who decide', async () => {
    const learner = await mintPerson(tenant);
    const { courseId } = await mintTaught();
    const id = await appealAbout(learner, course(courseId));
    expect((await call(teacher, REVERSE, { id, reason: '太早' })).code).toBe(409);
    await ok(teacher, DECIDE, { id, action: 'approve' });
    expect((await call(learner, REVERSE, { id, reason: '自己来' })).code).toBe(403);
    expect((await call(colleague, REVERSE, { id, reason: '别人' })).code).toBe(404);
    const reversed = await Promise.all([
      ok(admin, REVERSE, { id, reason: '名单有误' }),
      ok(teacher, REVERSE, { id, reason: '名单有误' }),
    ]);
    expect(reversed[0].reversedAt).toBe(reversed[1].reversedAt);
    const lines = await ledgerOf(learner);
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['credits', '1.00'],
      ['credits', '-1.00'],
      ['hours', '2.00'],
      ['hours', '-2.00'],
    ]);
    expect(await ok(learner, VIEW, { id })).toMatchObject({ reverseReason: '名单有误', canReverse: false });
    expect((await ok(learner, 'POST /user/auth/notice/page', {})).list[0]).toMatchObject({ kind: 'appealReversed' });
    expect(await auditsOf(tenant, id)).toEqual(['flow.submitted', 'flow.approved', 'appeal.reversed']);
  });

  it('cannot be made and withdrawn again and again: each tells the lecturer', async () => {
    const person = await mintPerson(tenant);
    const subject = course(await mintCourse(tenant));
    for (let n = 0; n < 20; n++) {
      const { instanceId: id } = await ok(person, SAVE, { ...subject, text: '又来了' });
      await ok(person, 'POST /user/auth/flow/instance/withdraw', { id });
    }
    expect((await call(person, SAVE, { ...subject, text: '又来了' })).code).toBe(429);
  });

  it('that is declined needs a reason and posts nothing', async () => {
    const learner = await mintPerson(tenant);
    const { courseId } = await mintTaught();
    const id = await appealAbout(learner, course(courseId));
    expect((await call(teacher, DECIDE, { id, action: 'reject' })).code).toBe(422);
    await ok(teacher, DECIDE, { id, action: 'reject', comment: '没有签到' });
    expect(await ledgerOf(learner)).toEqual([]);
    const { appeal } = await ok(learner, EXPLAIN, course(courseId));
    expect(appeal).toMatchObject({ state: 'rejected', reason: '没有签到' });
    // And can be repeated with more to say.
    await appealAbout(learner, course(courseId), '附上照片');
  });

  it('about a task completes it, and its reversal gives the earlier progress back', async () => {
    const learner = await mintPerson(tenant);
    const { courseId } = await mintTaught();
    const taskId = await mintTask(tenant, [learner], [{ courseId }]);
    await endTask(tenant, taskId, -0.5);
    const id = await appealAbout(learner, { subjectType: 'task', subjectId: taskId });
    // A task has no lecturer.
    expect((await call(teacher, DECIDE, { id, action: 'approve' })).code).toBe(404);
    await ok(admin, DECIDE, { id, action: 'approve' });
    const task = () => ok(learner, 'GET /course/auth/study/task/view', { id: taskId });
    expect(await task()).toMatchObject({ status: 'completed', studyProgress: 100 });
    await ok(admin, REVERSE, { id, reason: '弄错了人' });
    expect(await task()).toMatchObject({ status: 'overdue', studyProgress: 0 });
    const [row] = await withTenant(tenant.id, (db) =>
      db.select().from(studyTaskUser).where(eq(studyTaskUser.taskId, taskId)),
    );
    expect(row!.completedAt).toBeNull();
  });

  it('of a lecturer about their own course is decided by somebody else', async () => {
    const { courseId } = await mintTaught();
    const id = await appealAbout(teacher, course(courseId));
    expect((await call(teacher, DECIDE, { id, action: 'approve' })).code).toBe(403);
    await ok(admin, DECIDE, { id, action: 'approve' });
    expect(await ledgerOf(teacher)).toHaveLength(2);
  });

  it('grants only for appeals, and only amounts', async () => {
    const { courseId } = await mintTaught();
    const id = await appealAbout(me, course(courseId));
    for (const hours of ['-1', '1.234', '1e3', '1000', '0']) {
      const grant = { hours, credits: '0' };
      expect((await call(teacher, DECIDE, { id, action: 'approve', comment: '是', grant })).code).toBe(422);
    }
    const rejection = { id, action: 'reject', comment: '否', grant: { hours: '1', credits: '0' } } as const;
    expect((await call(teacher, DECIDE, rejection)).code).toBe(422);
  });
});

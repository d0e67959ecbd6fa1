import { and, desc, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { deviceOf } from '#src/server/account/session/device-of.ts';
import { placeOf } from '#src/server/account/session/place-of.ts';
import { pageSignIns } from '#src/server/account/session/sign-in-history.ts';
import { userSession } from '#src/server/account/tables/account.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { course } from '#src/server/course/tables.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { courseProgress, studyTask, studyTaskUser } from '#src/server/study/tables/study.ts';
import { findManaged } from './managed.ts';

/* What a member did, for the page of the person. All answer 404 outside of the viewer's departments. */

type Asked = OperationInput<'POST /user/auth/people/course/page'>;
const total = sql<number>`(count(*) over ())::int`;

/** Lists the courses that a member studies, the latest first. */
export async function pageCoursesOf(ctx: Context, input: Asked) {
  const { userId } = await findManaged(ctx, input.userId, 'people.read');
  const p = courseProgress;
  return readPage(input, ({ limit, offset }) =>
    ctx.db
      .select({
        ...{ courseId: p.courseId, title: course.title, studyProgress: p.studyProgress, status: p.status },
        ...{ studySeconds: p.studySeconds, startedAt: p.startedAt, completedAt: p.completedAt, totalCount: total },
      })
      .from(p)
      .innerJoin(course, and(eq(course.enterpriseId, p.enterpriseId), eq(course.id, p.courseId)))
      .where(and(eq(p.enterpriseId, ctx.tenant.id), eq(p.userId, userId)))
      .orderBy(desc(p.gmtModified), p.courseId)
      .limit(limit)
      .offset(offset),
  );
}

/** Lists the published tasks of a member, the latest first. */
export async function pageTasksOf(ctx: Context, input: Asked) {
  const { userId } = await findManaged(ctx, input.userId, 'people.read');
  const u = studyTaskUser;
  return readPage(input, ({ limit, offset }) =>
    ctx.db
      .select({
        ...{ taskId: u.taskId, title: studyTask.title, taskProgress: u.studyProgress, completedAt: u.completedAt },
        ...{ startAt: studyTask.startAt, endAt: studyTask.endAt, totalCount: total },
      })
      .from(u)
      .innerJoin(studyTask, and(eq(studyTask.enterpriseId, u.enterpriseId), eq(studyTask.id, u.taskId)))
      .where(and(eq(u.enterpriseId, ctx.tenant.id), eq(u.userId, userId), studyTask.published))
      .orderBy(desc(studyTask.startAt), u.taskId)
      .limit(limit)
      .offset(offset),
  );
}

/** Lists the attempts of a member, the latest first. A score is shown once all answers are marked. */
export async function pageAttemptsOf(ctx: Context, input: Asked) {
  const { userId } = await findManaged(ctx, input.userId, 'people.read');
  const a = examAttempt;
  const isMarked = sql`${a.status} = 'marked' and ${a.voidedAt} is null`;
  return readPage(input, ({ limit, offset }) =>
    ctx.db
      .select({
        ...{ attemptId: a.id, title: exam.title, number: a.number, startedAt: a.startedAt, submittedAt: a.submittedAt },
        state: sql<
          'open' | 'submitted' | 'marked' | 'voided'
        >`case when ${a.voidedAt} is not null then 'voided' else ${a.status} end`,
        score: sql<
          string | null
        >`case when ${isMarked} then coalesce(${a.objectiveScore}, 0) + coalesce(${a.subjectiveScore}, 0) end`,
        passed: sql<boolean | null>`case when ${isMarked} then ${a.passed} end`,
        totalCount: total,
      })
      .from(a)
      .innerJoin(exam, and(eq(exam.enterpriseId, a.enterpriseId), eq(exam.id, a.examId)))
      .where(and(eq(a.enterpriseId, ctx.tenant.id), eq(a.userId, userId), eq(a.trial, false)))
      .orderBy(desc(a.startedAt), desc(a.id))
      .limit(limit)
      .offset(offset),
  );
}

/** Lists the certificates of a member, the latest first. */
export async function pageCertificatesOf(ctx: Context, input: Asked) {
  const { userId } = await findManaged(ctx, input.userId, 'people.read');
  const c = userCertificate;
  const at = ctx.now().toISOString();
  return readPage(input, ({ limit, offset }) =>
    ctx.db
      .select({
        ...{ id: c.id, certificateName: c.certificateName, certificateNo: c.certificateNo },
        ...{ issuedAt: c.issuedAt, expiresAt: c.expiresAt, totalCount: total },
        status: sql<'held' | 'expired' | 'revoked'>`case when ${c.revokedAt} is not null then 'revoked'
          when ${c.expiresAt} <= ${at}::timestamptz then 'expired' else 'held' end`,
      })
      .from(c)
      .where(and(eq(c.enterpriseId, ctx.tenant.id), eq(c.userId, userId)))
      .orderBy(desc(c.issuedAt), desc(c.id))
      .limit(limit)
      .offset(offset),
  );
}

/** Lists the sessions of a member in this enterprise that are still known, the latest first. */
export async function pageSessionsOf(ctx: Context, input: Asked) {
  const { userId } = await findManaged(ctx, input.userId, 'people.read');
  const s = userSession;
  const at = ctx.now().toISOString();
  const found = await readPage(input, ({ limit, offset }) =>
    ctx.db
      .select({
        ...{ id: s.id, way: s.way, userAgent: s.userAgent, address: s.address },
        ...{ gmtCreate: s.gmtCreate, lastUsedAt: s.lastUsedAt, totalCount: total },
        isOpen: sql<boolean>`${s.endedAt} is null and ${s.expiresAt} > ${at}::timestamptz`,
      })
      .from(s)
      .where(and(eq(s.userId, userId), eq(s.enterpriseId, ctx.tenant.id)))
      .orderBy(desc(s.lastUsedAt), desc(s.id))
      .limit(limit)
      .offset(offset),
  );
  const list = found.list.map(async ({ userAgent, ...session }) => ({
    ...session,
    ...deviceOf(userAgent ?? ''),
    place: await placeOf(session.address ?? '', ctx.locale),
  }));
  return { ...found, list: await Promise.all(list) };
}

/** Lists the sign-ins of a member to this enterprise, and tries that were refused, the latest first. */
export async function pageSignInsOf(ctx: Context, input: Asked) {
  const { userId } = await findManaged(ctx, input.userId, 'people.read');
  return pageSignIns(ctx, userId, input);
}

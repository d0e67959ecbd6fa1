import { and, eq, like } from 'drizzle-orm';
import { appeal } from './tables.ts';
import { course } from '#src/server/course/tables.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { courseProgress, studyTaskUser } from '#src/server/study/tables/study.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { postEntry } from '#src/server/record/post-entry.ts';
import type { Learner } from './subject.ts';
import { subjectOf } from './subjects/subjects.ts';

type Decided = {
  instanceId: string;
  enterpriseId: string;
  subjectId: string;
  applicantId: string;
  outcome: 'approved' | 'rejected' | 'withdrawn';
  at: Date;
  timeZone: string;
  title: string;
  comment: string | null;
  /** Hours and credits granted instead of completing the subject; null: it is completed. */
  grant: { hours: string; credits: string } | null;
};

/**
 * The effect of an accepted appeal, in the transaction of the decision: the subject counts as complete, or hours and
 * credits are posted with the reason. What it posted is kept with the appeal, so that it can be reversed.
 */
export async function decideAppeal(db: TenantDb, decided: Decided): Promise<void> {
  const { enterpriseId, instanceId, outcome, applicantId: userId, at, timeZone, grant } = decided;
  if (outcome !== 'approved') return;
  const here = and(eq(appeal.enterpriseId, enterpriseId), eq(appeal.instanceId, instanceId));
  const [found] = await db.select().from(appeal).where(here).for('update');
  const learner = { enterpriseId, userId, at, timeZone };
  const done = grant ? await post(db, learner, decided, found!, grant) : await complete(db, learner, decided, found!);
  await db.update(appeal).set(done).where(here);
}

type Appeal = typeof appeal.$inferSelect;
type Done = Partial<typeof appeal.$inferInsert>;

async function post(
  db: TenantDb,
  learner: Learner,
  { instanceId, title, comment }: Decided,
  { courseId }: Appeal,
  { hours, credits }: NonNullable<Decided['grant']>,
): Promise<Done> {
  const [taught] = courseId
    ? await db
        .select({ hourKind: course.hourKind })
        .from(course)
        .where(and(eq(course.enterpriseId, learner.enterpriseId), eq(course.id, courseId)))
    : [];
  const line = { ...learner, title: [title, comment].filter(Boolean).join(' · ') };
  const sources: string[] = [];
  for (const [kind, amount] of [['hours', hours] as const, ['credits', credits] as const]) {
    const source = ['appeal', instanceId, kind].join(':');
    if (await postEntry(db, { ...line, kind, hourKind: taught?.hourKind, amount, source })) sources.push(source);
  }
  return { outcome: 'granted', hours, credits, sources };
}

async function complete(
  db: TenantDb,
  learner: Learner,
  { subjectId }: Decided,
  { subjectType, courseId }: Appeal,
): Promise<Done> {
  const subject = subjectOf(subjectType);
  if (!subject.complete) throw new AppError(409, 'appealGrantOnly');
  const taskProgress = subjectType === 'task' ? await lockTask(db, learner, subjectId) : null;
  const before = await postedSources(db, learner, courseId);
  await subject.complete(db, learner, subjectId);
  const sources = (await postedSources(db, learner, courseId)).filter((source) => !before.includes(source));
  return { outcome: 'completed', sources, taskProgress };
}

/** Sources of the entries that the course has posted. Its progress is locked first, so that nobody else posts meanwhile. */
async function postedSources(db: TenantDb, { enterpriseId, userId }: Learner, courseId: string | null) {
  if (!courseId) return [];
  await db
    .select({ status: courseProgress.status })
    .from(courseProgress)
    .where(
      and(
        eq(courseProgress.enterpriseId, enterpriseId),
        eq(courseProgress.userId, userId),
        eq(courseProgress.courseId, courseId),
      ),
    )
    .for('update');
  const rows = await db
    .select({ source: ledgerEntry.source })
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.enterpriseId, enterpriseId),
        eq(ledgerEntry.userId, userId),
        like(ledgerEntry.source, ['course', courseId, '%'].join(':')),
      ),
    );
  return rows.map(({ source }) => source);
}

/** Locks the learner's row of a task. @returns its progress; null when it is complete */
async function lockTask(db: TenantDb, { enterpriseId, userId }: Learner, taskId: string): Promise<number | null> {
  const [row] = await db
    .select({ studyProgress: studyTaskUser.studyProgress, completedAt: studyTaskUser.completedAt })
    .from(studyTaskUser)
    .where(
      and(
        eq(studyTaskUser.enterpriseId, enterpriseId),
        eq(studyTaskUser.userId, userId),
        eq(studyTaskUser.taskId, taskId),
      ),
    )
    .for('update');
  return !row || row.completedAt ? null : row.studyProgress;
}

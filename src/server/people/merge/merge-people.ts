import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { MergeCount, MergeField } from '#src/contract/rules/merge.ts';
import { beginMerge, finishMerge, mergeAccountRows } from '#src/server/account/person/merge-member.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { mergeCoachings } from '#src/server/coaching/merge-coachings.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { databaseErrorOf } from '#src/server/core/db/database-error.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import { mergeEvaluations } from '#src/server/evaluation/merge-evaluations.ts';
import { mergeAttempts } from '#src/server/exam/attempt/merge-attempts.ts';
import { mergeLiveAttendance } from '#src/server/live/merge-attendance.ts';
import { mergeRecord } from '#src/server/record/merge-record.ts';
import { mergeAssignments } from '#src/server/requirement/merge-assignments.ts';
import { mergeStudy } from '#src/server/study/merge-study.ts';
import { mergeAttendance } from '#src/server/training/merge-attendance.ts';
import { lockManaged, type Member } from '../managed.ts';
import { countMerged, elsewhereOf } from './merge-counts.ts';
import { moveRows } from './move-rows.ts';

type Asked = OperationInput<'POST /people/auth/merge/plan'>;
type Problem = 'attemptOpen' | 'administrator' | 'self';

/** Tags of the cached pages that may show the name. */
const TAGS = ['community', 'comments:announcement', 'announcement', 'lecturer', 'course'];
const PROBLEMS: Record<Problem, () => AppError> = {
  attemptOpen: () => new AppError(409, 'mergeAttemptOpen'),
  administrator: () => new AppError(409, 'mergeAdministrator'),
  self: () => new AppError(409, 'mergeSelf'),
};

/** Says what merging changes, field by field and in numbers. @throws AppError 404 for an erased member; 409 for a record that is merged already */
export async function planMerge(ctx: Context, asked: Asked) {
  const { kept, other } = await lockPair(ctx, asked);
  const [keptSide, otherSide] = [await sideOf(ctx, kept), await sideOf(ctx, other)];
  const counts = await countMerged(ctx, { removedId: other.userId, keptId: kept.userId });
  const elsewhere = await elsewhereOf(ctx, [kept.userId, other.userId]);
  const takesPhone = otherSide.phone !== null && !elsewhere && (keptSide.phone === null || keptSide.phoneUnverified);
  const problem: Problem | null =
    other.userId === ctx.viewer.userId
      ? 'self'
      : other.isAdmin
        ? 'administrator'
        : counts.openAttempts > 0
          ? 'attemptOpen'
          : null;
  const { openAttempts: _, ...shown } = counts;
  const facts = [kept.revision, other.revision, keptSide.phone, otherSide.phone, takesPhone, problem, counts];
  const plan = createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
  return { kept: keptSide, other: otherSide, takesPhone, counts: shown as Record<MergeCount, number>, problem, plan };
}

/**
 * Merges a record of a person into another one, in one transaction: everything that the other one did and has belongs to the kept one then, by
 * the rules of `merge-tables.ts` and of the domains.
 * @throws AppError as `planMerge`; 409 when it would change something else than the plan said, while an attempt runs, for an administrator, for
 *   oneself, and where the two cannot be one person, e.g. as mentor and learner of one coaching; 422 for a phone number that cannot be taken, or a
 *   superior who would report to the member
 */
export async function mergePeople(
  ctx: Context,
  { plan, take, ...asked }: OperationInput<'POST /people/auth/merge/apply'>,
) {
  const { db, tenant, viewer } = ctx;
  const planned = await planMerge(ctx, asked);
  if (planned.problem) throw PROBLEMS[planned.problem]();
  if (planned.plan !== plan) throw new AppError(409, 'planChanged');
  if (take.includes('phone') && !planned.takesPhone)
    throw new AppError(422, 'invalid', { fields: [{ field: 'phone', key: 'field.phoneOfOwner' }] });
  const { kept, other } = await lockPair(ctx, asked);
  const at = ctx.now();
  const merging = {
    ...{ enterpriseId: tenant.id, removedId: other.userId, keptId: kept.userId },
    ...{ mergedBy: viewer.userId, at, timeZone: tenant.timeZone },
  };
  await rejectImpossible(async () => {
    await beginMerge(db, merging);
    await mergeAttempts(db, merging);
    await mergeRecord(db, merging);
    await mergeStudy(db, merging);
    await mergeAssignments(db, merging);
    await mergeCoachings(db, merging);
    await mergeEvaluations(db, merging);
    await mergeAttendance(db, merging);
    await mergeLiveAttendance(db, merging);
    await moveRows(pgClientOf(db), merging);
    await mergeAccountRows(db, merging);
  });
  const phone = take.includes('phone') ? (planned.other.phone ?? undefined) : undefined;
  await finishMerge(db, merging, valuesOf(kept, other, take), phone);
  const { counts } = planned;
  const detail = { memberId: kept.userId, removedId: other.userId, userName: other.userName, take, counts };
  await audit(db, ctx, 'member.merged', detail, { about: [kept.userId, other.userId] });
  await announceChange(db, { enterpriseId: tenant.id, tags: TAGS });
  return null;
}

/** Locks both, in the order of their ids: two merges of the same ones wait for each other. */
async function lockPair(ctx: Context, { userId, otherId }: Asked): Promise<{ kept: Member; other: Member }> {
  if (userId === otherId)
    throw new AppError(422, 'invalid', { fields: [{ field: 'otherId', key: 'field.mergeSame' }] });
  const locked = new Map<string, Member>();
  for (const id of [userId, otherId].toSorted()) locked.set(id, await lockManaged(ctx, id));
  const { rows } = await ctx.db.execute(sql`
    select from member_merge where enterprise_id = ${ctx.tenant.id} and removed_id in (${userId}, ${otherId})`);
  if (rows.length > 0) throw new AppError(409, 'mergedAlready');
  return { kept: locked.get(userId)!, other: locked.get(otherId)! };
}

/** A record as it is compared. */
async function sideOf({ db, tenant }: Context, member: Member) {
  const [account] = await db.select().from(userAccount).where(eq(userAccount.id, member.userId));
  if (!account) throw notFound();
  const { rows } = await db.execute<{ superiorName: string | null; lastSeenAt: string | null }>(sql`
    select (select s.user_name from ${enterpriseUser} s where s.enterprise_id = ${tenant.id} and s.user_id = ${member.superiorId}) as "superiorName",
           (select max(s.last_used_at) from portal.user_session s where s.user_id = ${member.userId} and s.enterprise_id = ${tenant.id}) as "lastSeenAt"`);
  const { superiorName, lastSeenAt } = rows[0]!;
  const { phone, phoneUnverified } = account;
  return { ...member, superiorName, lastSeenAt: lastSeenAt && new Date(lastSeenAt), phone, phoneUnverified };
}

/** What the kept record has in the end. */
function valuesOf(kept: Member, other: Member, take: readonly MergeField[]) {
  const from = (field: MergeField) => (take.includes(field) ? other : kept);
  const superiorId = from('superior').superiorId;
  return {
    ...{ userName: from('userName').userName, employeeNo: from('employeeNo').employeeNo, email: from('email').email },
    ...{ sex: from('sex').sex, userType: from('userType').userType, joinedOn: from('joinedOn').joinedOn },
    ...{ departmentId: from('department').departmentId, positionId: from('position').positionId },
    // Nobody reports to themselves, whichever of the two records it was.
    superiorId: superiorId === kept.userId || superiorId === other.userId ? null : superiorId,
  };
}

/** What the database does not allow of one person, as an answer. */
async function rejectImpossible(merge: () => Promise<void>): Promise<void> {
  try {
    await merge();
  } catch (error) {
    const { code, table } = databaseErrorOf(error) ?? {};
    if (code === '23514' || code === '23505')
      throw new AppError(409, 'mergeImpossible', { params: { table: table ?? '' } });
    throw error;
  }
}

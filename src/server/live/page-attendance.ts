import { and, asc, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { liveAttendance } from './tables.ts';
import { resourceProgress } from '#src/server/study/tables/study.ts';
import type { Context } from '#src/server/core/context.ts';
import { countMinutes } from './attend.ts';
import { requireLed } from './read-session.ts';
import { isPresent } from './read-state.ts';

/** Lists who attended a class, by name. @throws AppError 404 as `requireLed` */
export async function pageAttendance(ctx: Context, input: OperationInput<'POST /course/auth/live/attendance/page'>) {
  const { db, tenant } = ctx;
  const { session } = await requireLed(ctx, input.id);
  const here = and(eq(liveAttendance.enterpriseId, tenant.id), eq(liveAttendance.sessionId, session.id));
  const { limit, offset } = slice(input);
  const present = isPresent(ctx.now());
  const rows = await db
    .select({
      userId: liveAttendance.userId,
      userName: enterpriseUser.userName,
      department: enterpriseUser.department,
      minutes: liveAttendance.minutes,
      joinedAt: liveAttendance.joinedAt,
      lastBeatAt: liveAttendance.lastBeatAt,
      muted: liveAttendance.muted,
      present: present.mapWith(Boolean),
      completedAt: resourceProgress.completedAt,
    })
    .from(liveAttendance)
    .innerJoin(
      enterpriseUser,
      and(
        eq(enterpriseUser.enterpriseId, liveAttendance.enterpriseId),
        eq(enterpriseUser.userId, liveAttendance.userId),
      ),
    )
    .leftJoin(
      resourceProgress,
      and(
        eq(resourceProgress.enterpriseId, liveAttendance.enterpriseId),
        eq(resourceProgress.userId, liveAttendance.userId),
        eq(resourceProgress.resourceId, session.resourceId),
      ),
    )
    .where(here)
    .orderBy(asc(enterpriseUser.userName), asc(liveAttendance.userId))
    .limit(limit)
    .offset(offset);
  return paging(
    input,
    await db.$count(liveAttendance, here),
    rows.map(({ minutes, completedAt, ...row }) => ({
      ...row,
      minutes: countMinutes(minutes),
      completed: completedAt !== null,
    })),
  );
}

/** Requests an export of the attendance. @throws AppError 404 as `requireLed`; 429 like `requestExport` */
export async function exportAttendance(ctx: Context, { id }: { id: string }) {
  const { session } = await requireLed(ctx, id);
  return requestExport(ctx, 'liveAttendance', { sessionId: id }, session.title);
}

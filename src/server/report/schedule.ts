import { and, desc, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { readRequester } from '#src/server/export/requester.ts';
import { readableScope } from './compute.ts';
import { nextTime } from './next-time.ts';
import { lockChangeable, viewReport } from './saved.ts';
import { reportDelivery, reportRecipient, reportSchedule } from './tables.ts';

/**
 * Sets up, pauses or ends the e-mails with a report.
 * @throws AppError 404, 403 as `lockChangeable`; 409 when somebody else has saved another schedule than `was`; 422 for somebody who may not
 *   read the report
 */
export async function saveSchedule(
  ctx: Context,
  { id, schedule, was }: OperationInput<'POST /report/auth/report/schedule/save'>,
) {
  const { db, tenant, viewer, locale, origin, now } = ctx;
  const { definition, name } = await lockChangeable(ctx, id);
  const stored = await viewReport(ctx, { id });
  const had = stored.recipients.map(({ userId }) => userId);
  if (planText(was) !== planText(stored.schedule && { ...stored.schedule, recipients: had }))
    throw new AppError(409, 'revisionChanged');
  const which = and(eq(reportSchedule.enterpriseId, tenant.id), eq(reportSchedule.reportId, id));
  await db
    .delete(reportRecipient)
    .where(and(eq(reportRecipient.enterpriseId, tenant.id), eq(reportRecipient.reportId, id)));
  // What waits is not sent to people who are no recipients any more.
  await db
    .delete(reportDelivery)
    .where(
      and(
        ...[
          eq(reportDelivery.enterpriseId, tenant.id),
          eq(reportDelivery.reportId, id),
          eq(reportDelivery.state, 'queued'),
        ],
      ),
    );
  if (!schedule) {
    await db.delete(reportSchedule).where(which);
    await audit(db, ctx, 'report.unscheduled', { name }, { about: [id] });
    return { nextAt: null };
  }
  const { recipients, ...times } = schedule;
  const people = [...new Set(recipients)];
  for (const userId of people) {
    const person = await readRequester(db, tenant.id, userId);
    if (!person || readableScope(person, definition) === undefined)
      throw new AppError(422, 'invalid', { fields: [{ field: 'schedule.recipients', key: 'field.mayNotRead' }] });
  }
  const nextAt = nextTime(times, now(), tenant.timeZone);
  const values = { ...times, userId: viewer.userId, locale, origin, nextAt };
  await db
    .insert(reportSchedule)
    .values({ ...values, enterpriseId: tenant.id, reportId: id })
    .onConflictDoUpdate({ target: [reportSchedule.enterpriseId, reportSchedule.reportId], set: values });
  await db.insert(reportRecipient).values(people.map((userId) => ({ enterpriseId: tenant.id, reportId: id, userId })));
  const { every, isPaused } = times;
  await audit(db, ctx, 'report.scheduled', { name, every, isPaused, count: people.length }, { about: [id, ...people] });
  return { nextAt: times.isPaused ? null : nextAt };
}

type Plan = NonNullable<OperationInput<'POST /report/auth/report/schedule/save'>['was']>;
/** The same for the same times and people, in any order. */
const planText = (plan: Plan | null) =>
  plan && JSON.stringify([plan.every, plan.day, plan.hour, plan.format, plan.isPaused, [...plan.recipients].sort()]);

/** Lists what became of the e-mails with a report. @throws AppError 404, 403 as `viewReport` */
export async function pageDeliveries(
  ctx: Context,
  { id, ...page }: OperationInput<'POST /report/auth/report/delivery/page'>,
) {
  const { db, tenant } = ctx;
  await viewReport(ctx, { id });
  const d = reportDelivery;
  return readPage(page, ({ limit, offset }) =>
    db
      .select({
        ...{ id: d.id, userName: enterpriseUser.userName, dueAt: d.dueAt, state: d.state, reason: d.reason },
        ...{ rows: d.rows, doneAt: d.doneAt, totalCount: sql<number>`(count(*) over ())::int` },
      })
      .from(d)
      .innerJoin(
        enterpriseUser,
        and(eq(enterpriseUser.enterpriseId, d.enterpriseId), eq(enterpriseUser.userId, d.userId)),
      )
      .where(and(eq(d.enterpriseId, tenant.id), eq(d.reportId, id)))
      .orderBy(desc(d.dueAt), desc(d.id))
      .limit(limit)
      .offset(offset),
  );
}

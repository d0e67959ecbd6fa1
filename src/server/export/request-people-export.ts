import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { ExportType } from '#src/contract/export.ts';
import { getT } from '#src/i18n/server.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { requestExport } from './request-export.ts';

/** Lists whose rows belong to a course, so that an organisation account may export those of its seats. */
const OF_COURSES: ExportType[] = ['courses', 'studyRecords', 'exams', 'certificates', 'hours', 'credits'];

/**
 * Requests an export of a list over other people: for administrators over the whole enterprise, for organisation accounts
 * over the people of their seats.
 * @throws AppError 404 for a person of another enterprise, 422 for a period that ends before it starts and for a list
 *   that the user's role cannot export, 429 like `requestExport`
 */
export async function requestPeopleExport(
  ctx: Context,
  { exportType, ...people }: OperationInput<'POST /data/auth/export/people/save'>,
) {
  const { db, tenant, viewer, locale } = ctx;
  const { from, to, userId } = people;
  const wrong = (field: string) => new AppError(422, 'invalid', { fields: [{ field, key: 'field.invalid' }] });
  if (from && to && to < from) throw wrong('to');
  if (!viewer.isAdmin && !OF_COURSES.includes(exportType)) throw wrong('exportType');
  if (userId) {
    const isPerson = and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, userId));
    if ((await db.$count(enterpriseUser, isPerson)) === 0) throw notFound();
  }
  const scope = viewer.isAdmin ? 'enterprise' : 'organisation';
  return requestExport(ctx, exportType, { ...people, scope }, getT(locale)('export:part.people'));
}

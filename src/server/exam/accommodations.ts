import { and, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { orderOf, paging, slice } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { examAccommodation as stored } from './tables/rules.ts';

type Filter = OperationInput<'POST /exam/auth/exam/accommodation/page'>;
type Saved = OperationInput<'POST /exam/auth/exam/accommodation/save'>;

const author = alias(enterpriseUser, 'author');

/** Returns a page of accommodations, newest first. */
export async function listAccommodations({ db, tenant, now }: Context, input: Filter) {
  const at = sql`${now().toISOString()}::timestamptz`;
  const state = sql<'current' | 'later' | 'ended'>`case
    when ${stored.endedAt} is not null or ${stored.validUntil} <= ${at} then 'ended'
    when ${stored.validFrom} > ${at} then 'later' else 'current' end`;
  const where = and(
    eq(stored.enterpriseId, tenant.id),
    input.state && sql`${state} = ${input.state}`,
    input.keyword ? matches(input.keyword) : undefined,
  );
  const joined = and(eq(enterpriseUser.enterpriseId, stored.enterpriseId), eq(enterpriseUser.userId, stored.userId));
  const [counted] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(stored)
    .innerJoin(enterpriseUser, joined)
    .where(where);
  const { limit, offset } = slice(input);
  const rows = await db
    .select({
      row: stored,
      ...{ userName: enterpriseUser.userName, department: enterpriseUser.department },
      ...{ createdByName: author.userName, state },
    })
    .from(stored)
    .innerJoin(enterpriseUser, joined)
    .innerJoin(author, and(eq(author.enterpriseId, stored.enterpriseId), eq(author.userId, stored.createdBy)))
    .where(where)
    .orderBy(
      ...orderOf(
        input.sort,
        { userName: enterpriseUser.userName, validFrom: stored.validFrom, validUntil: stored.validUntil },
        [desc(stored.gmtCreate), desc(stored.id)],
      ),
    )
    .limit(limit)
    .offset(offset);
  return paging(
    input,
    counted!.n,
    rows.map(({ row, ...more }) => ({ ...row, ...more })),
  );
}

function matches(keyword: string): SQL | undefined {
  const pattern = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
  return or(ilike(enterpriseUser.userName, pattern), ilike(enterpriseUser.department, pattern));
}

/**
 * Adds or changes an accommodation. Attempts that were started before keep what applied then.
 * @throws AppError 403 for the viewer's own (decision 079); 404 for a person who is not a member, or an unknown or ended
 * accommodation; 422 when nothing is granted, a break has no duration, or the period ends before it begins
 */
export async function saveAccommodation(ctx: Context, { id, reason, ...input }: Saved) {
  const { db, tenant, viewer, now } = ctx;
  const enterpriseId = tenant.id;
  const { breaks, breakSeconds, userId } = input;
  if (userId === viewer.userId) throw new AppError(403, 'cannotGrantYourself');
  const validFrom = new Date(input.validFrom);
  const validUntil = input.validUntil === null ? null : new Date(input.validUntil);
  const grants = [
    ...[input.extraPercent, input.extraSeconds, breaks, input.windowAfterSeconds],
    ...[input.noSwitchRules, input.largeType],
  ];
  const wrong = [
    ...(grants.some(Boolean) ? [] : [{ field: 'extraPercent', key: 'field.nothingGranted' }]),
    ...(breaks > 0 && breakSeconds === 0 ? [{ field: 'breakSeconds', key: 'field.breakWithoutTime' }] : []),
    ...(validUntil && validUntil <= validFrom ? [{ field: 'validUntil', key: 'field.endsBeforeStart' }] : []),
  ];
  if (wrong.length > 0) throw new AppError(422, 'invalid', { fields: wrong });
  const member = and(eq(enterpriseUser.enterpriseId, enterpriseId), eq(enterpriseUser.userId, userId));
  const [person] = await db.select({ erasedAt: enterpriseUser.erasedAt }).from(enterpriseUser).where(member);
  if (!person || person.erasedAt) throw notFound();

  const values = { ...input, breakSeconds: breaks > 0 ? breakSeconds : 0, reason, validFrom, validUntil };
  const at = now();
  const [row] = id
    ? await db
        .update(stored)
        .set({ ...values, gmtModified: at })
        .where(and(ofId(enterpriseId, id), eq(stored.userId, userId), sql`${stored.endedAt} is null`))
        .returning({ id: stored.id })
    : await db
        .insert(stored)
        .values({ ...values, enterpriseId, createdBy: viewer.userId, gmtCreate: at, gmtModified: at })
        .returning({ id: stored.id });
  if (!row) throw notFound();
  // Without the reason: it is a fact about the health of a person, and the log is kept longer.
  await audit(
    db,
    ctx,
    id ? 'exam.accommodation.changed' : 'exam.accommodation.added',
    { id: row.id, ...input },
    { about: [userId] },
  );
  return row;
}

/** Ends an accommodation now. @throws AppError 404 also when it has ended */
export async function endAccommodation(ctx: Context, { id }: { id: string }) {
  const { db, tenant, now } = ctx;
  const [row] = await db
    .update(stored)
    .set({ endedAt: now(), gmtModified: now() })
    .where(and(ofId(tenant.id, id), sql`${stored.endedAt} is null`))
    .returning({ id: stored.id, userId: stored.userId });
  if (!row) throw notFound();
  await audit(db, ctx, 'exam.accommodation.ended', row, { about: [row.userId] });
  return { id };
}

const ofId = (enterpriseId: string, id: string) => and(eq(stored.enterpriseId, enterpriseId), eq(stored.id, id));

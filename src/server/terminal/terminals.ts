import { and, asc, eq, ilike, isNull, or, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { endSessionOf } from '#src/server/account/session/open-session.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit, changesBetween } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { department } from '#src/server/organisation/tables.ts';
import { terminal } from './tables.ts';

type Filter = OperationInput<'POST /user/auth/terminal/page'>;
type Saved = OperationInput<'POST /user/auth/terminal/save'>;

const SETTINGS = [
  ...(['name', 'place', 'departmentId', 'sessionMinutes', 'idleSeconds'] as const),
  ...(['allowsStudy', 'allowsExams', 'badgeNeedsPin'] as const),
] as const;

/** Returns a page of the terminals of the enterprise. */
export function pageTerminals({ db, tenant }: Context, input: Filter) {
  const state = sql<'new' | 'active' | 'revoked'>`case
    when ${terminal.revokedAt} is not null then 'revoked' when ${terminal.tokenHash} is null then 'new' else 'active' end`;
  const pattern = input.keyword && `%${input.keyword.replace(/[\\%_]/g, '\\$&')}%`;
  const where = and(
    eq(terminal.enterpriseId, tenant.id),
    input.state && sql`${state} = ${input.state}`,
    pattern ? or(ilike(terminal.name, pattern), ilike(terminal.place, pattern)) : undefined,
  );
  return readPage(input, ({ limit, offset }) =>
    db
      .select({
        ...{ id: terminal.id, name: terminal.name, place: terminal.place, departmentId: terminal.departmentId },
        ...{ sessionMinutes: terminal.sessionMinutes, idleSeconds: terminal.idleSeconds },
        ...{ allowsStudy: terminal.allowsStudy, allowsExams: terminal.allowsExams },
        ...{ badgeNeedsPin: terminal.badgeNeedsPin, revision: terminal.revision },
        ...{ registeredAt: terminal.registeredAt, lastSeenAt: terminal.lastSeenAt, state, department: department.path },
        totalCount: sql<number>`(count(*) over ())::int`,
      })
      .from(terminal)
      .leftJoin(
        department,
        and(eq(department.enterpriseId, terminal.enterpriseId), eq(department.id, terminal.departmentId)),
      )
      .where(where)
      .orderBy(
        ...orderOf(input.sort, { name: terminal.name, lastSeenAt: terminal.lastSeenAt }, [
          asc(terminal.name),
          asc(terminal.id),
        ]),
      )
      .limit(limit)
      .offset(offset),
  );
}

/**
 * Adds a terminal or changes one; a session at it keeps its length.
 * @throws AppError 404 for an unknown terminal or department; 409 when somebody else has changed it since
 */
export async function saveTerminal(ctx: Context, { id, revision, ...input }: Saved) {
  const { db, tenant, now } = ctx;
  const values = { ...input, place: input.place === '' ? null : input.place };
  if (values.departmentId) {
    const one = and(
      eq(department.enterpriseId, tenant.id),
      eq(department.id, values.departmentId),
      isNull(department.closedAt),
    );
    if ((await db.$count(department, one)) === 0) throw notFound();
  }
  if (!id) {
    const [added] = await db
      .insert(terminal)
      .values({ ...values, enterpriseId: tenant.id, gmtCreate: now() })
      .returning({ id: terminal.id });
    await audit(db, ctx, 'terminal.added', { id: added!.id, name: values.name }, { about: [added!.id] });
    return added!;
  }
  const [earlier] = await db.select().from(terminal).where(ofId(tenant.id, id)).for('update');
  if (!earlier) throw notFound();
  if (earlier.revision !== revision) throw new AppError(409, 'contentChanged');
  await db
    .update(terminal)
    .set({ ...values, revision: earlier.revision + 1 })
    .where(ofId(tenant.id, id));
  const changes = changesBetween(earlier, { ...earlier, ...values }, SETTINGS);
  await audit(db, ctx, 'terminal.changed', { id, name: values.name, changes }, { about: [id] });
  return { id };
}

/**
 * Revokes a terminal: its cookie is unknown from now on, and the session at it ends.
 * @throws AppError 404 also when it is revoked already
 */
export async function revokeTerminal(ctx: Context, { id }: { id: string }) {
  const { db, tenant, now } = ctx;
  const [found] = await db
    .select()
    .from(terminal)
    .where(and(ofId(tenant.id, id), isNull(terminal.revokedAt)))
    .for('update');
  if (!found) throw notFound();
  if (found.sessionId) await endSessionOf(db, found.sessionId, now());
  await db
    .update(terminal)
    .set({ revokedAt: now(), tokenHash: null, codeHash: null, codeExpiresAt: null, sessionId: null })
    .where(ofId(tenant.id, id));
  await audit(db, ctx, 'terminal.revoked', { id, name: found.name }, { about: [id] });
  return { id };
}

/** SQL condition: this terminal. */
export const ofId = (enterpriseId: string, id: string) =>
  and(eq(terminal.enterpriseId, enterpriseId), eq(terminal.id, id));

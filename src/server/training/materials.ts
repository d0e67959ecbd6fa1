import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { hasRight } from '#src/contract/rules/rights.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { memberFileUrl } from '#src/server/file/file-url.ts';
import { trainingMaterial } from './tables.ts';
import { findRunSession, type FoundSession, lockFollowing, lockSession } from './select-sessions.ts';

const ofSessions = ({ tenant }: Pick<Context, 'tenant'>, ids: string[]) =>
  and(eq(trainingMaterial.enterpriseId, tenant.id), inArray(trainingMaterial.sessionId, ids));

/** Returns what a session hands out. @throws AppError 404, also for a session of another lecturer */
export async function listMaterials(ctx: Context, { sessionId }: { sessionId: string }) {
  await findRunSession(ctx, sessionId);
  return ctx.db
    .select({
      ...{ id: trainingMaterial.id, name: trainingMaterial.name, fileId: trainingMaterial.fileId },
      ...{ url: trainingMaterial.url, shown: trainingMaterial.shown },
      fileName: sql<string | null>`(select f.file_name from file f
        where f.enterprise_id = training_material.enterprise_id and f.id = training_material.file_id)`,
    })
    .from(trainingMaterial)
    .where(ofSessions(ctx, [sessionId]))
    .orderBy(asc(trainingMaterial.id))
    .limit(MAX_ITEMS.sessionMaterials);
}

/**
 * Replaces what a session hands out, and also what the later planned ones of its series do.
 * @throws AppError 404, also for a session of another lecturer; 409 when it is not what was shown; 422 at `materials.{n}.{field}` for one without a file or link, a file that
 * does not exist, and a file of the library that the viewer may not choose
 */
export async function saveMaterials(ctx: Context, input: OperationInput<'POST /course/auth/training/material/save'>) {
  const { db, tenant } = ctx;
  const { sessionId, following, materials, was } = input;
  await findRunSession(ctx, sessionId);
  const session = await lockSession(ctx, sessionId);
  const said = (list: { name: string; fileId: string | null; url: string | null; shown: string }[]) =>
    JSON.stringify(list.map(({ name, fileId, url, shown }) => [name, fileId, fileId ? '' : url, shown]));
  if (said(was) !== said(await listMaterials(ctx, { sessionId }))) throw new AppError(409, 'revisionChanged');
  await requireValid(ctx, sessionId, materials);
  const sessions = [session, ...(following ? await lockFollowing(ctx, session) : [])].map(({ id }) => id);
  await db.delete(trainingMaterial).where(ofSessions(ctx, sessions));
  const rows = materials.map(({ name, fileId, url, shown }) => ({ name, fileId, url: fileId ? null : url, shown }));
  if (rows.length > 0)
    await db
      .insert(trainingMaterial)
      .values(sessions.flatMap((id) => rows.map((row) => ({ ...row, enterpriseId: tenant.id, sessionId: id }))));
  for (const id of sessions)
    await audit(
      db,
      ctx,
      'training.materials',
      { sessionId: id, names: materials.map(({ name }) => name) },
      { about: [id] },
    );
  return { count: sessions.length };
}

/** Hands out by new sessions what another one does. */
export async function copyMaterials({ db, tenant }: Context, from: string, to: string[]): Promise<void> {
  await db.execute(sql`
    insert into training_material (enterprise_id, session_id, file_id, url, name, shown)
    select m.enterprise_id, s, m.file_id, m.url, m.name, m.shown
    from training_material m cross join unnest(${sql.param(to)}::uuid[]) s
    where m.enterprise_id = ${tenant.id} and m.session_id = ${from} order by s, m.id`);
}

/** Reads what sessions hand out now to those who have a place. */
export async function readMaterials({ db, tenant, now }: Context, found: FoundSession[]) {
  const isOver = new Set(found.filter(({ session }) => session.endAt <= now()).map(({ session }) => session.id));
  const ids = found.map(({ session }) => session.id);
  if (ids.length === 0) return new Map<string, never[]>();
  const rows = await db
    .select()
    .from(trainingMaterial)
    .where(ofSessions({ tenant }, ids))
    .orderBy(asc(trainingMaterial.id));
  const shown = rows
    .filter((row) => row.shown === 'before' || isOver.has(row.sessionId))
    .map(({ id, sessionId, name, fileId, url }) => ({
      ...{ id, sessionId, name, isFile: fileId !== null },
      url: fileId === null ? url! : memberFileUrl(tenant.id, fileId, now()),
    }));
  return Map.groupBy(shown, ({ sessionId }) => sessionId);
}

async function requireValid(
  ctx: Context,
  sessionId: string,
  materials: OperationInput<'POST /course/auth/training/material/save'>['materials'],
): Promise<void> {
  const { db, tenant, viewer } = ctx;
  const chosen = materials.flatMap(({ fileId }) => fileId ?? []);
  const mayChoose = hasRight(viewer, 'content.manage');
  // Who only runs the session keeps the files that it has.
  const { rows } = await db.execute<{ id: string }>(sql`
    select f.id from file f
    where f.enterprise_id = ${tenant.id} and f.id = any(${sql.param(chosen)}::uuid[]) and f.visibility <> 'private'
      and (${mayChoose} or exists (select from training_material m
        where m.enterprise_id = f.enterprise_id and m.session_id = ${sessionId} and m.file_id = f.id))`);
  const known = new Set(rows.map(({ id }) => id));
  const fields = materials.flatMap(({ fileId, url }, n) => {
    if (fileId === null) return url === '' ? [{ field: `materials.${n}.url`, key: 'field.required' }] : [];
    const isTwice = materials.findIndex((each) => each.fileId === fileId) < n;
    if (isTwice) return [{ field: `materials.${n}.fileId`, key: 'field.fileTwice' }];
    return known.has(fileId) ? [] : [{ field: `materials.${n}.fileId`, key: 'field.notFound' }];
  });
  if (fields.length > 0) throw new AppError(422, 'invalid', { fields });
}

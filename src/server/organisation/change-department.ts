import { createHash } from 'node:crypto';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { isInScope, scopeOf } from '#src/contract/rules/rights.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { inDepartment } from '#src/server/core/in-department.ts';
import {
  checkDepth,
  type Department,
  findChangeable,
  findDepartment,
  lockDepartments,
  rejectTaken,
} from './departments.ts';
import { department } from './tables.ts';

type Change = OperationInput<'POST /user/auth/organisation/department/plan'>;
type Planned = { stored: Department; target: Department | null; after: string | null; names: string[] };

/**
 * Says what moving, merging or closing a department changes.
 * @throws AppError as `changeDepartment`
 */
export async function planDepartment(ctx: Context, change: Change) {
  return consequencesOf(ctx, change, await check(ctx, change));
}

/**
 * Moves a department with those below it, merges it into another one, or closes it. Members, audiences of exams and tasks and grants follow
 * (triggers of their domains on `department`).
 * @throws AppError 404 outside of the viewer's departments; 409 when it changes something else than the plan said, and to close a department
 *   with members or departments; 422 for a department below itself, one of the same name there, too many levels
 */
export async function changeDepartment(
  ctx: Context,
  { plan, ...change }: OperationInput<'POST /user/auth/organisation/department/change'>,
) {
  const { db, tenant, now } = ctx;
  await lockDepartments(ctx);
  const planned = await check(ctx, change);
  const { stored, target, after } = planned;
  const consequences = await consequencesOf(ctx, change, planned);
  if (consequences.plan !== plan) throw new AppError(409, 'planChanged');
  const { id } = stored;
  const { memberCount, examCount, taskCount, grantCount } = consequences;
  const detail = {
    ...{ id, before: stored.path, after, targetId: change.targetId },
    ...{ memberCount, examCount, taskCount, grantCount },
  };
  const about = [id, change.targetId];
  if (change.kind === 'move') {
    await moveTo(ctx, stored, change);
    await audit(db, ctx, 'department.move', detail, { about });
  } else if (change.kind === 'merge') {
    await mergeInto(ctx, stored, target!);
    await audit(db, ctx, 'department.merge', detail, { about });
  } else {
    await db
      .update(department)
      .set({ closedAt: now(), headId: null, revision: stored.revision + 1, gmtModified: now() })
      .where(own(tenant.id, id));
    await audit(db, ctx, 'department.close', detail, { about });
  }
  return { id: change.kind === 'merge' ? target!.id : id };
}

/** Opens a closed department again, at its former place. @throws AppError 404; 409 when that is taken or closed, or it was merged */
export async function reopenDepartment(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer, now } = ctx;
  await lockDepartments(ctx);
  const [stored] = await db.select().from(department).where(own(tenant.id, id));
  if (!stored?.closedAt || !isInScope(scopeOf(viewer, 'organisation.write'), stored.path)) throw notFound();
  const parent = stored.parentId && (await db.select().from(department).where(own(tenant.id, stored.parentId)))[0];
  if (stored.mergedInto || (parent && parent.closedAt)) throw new AppError(409, 'departmentPlaceClosed');
  const path = parent ? `${parent.path}/${stored.name}` : stored.name;
  await rejectTaken(() =>
    db
      .update(department)
      .set({ closedAt: null, path, revision: stored.revision + 1, gmtModified: now() })
      .where(own(tenant.id, id)),
  );
  await audit(db, ctx, 'department.reopen', { id, path }, { about: [id] });
  return { id };
}

const own = (enterpriseId: string, id: string) => and(eq(department.enterpriseId, enterpriseId), eq(department.id, id));

async function check(ctx: Context, { kind, id, targetId }: Change): Promise<Planned> {
  const stored = await findChangeable(ctx, id);
  const target = targetId === null || kind === 'close' ? null : await findDepartment(ctx, targetId);
  const scope = scopeOf(ctx.viewer, 'organisation.write');
  if (target ? !isInScope(scope, target.path) : kind !== 'close' && scope !== null) throw notFound();
  if (kind === 'close') {
    const { memberCount, departmentCount } = await countsOf(ctx, stored);
    if (memberCount > 0 || departmentCount > 0) throw new AppError(409, 'departmentNotEmpty');
    return { stored, target, after: null, names: [] };
  }
  if (target && (target.path === stored.path || target.path.startsWith(`${stored.path}/`)))
    throw invalid('targetId', 'field.departmentBelowItself');
  if (kind === 'merge') {
    if (!target) throw invalid('targetId', 'field.required');
    return { stored, target, after: target.path, names: await sharedNames(ctx, stored, target) };
  }
  const after = target ? `${target.path}/${stored.name}` : stored.name;
  const [deepest] = await ctx.db
    .select({ levels: sql<number>`max(cardinality(string_to_array(${department.path}, '/')))::int` })
    .from(department)
    .where(and(isOpen(ctx.tenant.id), inDepartment(department.path, stored.path)));
  checkDepth(
    [after, ...Array<string>((deepest?.levels ?? 1) - stored.path.split('/').length).fill('')].join('/'),
    'targetId',
  );
  if (after !== stored.path) {
    const taken = await ctx.db.$count(department, and(isOpen(ctx.tenant.id), eq(department.path, after)));
    if (taken > 0) throw invalid('targetId', 'field.departmentTaken');
  }
  return { stored, target, after, names: [] };
}

const isOpen = (enterpriseId: string) => and(eq(department.enterpriseId, enterpriseId), isNull(department.closedAt));
const invalid = (field: string, key: string) => new AppError(422, 'invalid', { fields: [{ field, key }] });

/** Names of departments directly or indirectly below both. */
async function sharedNames({ db, tenant }: Context, one: Department, other: Department): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select substr(a.path, ${one.path.length + 2}) as name from ${department} a
    join ${department} b on b.enterprise_id = a.enterprise_id and b.closed_at is null
      and b.path = ${other.path} || substr(a.path, ${one.path.length + 1})
    where a.enterprise_id = ${tenant.id} and a.closed_at is null and starts_with(a.path, ${`${one.path}/`}) order by 1 limit 20`);
  return rows.map(({ name }) => name);
}

async function countsOf({ db, tenant }: Context, { path }: Department) {
  const { rows } = await db.execute<
    Record<'memberCount' | 'departmentCount' | 'examCount' | 'taskCount' | 'grantCount', number>
  >(sql`
    select (select count(*)::int from ${enterpriseUser} m where m.enterprise_id = ${tenant.id} and ${inDepartment(sql`m.department`, path)}) as "memberCount",
           (select count(*)::int - 1 from ${department} d where d.enterprise_id = ${tenant.id} and d.closed_at is null
              and ${inDepartment(sql`d.path`, path)}) as "departmentCount",
           (select count(distinct t.exam_id)::int from exam_target t where t.enterprise_id = ${tenant.id} and ${inDepartment(sql`t.department`, path)}) as "examCount",
           (select count(distinct t.task_id)::int from study_task_rule t join ${department} d on d.enterprise_id = t.enterprise_id and d.id = t.department_id
            where t.enterprise_id = ${tenant.id} and d.closed_at is null and ${inDepartment(sql`d.path`, path)}) as "taskCount",
           (select count(*)::int from role_grant g join ${department} d on d.enterprise_id = g.enterprise_id and d.id = g.department_id
            where g.enterprise_id = ${tenant.id} and d.closed_at is null and ${inDepartment(sql`d.path`, path)}) as "grantCount"`);
  return rows[0]!;
}

async function consequencesOf(ctx: Context, change: Change, { stored, target, after, names }: Planned) {
  const counts = await countsOf(ctx, stored);
  const all = { ...counts, before: stored.path, after, names };
  const seen = JSON.stringify([all, change, stored.revision, target?.revision]);
  return { ...all, plan: createHash('sha256').update(seen).digest('hex') };
}

/** Puts a department below another one, at a place among those there. */
async function moveTo({ db, tenant, now }: Context, stored: Department, { targetId, sort }: Change): Promise<void> {
  const { id } = stored;
  await rejectTaken(async () => {
    await db
      .update(department)
      .set({ parentId: targetId, revision: stored.revision + 1, gmtModified: now() })
      .where(own(tenant.id, id));
    await db.execute(sql`select portal.set_department_paths(${tenant.id}, ${id})`);
  });
  const siblings = await db
    .select({ id: department.id })
    .from(department)
    .where(and(isOpen(tenant.id), targetId === null ? isNull(department.parentId) : eq(department.parentId, targetId)))
    .orderBy(asc(department.sort), asc(department.name), asc(department.id));
  const order = siblings.map((each) => each.id).filter((each) => each !== id);
  order.splice(sort ?? order.length, 0, id);
  await db.execute(sql`
    update department d set sort = o.n from unnest(array[${sql.join(
      order.map((each) => sql`${each}::uuid`),
      sql`, `,
    )}]) with ordinality o (id, n)
    where d.enterprise_id = ${tenant.id} and d.id = o.id and d.sort <> o.n`);
}

/** Merges a department into another one: those below it move there, or are merged into the one of the same name. */
async function mergeInto(ctx: Context, stored: Department, target: Department): Promise<void> {
  const { db, tenant, now } = ctx;
  const children = (parentId: string) =>
    db
      .select()
      .from(department)
      .where(and(isOpen(tenant.id), eq(department.parentId, parentId)));
  const there = new Map((await children(target.id)).map((child) => [child.name, child]));
  for (const child of await children(stored.id)) {
    const same = there.get(child.name);
    if (same) await mergeInto(ctx, child, same);
    else {
      await db
        .update(department)
        .set({ parentId: target.id, revision: child.revision + 1, gmtModified: now() })
        .where(own(tenant.id, child.id));
      await db.execute(sql`select portal.set_department_paths(${tenant.id}, ${child.id})`);
    }
  }
  await db
    .update(department)
    .set({ closedAt: now(), mergedInto: target.id, headId: null, revision: stored.revision + 1, gmtModified: now() })
    .where(own(tenant.id, stored.id));
  if (target.headId === null && stored.headId !== null)
    await db.update(department).set({ headId: stored.headId }).where(own(tenant.id, target.id));
}

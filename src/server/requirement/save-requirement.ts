import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit, changesBetween } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { checkAudience } from '#src/server/organisation/audience.ts';
import { isChangeable } from './changeable.ts';
import { instant } from './state-sql.ts';
import {
  requirement,
  requirementPerson,
  requirementRule,
  requirementSubject,
  requirementVersion,
} from './tables/requirement.ts';

export type Draft = OperationInput<'POST /course/auth/requirement/save'>;
export type Stored = typeof requirement.$inferSelect;
type Old = Pick<Stored, 'id' | 'version' | 'phase'>;
export type Terms = Pick<Draft, 'dueDays' | 'dueFrom' | 'dueOn' | 'repeatMonths' | 'renewDays' | 'subjects'>;
/** Where a requirement is written; content packs have no viewer. */
export type Target = Pick<Context, 'db' | 'now'> & { tenant: { id: string } };

/**
 * Adds a requirement as a draft, or changes one. Assignments of a published one follow with a job.
 * @throws AppError 404 for what does not exist; 403 when it concerns, or would concern, people of other departments; 409 for an earlier
 *   revision
 */
export async function saveRequirement(ctx: Context, input: Draft) {
  const { db, tenant } = ctx;
  const { id, before } = await store(ctx, input);
  if (before && before.revision !== input.revision) throw new AppError(409, 'revisionChanged');
  const { title, summary, subjects, rules, people, dueDays, dueFrom, dueOn, repeatMonths, renewDays, reminders } =
    input;
  const changes = before
    ? changesBetween({ title: before.title, summary: before.summary ?? '' }, { title, summary }, ['title', 'summary'])
    : [];
  const terms = { subjects, rules, people: people.length, dueDays, dueFrom, dueOn, repeatMonths, renewDays, reminders };
  const detail = { id, title, changes, ...terms };
  if (before) await audit(db, ctx, 'requirement.change', detail, { about: [id] });
  else await audit(db, ctx, 'requirement.add', detail, { about: [id] });
  if (before?.phase === 'published') await sendJob(db, 'reconcile-requirements', { enterpriseId: tenant.id });
  return { id, revision: (before?.revision ?? 0) + 1 };
}

/** Writes a requirement. @returns its id, and what it was before; undefined: it is new */
export async function store(ctx: Context, input: Draft): Promise<{ id: string; before?: Stored }> {
  const { db, tenant, viewer, now } = ctx;
  const before = input.id === undefined ? undefined : await lockChangeable(ctx, input.id);
  await checkAudience(ctx, input, 'requirementTooLarge');
  const { title } = input;
  const values = { title, summary: input.summary || null, ...remindersOf(input), gmtModified: now() };
  const enterpriseId = tenant.id;
  let id: string;
  if (before) {
    id = before.id;
    const version = await writeVersion(ctx, before, input);
    const stale = before.phase === 'published' ? 'rule' : before.stale;
    await db
      .update(requirement)
      .set({ ...values, version, stale, revision: before.revision + 1 })
      .where(own(ctx, id));
    await db.delete(requirementRule).where(ofRequirement(ctx, requirementRule, id));
    await db.delete(requirementPerson).where(ofRequirement(ctx, requirementPerson, id));
  } else {
    const [made] = await db
      .insert(requirement)
      .values({ enterpriseId, createdBy: viewer.userId, gmtCreate: now(), ...values })
      .returning({ id: requirement.id });
    id = made!.id;
    await db.insert(requirementVersion).values({ enterpriseId, requirementId: id, number: 1, ...termsOf(input) });
    await writeSubjects(ctx, id, 1, input);
  }
  const key = { enterpriseId, requirementId: id };
  if (input.rules.length > 0) await db.insert(requirementRule).values(input.rules.map((rule) => ({ ...key, ...rule })));
  if (input.people.length > 0)
    await db
      .insert(requirementPerson)
      .values([...new Map(input.people.map((each) => [each.userId, { ...key, ...each }])).values()]);
  return { id, before };
}

const own = ({ tenant }: Context, id: string) => and(eq(requirement.enterpriseId, tenant.id), eq(requirement.id, id));
const ofRequirement = (
  { tenant }: Target,
  table: typeof requirementRule | typeof requirementPerson | typeof requirementSubject,
  id: string,
) => and(eq(table.enterpriseId, tenant.id), eq(table.requirementId, id));

/**
 * Locks a requirement.
 * @throws AppError 404 for one that does not exist; 403 when it concerns people of other departments
 */
export async function lockChangeable(ctx: Context, id: string): Promise<Stored> {
  const { db, tenant } = ctx;
  const [found] = await db.select().from(requirement).where(own(ctx, id)).for('update');
  if (!found) throw notFound();
  const { rows } = await db.execute<{ may: boolean }>(
    sql`select ${isChangeable(ctx)} as may from requirement r where r.enterprise_id = ${tenant.id} and r.id = ${id}`,
  );
  if (!rows[0]!.may) throw new AppError(403, 'requirementTooLarge');
  return found;
}

const remindersOf = ({ reminders: { before, onDay, weekly, toSuperior } }: Draft) => ({
  remindBefore: [...new Set(before)].sort((a, b) => b - a),
  ...{ remindOnDay: onDay, remindWeekly: weekly, remindSuperior: toSuperior },
});

export const termsOf = ({ dueDays, dueFrom, dueOn, repeatMonths, renewDays }: Omit<Terms, 'subjects'>) => ({
  ...{ dueDays, dueFrom, dueOn, repeatMonths, renewDays },
});

/**
 * Writes the terms: those that were never valid in place, others as a new version, so that what was required on a past day is still known.
 * @returns number of the version
 */
export async function writeVersion(ctx: Target, { id, version, phase }: Old, input: Terms): Promise<number> {
  const { db, tenant, now } = ctx;
  const key = { enterpriseId: tenant.id, requirementId: id };
  const current = and(
    eq(requirementVersion.enterpriseId, tenant.id),
    eq(requirementVersion.requirementId, id),
    eq(requirementVersion.number, version),
  );
  const [stored] = await db.select().from(requirementVersion).where(current);
  if (!stored!.since) {
    await db.update(requirementVersion).set(termsOf(input)).where(current);
    await db.delete(requirementSubject).where(ofRequirement(ctx, requirementSubject, id));
    await writeSubjects(ctx, id, version, input);
    return version;
  }
  const subjects = await db
    .select()
    .from(requirementSubject)
    .where(and(ofRequirement(ctx, requirementSubject, id), eq(requirementSubject.version, version)));
  const isSame =
    JSON.stringify(termsOf(stored!)) === JSON.stringify(termsOf(input)) &&
    subjects.length === input.subjects.length &&
    subjects.every((each) =>
      input.subjects.some(
        (given) => given.id === (each.courseId ?? each.projectId ?? each.examId ?? each.certificateId),
      ),
    );
  if (isSame && phase === 'published') return version;
  const since = phase === 'published' ? now() : null;
  if (since) await db.update(requirementVersion).set({ until: since }).where(current);
  await db.insert(requirementVersion).values({ ...key, number: version + 1, since, ...termsOf(input) });
  await writeSubjects(ctx, id, version + 1, input);
  return version + 1;
}

/** @throws AppError 404 for a subject that does not exist */
export async function writeSubjects(
  ctx: Target,
  id: string,
  version: number,
  { subjects }: Pick<Terms, 'subjects'>,
): Promise<void> {
  const { db, tenant } = ctx;
  const given = [...new Map(subjects.map((each) => [each.id, each])).values()];
  const { rows } = await db.execute<{ id: string }>(sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (kind text, id uuid))
    insert into requirement_subject (enterprise_id, requirement_id, version, course_id, project_id, exam_id, certificate_id)
    select ${tenant.id}, ${id}, ${version}, c.id, p.id, e.id, k.id
    from given g
    left join course c on g.kind = 'course' and c.enterprise_id = ${tenant.id} and c.id = g.id
    left join project p on g.kind = 'project' and p.enterprise_id = ${tenant.id} and p.id = g.id
    left join exam e on g.kind = 'exam' and e.enterprise_id = ${tenant.id} and e.id = g.id
    left join certificate k on g.kind = 'certificate' and k.enterprise_id = ${tenant.id} and k.id = g.id
    where num_nonnulls(c.id, p.id, e.id, k.id) = 1
    returning id`);
  if (rows.length !== given.length) throw notFound();
}

/** Makes a requirement valid from now on. */
export async function publish({ db, tenant, now }: Target, id: string, version: number): Promise<void> {
  await db.execute(sql`
    update requirement_version set since = ${instant(now())}
    where enterprise_id = ${tenant.id} and requirement_id = ${id} and number = ${version} and since is null`);
  await db.execute(sql`
    update requirement set phase = 'published', stale = 'rule' where enterprise_id = ${tenant.id} and id = ${id}`);
}

import { and, eq, isNull, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { dayOf, zonedTime } from '#src/lib/dates.ts';
import {
  auditMember,
  disableMember,
  enableMember,
  endMemberSessions,
  hasOtherAdministrator,
} from '#src/server/account/person/member-status.ts';
import { resetFactor } from '#src/server/account/person/reset-factor.ts';
import { resetPassword } from '#src/server/account/person/reset-password.ts';
import type { NamedMember } from '#src/server/account/person/find-member.ts';
import { cancelTransfer, planTransfer, transferMember } from '#src/server/account/person/transfer.ts';
import { addMember, changeMember, setPhone } from '#src/server/account/person/write-member.ts';
import { enterpriseUser, userAccount, userSession } from '#src/server/account/tables/account.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit, type AuditedChange, changesBetween } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { checkPlace, lockManaged, type Member } from './managed.ts';

/** Where members see their second factor. */
const SECURITY_PATH = '/account?change=4&settingType=2';
const FIELDS = ['userName', 'employeeNo', 'email', 'sex', 'userType', 'joinedOn'] as const;

/**
 * Adds a member, or changes what the enterprise knows about one.
 * @throws AppError 403 and 404 as `lockManaged`; 409 for an earlier revision; 422 for a place outside of the viewer's departments, a phone or
 *   employee number of another member, a phone number that its owner has verified, a type that only managers of the whole enterprise give
 */
export async function savePerson(ctx: Context, input: OperationInput<'POST /user/auth/people/save'>) {
  const { db, tenant, viewer, now } = ctx;
  const { userId, revision, ...given } = input;
  const phone = given.phone || null;
  const values = { ...given, employeeNo: given.employeeNo || null, email: given.email || null };
  await checkPlace(ctx, values);
  // Lecturers and organisation accounts see more than a department.
  const checkType = (before: number) => {
    if (values.userType !== before && scopeOf(viewer, 'people.write') !== null)
      throw new AppError(422, 'invalid', { fields: [{ field: 'userType', key: 'field.typeByWhole' }] });
  };
  if (userId === undefined) {
    checkType(USER_TYPE.member);
    const added = await addMember(db, tenant.id, { ...values, phone });
    await audit(db, ctx, 'member.added', { memberId: added, userName: values.userName }, { about: [added] });
    return { userId: added };
  }
  const stored = await lockManaged(ctx, userId);
  if (stored.revision !== revision) throw new AppError(409, 'revisionChanged');
  checkType(stored.userType);
  const key = { enterpriseId: tenant.id, userId };
  if (phone) {
    const [account] = await db.select({ phone: userAccount.phone }).from(userAccount).where(eq(userAccount.id, userId));
    if (account!.phone !== phone) {
      await setPhone(db, key, phone, now());
      await auditMember(db, { ...key, actorId: viewer.userId }, 'phone.changed');
    }
  }
  const { phone: _, ...columns } = values;
  await changeMember(db, key, columns, now());
  const changes = [
    ...changesBetween(stored, { ...stored, ...columns }, FIELDS),
    ...(await placeChanges(ctx, stored, columns)),
  ];
  await audit(db, ctx, 'member.changed', { memberId: userId, changes }, { about: [userId] });
  return { userId };
}

/** Changes of a member's place for the history: by the names of then. Of superiors, whose data may be erased, none is stored. */
async function placeChanges(
  { db, tenant }: Context,
  stored: Member,
  { departmentId, positionId, superiorId }: Pick<Member, 'departmentId' | 'positionId' | 'superiorId'>,
): Promise<AuditedChange[]> {
  const { rows } = await db.execute<{ department: string | null; post: string | null }>(sql`
    select (select d.path from department d where d.enterprise_id = ${tenant.id} and d.id = ${departmentId}) as department,
           (select p.name from position p where p.enterprise_id = ${tenant.id} and p.id = ${positionId}) as post`);
  const changes = changesBetween(stored, { ...stored, ...rows[0]! }, ['department', 'post']);
  return superiorId === stored.superiorId ? changes : [...changes, { name: 'superior' }];
}

/** Says what disabling or transferring a member changes. @throws AppError as `lockManaged` */
export async function viewConsequences(ctx: Context, { userId }: { userId: string }) {
  const { db, tenant, now } = ctx;
  await lockManaged(ctx, userId);
  const at = now().toISOString();
  const own = sql`enterprise_id = ${tenant.id} and user_id = ${userId}`;
  const { rows } = await db.execute<{
    openAttempts: number;
    openTasks: number;
    sessions: number;
    headOf: string[];
    superiorOf: number;
    grants: number;
  }>(sql`
    select (select count(*)::int from exam_attempt where ${own} and status = 'open') as "openAttempts",
           (select count(*)::int from study_task_user u join study_task t on t.enterprise_id = u.enterprise_id and t.id = u.task_id
            where u.enterprise_id = ${tenant.id} and u.user_id = ${userId} and u.completed_at is null and t.published
              and t.start_at <= ${at} and t.end_at > ${at}) as "openTasks",
           (select count(*)::int from ${userSession} s where s.user_id = ${userId} and s.enterprise_id = ${tenant.id}
              and s.ended_at is null and s.expires_at > ${at}) as sessions,
           array(select d.path from department d where d.enterprise_id = ${tenant.id} and d.head_id = ${userId} and d.closed_at is null
                 order by 1) as "headOf",
           (select count(*)::int from enterprise_user where enterprise_id = ${tenant.id} and superior_id = ${userId}
              and status = 'active') as "superiorOf",
           (select count(*)::int from role_grant where ${own}) as grants`);
  return rows[0]!;
}

/**
 * Disables a member, whose sessions end, or enables one. Attempts at exams that run go on until their time is over.
 * @throws AppError as `lockManaged`; 409 for the viewer, the last administrator and a record that was merged
 */
export async function saveStatus(ctx: Context, { userId, status }: OperationInput<'PUT /user/auth/people/status'>) {
  const { db, tenant, viewer, now } = ctx;
  // Two administrators who disable each other at once: the second one waits here, and is none any more.
  if (status === 'disabled')
    await db
      .select({ userId: enterpriseUser.userId })
      .from(enterpriseUser)
      .where(and(eq(enterpriseUser.enterpriseId, tenant.id), enterpriseUser.isAdmin))
      .orderBy(enterpriseUser.userId)
      .for('update');
  const stored = await lockManaged(ctx, userId);
  if (stored.status === status) return { status };
  if (status === 'active') {
    const { rows } = await db.execute(sql`
      select from member_merge where enterprise_id = ${tenant.id} and removed_id = ${userId}`);
    if (rows.length > 0) throw new AppError(409, 'mergedAlready');
  }
  const key = { enterpriseId: tenant.id, userId };
  if (status === 'disabled') {
    if (userId === viewer.userId) throw new AppError(409, 'ownStatus');
    if (stored.isAdmin && !(await hasOtherAdministrator(db, key))) throw new AppError(409, 'lastAdministrator');
  }
  const target = { ...key, now: now(), actorId: viewer.userId };
  await (status === 'disabled' ? disableMember(db, target) : enableMember(db, target));
  return { status };
}

/**
 * Gives a member another department, position or superior: now, since a day that is over, or on a day to come.
 * @throws AppError as `lockManaged`; 422 for a place outside of the viewer's departments, a day before the last transfer
 */
export async function transferPerson(ctx: Context, input: OperationInput<'POST /user/auth/people/transfer'>) {
  const { db, tenant, viewer, now } = ctx;
  const { userId, onDay, reason, ...place } = input;
  const stored = await lockManaged(ctx, userId);
  await checkPlace(ctx, place);
  const key = { enterpriseId: tenant.id, userId };
  const today = dayOf(now(), tenant.timeZone);
  const isPlanned = onDay > today;
  if (isPlanned) await planTransfer(db, { ...key, ...place, onDay, reason, plannedBy: viewer.userId });
  else await transferMember(db, key, place, onDay < today ? zonedTime(`${onDay}T00:00`, tenant.timeZone) : null, now());
  const changes = await placeChanges(ctx, stored, place);
  const detail = { memberId: userId, onDay, reason, changes };
  if (isPlanned) await audit(db, ctx, 'member.transferPlanned', detail, { about: [userId] });
  else await audit(db, ctx, 'member.transferred', detail, { about: [userId] });
  return { isPlanned };
}

/** Cancels a transfer on a day to come. @throws AppError 404 */
export async function cancelPlannedTransfer(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  const userId = await cancelTransfer(db, tenant.id, id);
  if (userId === null) throw notFound();
  await lockManaged(ctx, userId);
  await audit(db, ctx, 'member.transferCancelled', { memberId: userId }, { about: [userId] });
  return null;
}

/**
 * Replaces the password of a member by a random one, which must be replaced at the next sign-in. All sessions of the account end.
 * @throws AppError as `lockManaged`; 409 for a disabled member, and for an account that another enterprise has as a member: its owner
 *   has to do it
 */
export async function resetPasswordOf(ctx: Omit<Context, 'db'>, { userId }: { userId: string }) {
  const named = await ownAccountOf(ctx, userId);
  return { password: await resetPassword(named, ctx.now(), { actorId: ctx.viewer.userId }) };
}

/**
 * Removes the second factor of a member who has lost it, and tells them. All sessions of the account end.
 * @returns whether there was one
 * @throws AppError as `resetPasswordOf`; 409 for the viewer
 */
export async function resetFactorOf(ctx: Omit<Context, 'db'>, { userId }: { userId: string }) {
  const { tenant, viewer, now } = ctx;
  if (userId === viewer.userId) throw new AppError(409, 'ownFactor');
  const named = await ownAccountOf(ctx, userId);
  if (!(await resetFactor(named, now(), { actorId: viewer.userId }))) return { removed: false };
  const told = { userId, kind: 'factorReset', detail: { userName: viewer.userName }, path: SECURITY_PATH } as const;
  const source = `factorReset:${now().toISOString()}`;
  await withTenant(tenant.id, (db) => sendNotices(db, tenant.id, [{ ...told, source, at: now() }]));
  return { removed: true };
}

/** A member whose account belongs to this enterprise alone, so that the viewer may change its credentials. */
async function ownAccountOf(ctx: Omit<Context, 'db'>, userId: string): Promise<NamedMember> {
  const { tenant, locale } = ctx;
  const member = await withTenant(tenant.id, async (db) => {
    const stored = await lockManaged({ ...ctx, db }, userId);
    if (stored.status !== 'active') throw new AppError(409, 'resetDisabled');
    const { rows } = await db.execute<{ elsewhere: boolean }>(sql`
      select exists (select from portal.membership m where m.user_id = ${userId} and m.enterprise_id <> ${tenant.id}) as elsewhere`);
    if (rows[0]!.elsewhere) throw new AppError(409, 'accountElsewhere');
    return stored;
  });
  return { ...member, enterpriseName: tenant.name, lang: locale, phone: null };
}

/** Ends the sessions of a member in this enterprise. @throws AppError as `lockManaged` */
export async function endSessionsOf(ctx: Context, { userId }: { userId: string }) {
  const { db, tenant, viewer, now } = ctx;
  await lockManaged(ctx, userId);
  const key = { enterpriseId: tenant.id, userId };
  const count = await db.$count(
    userSession,
    and(eq(userSession.userId, userId), eq(userSession.enterpriseId, tenant.id), isNull(userSession.endedAt)),
  );
  await endMemberSessions(db, { ...key, now: now() });
  await auditMember(db, { ...key, actorId: viewer.userId }, 'member.sessionsEnded', { count });
  return { count };
}

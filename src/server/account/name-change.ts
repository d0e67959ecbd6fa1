import { and, eq, ne, or } from 'drizzle-orm';
import { noteEdits } from './person/note-edits.ts';
import { enterpriseUser } from './tables/account.ts';
import { flowInstance } from '#src/server/flow/tables.ts';
import { giveBack, takeTry } from '#src/server/core/rate-limit.ts';
import { looksLike, looksLikeOne } from '#src/server/core/look-alike.ts';
import { isReservedName } from '#src/server/core/reserved-name.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { startFlow } from '#src/server/flow/start-flow.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';

/** Limit of name changes one user may request per day, withdrawn requests included: administrators see each. */
const PER_DAY = { limit: 5, seconds: 86_400 };
type Outside = Pick<Context, 'tenant' | 'viewer'>;
const limitKey = ({ tenant, viewer }: Outside) => `nameChange:${tenant.id}:${viewer.userId}`;

/**
 * Counts a request for a name change, unless one is pending: then no new one is made. Called before the transaction
 * starts, because the limit uses a connection of its own.
 * @returns whether it was counted
 * @throws AppError 429 after five within a day
 */
export async function takeNameChange(ctx: Outside): Promise<boolean> {
  const waits = await withTenant(ctx.tenant.id, (db) => pendingName({ ...ctx, db }));
  if (waits !== undefined) return false;
  try {
    await takeTry(limitKey(ctx), PER_DAY);
    return true;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 429)) throw error;
    const params = { hours: Math.ceil((error.retryAfter ?? 0) / 3600) };
    throw new AppError(429, 'tooManyNameChanges', { params, retryAfter: error.retryAfter });
  }
}

/** Undoes `takeNameChange` when no request was made. */
export const giveBackNameChange = (ctx: Outside) => giveBack(limitKey(ctx));

/**
 * Requests a change of the real name. The enterprise maintains real names, which certificates, approvals and marking
 * lists show, so an administrator decides (docs/decisions/033).
 * @returns whether a new request was made; false if this name is pending already
 * @throws AppError 409 at `userName` while another name is pending
 */
export async function requestNameChange(ctx: Context, { from, to }: { from: string; to: string }): Promise<boolean> {
  const { userId } = ctx.viewer;
  const title = `${from} → ${to}`;
  const started = await startFlow(ctx, { flowType: 'nameChange', subjectId: userId, title, detail: { newName: to } });
  if (started) return true;
  if ((await pendingName(ctx)) === to) return false;
  throw new AppError(409, 'namePending', { fields: [{ field: 'userName', key: 'namePending' }] });
}

async function pendingName({ db, tenant, viewer }: Outside & { db: TenantDb }): Promise<unknown> {
  const [pending] = await db
    .select({ detail: flowInstance.detail })
    .from(flowInstance)
    .where(
      and(
        eq(flowInstance.enterpriseId, tenant.id),
        eq(flowInstance.flowType, 'nameChange'),
        eq(flowInstance.applicantId, viewer.userId),
        eq(flowInstance.state, 'pending'),
      ),
    );
  return pending?.detail['newName'];
}

type Decided = {
  enterpriseId: string;
  applicantId: string;
  outcome: 'approved' | 'rejected' | 'withdrawn';
  at: Date;
  detail: Record<string, unknown>;
};

/** Sets the approved real name, in the transaction of the decision. */
export async function decideNameChange(db: TenantDb, decided: Decided): Promise<void> {
  const { enterpriseId, applicantId, outcome, at, detail } = decided;
  if (outcome !== 'approved') return;
  await db
    .update(enterpriseUser)
    .set({ userName: String(detail['newName']), gmtModified: at })
    .where(and(eq(enterpriseUser.enterpriseId, enterpriseId), eq(enterpriseUser.userId, applicantId)));
  await noteEdits(db, { enterpriseId, userId: applicantId }, ['userName']);
}

/**
 * Rejects a nickname under which comments would seem to be somebody else's: one that looks like the real name of another member
 * with a role, like the enterprise, or like the portal speaking. One’s own real name is always accepted.
 * @throws AppError 409 at `nickname`
 */
export async function rejectStaffName({ db, tenant, viewer }: Context, nickname: string): Promise<void> {
  const rejected = (key: string) => new AppError(409, key, { fields: [{ field: 'nickname', key }] });
  if (looksLike(nickname, viewer.userName)) return;
  if (isReservedName(nickname) || looksLike(nickname, tenant.name)) throw rejected('field.nicknameReserved');
  const staff = await db
    .select({ userName: enterpriseUser.userName })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, tenant.id),
        ne(enterpriseUser.userId, viewer.userId),
        or(eq(enterpriseUser.isAdmin, true), ne(enterpriseUser.userType, 1)),
      ),
    );
  const names = staff.map(({ userName }) => userName);
  if (await looksLikeOne(nickname, names)) throw rejected('field.nicknameTaken');
}

import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { type Definition, MAX_REPORT_ROWS } from '#src/contract/rules/report.ts';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import { limiter } from '#src/lib/limiter.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { readRequester } from '#src/server/export/requester.ts';
import { compute, type Computed, isTimeout, readableScope, readOnly, requireReadable } from './compute.ts';
import { reportRun } from './tables.ts';

type Ctx = RequestContext & { viewer: Viewer };
type Run = typeof reportRun.$inferSelect;
type Shown = Data<'POST /report/auth/report/run'>;

/** How long the statement of a report may take while somebody waits; then a job runs it. */
const STATEMENT_TIMEOUT_MS = 2_500;
/** How long the statement of a job may take. */
const JOB_MS = 240_000;
/** A job that has not ended after this time was killed for good. */
const LOST_MS = 15 * 60_000;
/** How long what a job has computed is shown. */
const KEPT_MS = 24 * 3_600_000;
/** Reports of one user that are computed by jobs at a time. */
const MAX_RUNNING = 3;

// Pages and exams go on with the other connections.
const enter = limiter(2);

/**
 * Computes a page of a report, or says that a job computes it.
 * @throws AppError 403, 422 as `requireReadable`; 429 when too many reports of the user are computed
 */
export async function runReport(ctx: Ctx, input: OperationInput<'POST /report/auth/report/run'>) {
  const { tenant, viewer, locale, now } = ctx;
  const { definition, isFresh } = input;
  const scope = requireReadable(viewer, definition);
  const key = keyOf(definition, scope, ctx);
  const kept = await withTenant(tenant.id, (db) => findRun(db, ctx, key, isFresh));
  if (kept) return shownRun(kept, input, now());
  const asked = { enterpriseId: tenant.id, timeZone: tenant.timeZone, locale, now: now() };
  const leave = await enter();
  try {
    return await withTenant(tenant.id, async (db) => {
      await readOnly(db, STATEMENT_TIMEOUT_MS);
      return shown('ready', await compute(db, { asked, scope, definition }, slice(input)), input, asked.now);
    });
  } catch (error) {
    if (!isTimeout(error)) throw error;
  } finally {
    leave();
  }
  const started = await withTenant(tenant.id, (db) => startRun(db, ctx, key, definition));
  return shownRun(started, input, now());
}

const keyOf = (definition: Definition, scope: string[] | null, { locale }: Ctx): string =>
  createHash('sha256').update(canonicalJson({ definition, scope, locale })).digest('hex');

const ofUser = ({ tenant, viewer }: Ctx) =>
  and(eq(reportRun.enterpriseId, tenant.id), eq(reportRun.userId, viewer.userId));

async function findRun(db: TenantDb, ctx: Ctx, key: string, isFresh: boolean): Promise<Run | undefined> {
  const which = and(ofUser(ctx), eq(reportRun.key, key));
  const [run] = await db.select().from(reportRun).where(which);
  const isOld = run && run.gmtCreate.getTime() < ctx.now().getTime() - KEPT_MS;
  if (!run || (!isOld && !(isFresh && run.state !== 'running'))) return run;
  await db.delete(reportRun).where(which);
  return undefined;
}

async function startRun(db: TenantDb, ctx: Ctx, key: string, definition: Definition): Promise<Run> {
  const { tenant, viewer, locale, now } = ctx;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`report ${tenant.id} ${viewer.userId}`}, 0))`);
  const [known] = await db
    .select()
    .from(reportRun)
    .where(and(ofUser(ctx), eq(reportRun.key, key)));
  if (known) return known;
  const running = await db.$count(reportRun, and(ofUser(ctx), eq(reportRun.state, 'running')));
  if (running >= MAX_RUNNING) throw new AppError(429, 'tooManyReports', { params: { limit: MAX_RUNNING } });
  const [run] = await db
    .insert(reportRun)
    .values({ enterpriseId: tenant.id, userId: viewer.userId, key, definition, locale, gmtCreate: now() })
    .returning();
  await sendJob(db, 'run-report', { enterpriseId: tenant.id, id: run!.id });
  return run!;
}

type Asked = { pageCurrent: number; pageSize: number };

function shown(state: Shown['state'], part: Computed, page: Asked, computedAt: Date | null, since: Date | null = null) {
  const { list, totals, totalCount, isCut } = part;
  return { state, ...paging(page, totalCount, list), totals, isCut, computedAt, since };
}

function shownRun({ state, result, gmtCreate, finishedAt }: Run, page: Asked, now: Date) {
  const { limit, offset } = slice(page);
  if (result) return shown('ready', { ...result, list: result.list.slice(offset, offset + limit) }, page, finishedAt);
  const isLost = state === 'running' && gmtCreate.getTime() < now.getTime() - LOST_MS;
  const none = { list: [], totals: null, totalCount: 0, isCut: false };
  return shown(isLost ? 'failed' : state, none, page, null, gmtCreate);
}

/** Computes a report that somebody waits for, with the rights that the user has now. A run that has ended is ignored. */
export async function finishRun({ enterpriseId, id }: Jobs['run-report'], now: () => Date): Promise<void> {
  const which = and(eq(reportRun.enterpriseId, enterpriseId), eq(reportRun.id, id), eq(reportRun.state, 'running'));
  const at = now();
  try {
    const result = await withTenant(enterpriseId, async (db) => {
      await readOnly(db, JOB_MS);
      const [run] = await db.select().from(reportRun).where(which);
      if (!run) return null;
      const user = await readRequester(db, enterpriseId, run.userId);
      const scope = user ? readableScope(user, run.definition) : undefined;
      if (scope === undefined) throw new Error('The user has lost the right for this report');
      const { timeZone } = await readEnterprise(db, enterpriseId);
      const asked = { enterpriseId, timeZone, locale: run.locale, now: at };
      return compute(db, { asked, scope, definition: run.definition }, { limit: MAX_REPORT_ROWS, offset: 0 });
    });
    if (!result) return;
    await withTenant(enterpriseId, (db) =>
      db.update(reportRun).set({ state: 'ready', result, finishedAt: at }).where(which),
    );
  } catch (error) {
    await withTenant(enterpriseId, (db) => db.update(reportRun).set({ state: 'failed', finishedAt: at }).where(which));
    throw error;
  }
}

/** Deletes what jobs have computed a day ago. */
export async function deleteOldRuns(enterpriseId: string, now: Date): Promise<void> {
  await withTenant(enterpriseId, (db) =>
    db
      .delete(reportRun)
      .where(and(eq(reportRun.enterpriseId, enterpriseId), lt(reportRun.gmtCreate, new Date(now.getTime() - KEPT_MS)))),
  );
}

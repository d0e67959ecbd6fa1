import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { ContactProvider, SyncState } from '#src/contract/rules/contact-sync.ts';
import { getT } from '#src/i18n/server.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { type ImportState, personImport } from '../tables/import.ts';
import { contactSyncRun } from '../tables/sync.ts';
import { CANCELLED, failSync, runOf } from './end-sync.ts';
import { startSync } from './start-sync.ts';
import { requireWhole } from './sync-settings.ts';

const LIMIT = { limit: 60, seconds: 3600 };
/** Once the plan is made, the run is where its import is. */
const stateOf = (run: SyncState, stored: ImportState) =>
  run !== 'planned' || stored === 'waiting' || stored === 'planning' ? run : stored;

function runs({ db, tenant }: Context) {
  const { isNightly, provider, state, step, problem, departmentCount, peopleCount, pageCount, retryCount, retryAt } =
    contactSyncRun;
  return db
    .select({
      run: { isNightly, provider, state, step, problem, departmentCount, peopleCount, pageCount, retryCount, retryAt },
      import: {
        id: personImport.id,
        state: personImport.state,
        counts: personImport.counts,
        gmtCreate: personImport.gmtCreate,
      },
      userName: enterpriseUser.userName,
      totalCount: sql<number>`count(*) over ()::int`,
    })
    .from(personImport)
    .innerJoin(
      contactSyncRun,
      and(eq(contactSyncRun.enterpriseId, personImport.enterpriseId), eq(contactSyncRun.importId, personImport.id)),
    )
    .innerJoin(
      enterpriseUser,
      and(eq(enterpriseUser.enterpriseId, personImport.enterpriseId), eq(enterpriseUser.userId, personImport.userId)),
    )
    .where(and(eq(personImport.enterpriseId, tenant.id), isNotNull(personImport.source)))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof runs>>[number];

function show({ locale }: Context, { run, import: stored, userName }: Row) {
  const { problem } = run;
  return {
    ...{ ...run, ...stored, userName },
    state: stateOf(run.state, stored.state),
    problem: problem && getT(locale)(`errors:${problem.key}`, problem.params),
  };
}

/** Lists the runs of all providers, the newest first. */
export async function pageSyncs(ctx: Context, input: OperationInput<'POST /people/auth/sync/run/page'>) {
  requireWhole(ctx);
  const { list, ...page } = await readPage(input, ({ limit, offset }) =>
    runs(ctx).orderBy(desc(personImport.id)).limit(limit).offset(offset),
  );
  return { ...page, list: list.map((row) => show(ctx, row)) };
}

async function showRun(ctx: Context, id: string) {
  const own = and(eq(personImport.enterpriseId, ctx.tenant.id), eq(personImport.id, id));
  const [row] = await runs(ctx).where(own);
  if (!row) throw notFound();
  return show(ctx, row);
}

/** Begins a run. @throws AppError 409 while another one reads; 422 without settings */
export async function requestSync(ctx: Context, { provider }: { provider: ContactProvider }) {
  requireWhole(ctx);
  const { db, tenant, viewer, locale, now } = ctx;
  await takeTry(`contact-sync:${tenant.id}`, LIMIT);
  const { timeZone } = tenant;
  const id = await startSync(db, tenant.id, provider, {
    userId: viewer.userId,
    locale,
    timeZone,
    isNightly: false,
    now: now(),
  });
  await audit(db, ctx, 'contactSync.started', { id, provider });
  return showRun(ctx, id);
}

async function lockRun({ db, tenant }: Context, id: string) {
  const [run] = await db.select().from(contactSyncRun).where(runOf(tenant.id, id)).for('update');
  if (!run) throw notFound();
  return run;
}

/** Goes on with a run that has stopped before its plan. @throws AppError 404; 409 */
export async function confirmSync(ctx: Context, { id }: { id: string }) {
  requireWhole(ctx);
  const { db, tenant, now } = ctx;
  const { state, provider, peopleCount, expectedCount } = await lockRun(ctx, id);
  if (state !== 'stopped' || peopleCount === 0) throw new AppError(409, 'syncNotStopped');
  await db
    .update(contactSyncRun)
    .set({ state: 'planning', problem: null, gmtModified: now() })
    .where(runOf(tenant.id, id));
  await audit(db, ctx, 'contactSync.confirmed', { id, provider, people: peopleCount, before: expectedCount });
  await sendJob(db, 'run-contact-sync', { enterpriseId: tenant.id, id });
  return showRun(ctx, id);
}

/** Ends a run. @throws AppError 404; 409 after its plan was made */
export async function cancelSync(ctx: Context, { id }: { id: string }) {
  requireWhole(ctx);
  const { db, tenant, now } = ctx;
  const { state, provider } = await lockRun(ctx, id);
  if (state === 'planned' || state === 'failed') throw new AppError(409, 'syncNotStopped');
  await failSync(db, tenant.id, id, { key: CANCELLED }, now());
  await audit(db, ctx, 'contactSync.cancelled', { id, provider });
  return showRun(ctx, id);
}

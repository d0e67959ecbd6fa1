import { and, desc, eq, inArray, isNotNull, notInArray } from 'drizzle-orm';
import type { ContactProvider } from '#src/contract/rules/contact-sync.ts';
import { dayOf, hourOf } from '#src/lib/dates.ts';
import { getT } from '#src/i18n/server.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { personImport } from '../tables/import.ts';
import { contactSync, contactSyncRun } from '../tables/sync.ts';
import { type StoredSync, syncOf } from './open-source.ts';
import { endReading } from './end-sync.ts';

/** Plans of a provider that were not applied: older ones are deleted with the next run. */
const MAX_UNAPPLIED = 4;
const RUNNING = ['reading', 'planning'] as const;

type Starting = { userId: string; locale: 'zh' | 'en'; timeZone: string; isNightly: boolean; now: Date };

/**
 * Begins to read the contacts of a provider.
 * @throws AppError 409 while a run of the enterprise reads; 422 without settings or chosen departments
 */
export async function startSync(
  db: TenantDb,
  enterpriseId: string,
  provider: ContactProvider,
  { userId, locale, timeZone, isNightly, now }: Starting,
): Promise<string> {
  const [stored] = await db.select().from(contactSync).where(syncOf(enterpriseId, provider)).for('update');
  if (!stored || stored.scope.departments.length === 0) throw new AppError(422, 'syncNotSet');
  await endStopped(db, stored, now);
  const [made] = await db
    .insert(personImport)
    .values({
      ...{
        enterpriseId,
        userId,
        locale,
        source: provider,
        state: 'planning',
        planNumber: 1,
        sheets: [],
        gmtCreate: now,
      },
      fileName: `${getT(locale)(`people:sync.provider.${provider}`)} ${dayOf(now, timeZone)}`,
      options: { emptyClears: false, keepEdited: stored.scope.keepEdited, refuseNew: false, allMissing: false },
    })
    .returning({ id: personImport.id });
  const importId = made!.id;
  const [run] = await db
    .insert(contactSyncRun)
    .values({
      ...{ enterpriseId, importId, provider, isNightly, scope: stored.scope, expectedCount: stored.lastCount },
      gmtModified: now,
    })
    .onConflictDoNothing()
    .returning({ importId: contactSyncRun.importId });
  if (!run) throw new AppError(409, 'syncRunning');
  await sendJob(db, 'run-contact-sync', { enterpriseId, id: importId });
  return importId;
}

/** A new run replaces those that wait for a confirmation, and old plans that nobody has applied. */
async function endStopped(db: TenantDb, { enterpriseId, provider }: StoredSync, now: Date): Promise<void> {
  const ended = await db
    .update(contactSyncRun)
    .set({ state: 'failed', problem: { key: 'syncReplaced' }, endedAt: now })
    .where(
      and(
        ...[eq(contactSyncRun.enterpriseId, enterpriseId), eq(contactSyncRun.provider, provider)],
        eq(contactSyncRun.state, 'stopped'),
      ),
    )
    .returning({ id: contactSyncRun.importId });
  for (const { id } of ended) await endReading(db, enterpriseId, id, { key: 'syncReplaced' });
  const planned = and(
    ...[eq(personImport.enterpriseId, enterpriseId), eq(personImport.source, provider)],
    eq(personImport.state, 'planned'),
  );
  const newest = db
    .select({ id: personImport.id })
    .from(personImport)
    .where(planned)
    .orderBy(desc(personImport.id))
    .limit(MAX_UNAPPLIED);
  await db.delete(personImport).where(and(planned, notInArray(personImport.id, newest)));
}

/** Milliseconds without a page after which a run is taken for one whose process was killed. */
const LOST_MS = 120_000;

/** Begins the nightly runs that are due, and goes on with those whose process was killed. */
export async function sweepSyncs(
  db: TenantDb,
  { id: enterpriseId, timeZone }: { id: string; timeZone: string },
  now: Date,
): Promise<void> {
  const running = await db
    .select()
    .from(contactSyncRun)
    .where(and(eq(contactSyncRun.enterpriseId, enterpriseId), inArray(contactSyncRun.state, RUNNING)));
  for (const { importId, gmtModified, retryAt } of running)
    if (Math.max(gmtModified.getTime(), retryAt?.getTime() ?? 0) < now.getTime() - LOST_MS)
      await sendJob(db, 'run-contact-sync', { enterpriseId, id: importId });
  if (running.length > 0) return;
  const nightly = await db
    .select()
    .from(contactSync)
    .where(and(eq(contactSync.enterpriseId, enterpriseId), isNotNull(contactSync.nightlyHour)))
    .for('update');
  const today = dayOf(now, timeZone);
  const due = nightly.find(
    ({ nightlyHour, lastNightlyOn }) => lastNightlyOn !== today && hourOf(now, timeZone) >= nightlyHour!,
  );
  if (!due) return;
  const { provider, userId, locale } = due;
  await db.update(contactSync).set({ lastNightlyOn: today }).where(syncOf(enterpriseId, provider));
  if (due.scope.departments.length > 0)
    await startSync(db, enterpriseId, provider, { userId, locale, timeZone, isNightly: true, now });
}

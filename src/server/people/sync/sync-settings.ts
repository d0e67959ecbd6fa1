import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { CONTACT_FIELDS, CONTACT_PROVIDERS, type ContactProvider } from '#src/contract/rules/contact-sync.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { dayOf, hourOf } from '#src/lib/dates.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit, changesBetween } from '#src/server/core/audit.ts';
import type { Context, RequestContext, Viewer } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { seal } from '#src/server/core/seal.ts';
import { department } from '#src/server/organisation/tables.ts';
import { contactSync, type SyncScope } from '../tables/sync.ts';
import { loginApp, openSource, type StoredSync, syncOf } from './open-source.ts';
import { ContactError, type ContactSource } from './providers/contact-source.ts';

const DEFAULT_SCOPE: SyncScope = { departments: [], fields: [...CONTACT_FIELDS], numberFrom: 'none', keepEdited: true };
/** Questions to the provider of one enterprise. */
const LIMIT = { limit: 300, seconds: 600 };

/** @throws AppError 403 unless the viewer may change people of the whole enterprise */
export function requireWhole({ viewer }: { viewer: Viewer }): void {
  if (scopeOf(viewer, 'people.write') !== null) throw new AppError(403, 'notAllowed');
}

/** Lists how each provider is synchronised, without secrets. */
export async function listSyncSettings(ctx: Context) {
  requireWhole(ctx);
  const stored = await ctx.db.select().from(contactSync).where(eq(contactSync.enterpriseId, ctx.tenant.id));
  const list = [];
  for (const provider of CONTACT_PROVIDERS)
    list.push(
      await showSetting(
        ctx,
        provider,
        stored.find((row) => row.provider === provider),
      ),
    );
  return { list };
}

async function showSetting({ db, tenant }: Context, provider: ContactProvider, stored: StoredSync | undefined) {
  const app = await loginApp(db, tenant.id, provider);
  const scope = stored?.scope ?? DEFAULT_SCOPE;
  const ids = scope.departments.flatMap(({ targetId }) => targetId ?? []);
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: department.id, path: department.path })
          .from(department)
          .where(and(eq(department.enterpriseId, tenant.id), inArray(department.id, ids)));
  const paths = new Map(rows.map(({ id, path }) => [id, path]));
  return {
    provider,
    appId: stored?.appId ?? app?.appId ?? '',
    hasSecret: stored ? stored.sealedSecret !== null : false,
    loginAppId: app?.appId ?? null,
    ...scope,
    departments: scope.departments.map((each) => ({ ...each, targetPath: paths.get(each.targetId ?? '') ?? null })),
    disableLeft: stored?.disableLeft ?? false,
    nightlyHour: stored?.nightlyHour ?? null,
    revision: stored?.revision ?? 0,
  };
}

/**
 * Saves how a provider is synchronised. The secret is write-only: an empty one keeps the stored one, unless it would be sent for another app.
 * @throws AppError 409 when somebody else has saved it; 422 at fields
 */
export async function saveSyncSetting(ctx: Context, input: OperationInput<'PUT /people/auth/sync/setting/save'>) {
  requireWhole(ctx);
  const { db, tenant, viewer, now, locale } = ctx;
  const { provider, appId, secret, disableLeft, nightlyHour } = input;
  const scope: SyncScope = {
    ...{ departments: input.departments, fields: input.fields },
    ...{ numberFrom: input.numberFrom, keepEdited: input.keepEdited },
  };
  const [before] = await db.select().from(contactSync).where(syncOf(tenant.id, provider)).for('update');
  if ((before?.revision ?? 0) !== input.revision) throw new AppError(409, 'syncSettingChanged');
  await checkDepartments(ctx, scope);
  const kept = before?.appId === appId ? before.sealedSecret : null;
  const app = await loginApp(db, tenant.id, provider);
  if (!secret && !kept && app?.appId !== appId)
    throw new AppError(422, 'invalid', {
      fields: [{ field: 'secret', key: before?.sealedSecret ? 'secretAgain' : 'field.required' }],
    });
  const isSameScope = JSON.stringify(before?.scope.departments) === JSON.stringify(scope.departments);
  // A night whose hour is over does not begin at noon.
  const isOver = nightlyHour !== null && hourOf(now(), tenant.timeZone) >= nightlyHour;
  const values = {
    ...{ appId, scope, disableLeft, nightlyHour, userId: viewer.userId, locale },
    sealedSecret: secret ? seal(secret) : kept,
    lastNightlyOn: isOver ? dayOf(now(), tenant.timeZone) : null,
    lastCount: isSameScope && before?.appId === appId ? before.lastCount : null,
    revision: input.revision + 1,
    gmtModified: now(),
  };
  await db
    .insert(contactSync)
    .values({ enterpriseId: tenant.id, provider, ...values })
    .onConflictDoUpdate({ target: [contactSync.enterpriseId, contactSync.provider], set: values });
  const flat = (row: typeof values | StoredSync | undefined) => ({
    ...{ appId: row?.appId ?? null, departments: row?.scope.departments ?? [], fields: row?.scope.fields ?? [] },
    ...{ numberFrom: row?.scope.numberFrom ?? null, keepEdited: row?.scope.keepEdited ?? null },
    ...{ disableLeft: row?.disableLeft ?? null, nightlyHour: row?.nightlyHour ?? null },
  });
  const names = ['appId', 'departments', 'fields', 'numberFrom', 'keepEdited', 'disableLeft', 'nightlyHour'] as const;
  const changes = changesBetween(flat(before), flat(values), names);
  await audit(db, ctx, 'contactSync.saved', { provider, changes, secretChanged: secret !== '' });
  const [stored] = await db.select().from(contactSync).where(syncOf(tenant.id, provider));
  return showSetting(ctx, provider, stored);
}

/** @throws AppError 422 for a department that is chosen twice, one that does not exist, or `flat` and `same` without one */
async function checkDepartments({ db, tenant }: Context, { departments }: SyncScope): Promise<void> {
  const wrong = (key: string) => new AppError(422, 'invalid', { fields: [{ field: 'departments', key }] });
  if (new Set(departments.map(({ id }) => id)).size < departments.length) throw wrong('field.invalid');
  const ids = [...new Set(departments.flatMap(({ targetId }) => targetId ?? []))];
  if (ids.length === 0) return;
  const isOpen = and(eq(department.enterpriseId, tenant.id), inArray(department.id, ids), isNull(department.closedAt));
  if ((await db.$count(department, isOpen)) < ids.length) throw wrong('field.notAvailable');
}

type Asking = RequestContext & { viewer: Viewer };

/** Asks the provider, outside of transactions. @throws AppError 404 without settings; 422 with the reason; 429 */
async function ask<T>(ctx: Asking, provider: ContactProvider, question: (source: ContactSource) => Promise<T>) {
  requireWhole(ctx);
  await takeTry(`contacts:${ctx.tenant.id}`, LIMIT);
  try {
    const source = await withTenant(ctx.tenant.id, async (db) => {
      const [stored] = await db.select().from(contactSync).where(syncOf(ctx.tenant.id, provider));
      if (!stored) throw new AppError(422, 'syncNotSet');
      return openSource(db, stored, ctx.now);
    });
    return await question(source);
  } catch (error) {
    if (!(error instanceof ContactError)) throw error;
    ctx.log('warn', 'contacts', { provider, problem: error.problem, code: error.code });
    throw new AppError(422, error.text.key, { params: error.text.params });
  }
}

/** Tests the saved settings at the provider. */
export const testSync = async (ctx: Asking, { provider }: { provider: ContactProvider }) => ({
  access: await ask(ctx, provider, (source) => source.test()),
});

/** Lists departments of the provider, for choosing. */
export const listSourceDepartments = async (
  ctx: Asking,
  { provider, parentId }: { provider: ContactProvider; parentId: string | null },
) => ({ list: (await ask(ctx, provider, (source) => source.children(parentId))).slice(0, 10_000) });

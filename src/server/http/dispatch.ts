import type { z } from 'zod';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { hasRight, isRight } from '#src/contract/rules/rights.ts';
import { auditForbidden } from '#src/server/account/audit-refused.ts';
import { requireRecentProof } from '#src/server/account/factor/recent-proof.ts';
import { COMPANION_COOKIE } from '#src/server/account/session/token.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { secondFactorRequired } from './factor-guard.ts';
import { cached } from './call-cache.ts';
import type { Log, RequestContext } from '#src/server/core/context.ts';
import type { Implementation } from '#src/server/core/implement.ts';
import { seesContent } from '#src/server/core/sees-content.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { storageError } from './storage-error.ts';

/** Runs an operation in a tenant transaction: its own, or the shared one of a page. */
type InTransaction = <T>(enterpriseId: string, fn: (db: TenantDb) => Promise<T> | T) => Promise<T>;

/**
 * Runs one call: authorises it, validates the input, runs the operation in its transaction, and removes data that the
 * contract does not declare. Used by the gateway and by pages.
 * @throws AppError 300, 301, 403 (see `authorise`), 422 for invalid input, 503 when storage cannot be written, and those of
 * the operation
 * @param options.isPreview nothing is taken from the cache or put into it
 */
export async function dispatch(
  call: Implementation,
  request: RequestContext,
  rawInput: unknown,
  inTransaction: InTransaction = async (id, fn) => withTenant(id, async (db) => fn(db)),
  { isPreview = false }: { isPreview?: boolean } = {},
): Promise<unknown> {
  await authorise(call, request);
  // Calls that save answers remove NUL themselves: one character must not prevent the other answers from being saved.
  const unstorable = call.contract.removesNul ? null : fieldWithNul(rawInput);
  if (unstorable !== null)
    throw new AppError(422, 'invalid', { fields: [{ field: unstorable, key: 'field.invalid' }] });
  const parsed = call.contract.input.safeParse(rawInput, { reportInput: true });
  if (!parsed.success)
    throw new AppError(422, messageOfWhole(parsed.error) ?? 'invalid', { fields: fieldErrors(parsed.error) });
  const run = async () => {
    const answer = await withStorageErrors(request.log, () =>
      call.ownTransaction
        ? call.ownTransaction(request, parsed.data)
        : inTransaction(request.tenant.id, (db) => call.operation!({ ...request, db }, parsed.data)),
    );
    return call.contract.data.parse(answer);
  };
  // What a preview shows is in its transaction only.
  return isPreview ? run() : cached(call.name, call.contract, request, parsed.data, run);
}

/** Converts storage errors to AppErrors here and not in the gateway, because pages need them, too. */
async function withStorageErrors<T>(log: Log, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw storageError(error, log) ?? error;
  }
}

/** Returns the path of the first text with a NUL character, which PostgreSQL cannot store; null if there is none. */
function fieldWithNul(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return value.includes('\0') ? path : null;
  if (typeof value !== 'object' || value === null || value instanceof Blob) return null;
  for (const [key, item] of Object.entries(value)) {
    const field = path ? `${path}.${key}` : key;
    const found = key.includes('\0') ? path : fieldWithNul(item, field);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Checks that the viewer may run a call (docs/specification.md, section "Roles"), and has proven who they are for a dangerous one. Rejections
 * because of the role are audited.
 * @throws AppError 300 not logged in, 301 not logged in to an enterprise, 403 not allowed, or `proofNeeded`
 */
export async function authorise(call: Implementation, request: RequestContext): Promise<void> {
  await authoriseRole(call, request);
  if (call.contract.proof && request.viewer) await requireRecentProof({ ...request, viewer: request.viewer });
}

async function authoriseRole({ name, contract: { auth } }: Implementation, request: RequestContext): Promise<void> {
  const { viewer } = request;
  if (auth === 'public' || (auth === 'visitor' && seesContent(request))) return;
  if (!viewer) throw new AppError(300, isBareToken(request) ? 'companionMissing' : 'pleaseLogIn');
  if (auth === 'member') return;
  if (!viewer.enterpriseId) throw new AppError(301, 'noEnterprise');
  if (auth === 'enterprise' || auth === 'visitor' || viewer.isAdmin) return;
  const allowed =
    (auth === 'lecturer' && viewer.userType === USER_TYPE.lecturer) ||
    (auth === 'organisation' && viewer.userType === USER_TYPE.organisation) ||
    (isRight(auth) && hasRight(viewer, auth));
  if (allowed) return;
  // Their rights rest: they may have this one.
  if (viewer.factorDuty === 'roles') throw secondFactorRequired();
  await auditForbidden(request, name);
  throw new AppError(403, 'notAllowed');
}

/** A session token without the cookie that belongs to it (docs/decisions/012): clients that are no browsers forget it. */
const isBareToken = ({ token, cookies }: RequestContext) => token !== null && !cookies.get(COMPANION_COOKIE);

/**
 * Returns the first error of each field. Messages of our schemas are translation keys (`field.phone`); other messages are
 * replaced by a key for the kind of the issue.
 */
function fieldErrors(error: z.ZodError): { field: string; key: string }[] {
  const keys = new Map<string, string>();
  for (const issue of error.issues.flatMap(ofClosest)) {
    const field = issue.path.join('.');
    if (!keys.has(field)) keys.set(field, issue.message.startsWith('field.') ? issue.message : kindKey(issue));
  }
  return [...keys].map(([field, key]) => ({ field, key }));
}

/** Of an input that may have one of several forms: the issues of the form that it comes closest to. */
function ofClosest(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.path.length > 0) return [issue];
  const [closest] = issue.errors.toSorted((a, b) => a.length - b.length);
  return closest ?? [issue];
}

/**
 * Returns the key of our message on the input as a whole, e.g. on a body that is an empty list: there is no field where it could
 * be shown.
 */
function messageOfWhole(error: z.ZodError): string | undefined {
  return error.issues.find(({ path, message }) => path.length === 0 && message.startsWith('field.'))?.message;
}

function kindKey(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big') return 'field.tooLong';
  if (issue.code === 'too_small') return 'field.tooShort';
  if (issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)) return 'field.required';
  return 'field.invalid';
}

import { and, eq, or } from 'drizzle-orm';
import { isUuid } from '#src/lib/uuid.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { hasRight } from '#src/contract/rules/rights.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { attachment, PER_MEMBER, sendOr } from '../sheet/serve-file.ts';
import { makeStatement } from './make-statement.ts';
import { managedStatement, organisationStatement } from './page-statements.ts';
import { signStatement } from './statement-credential.ts';
import { annualStatement } from '../tables/statement.ts';

/**
 * `GET /account/statement/{id}.pdf` and `.jwt`: sends an issued statement, as a document or as a signed credential, to its person; one about a
 * department to those who manage it, and one about an organisation to its account.
 */
export const serveStatement = (request: RequestContext, file: string): Promise<Response> =>
  sendOr(request, () => send(request, file));

async function send(request: RequestContext, file: string): Promise<Response> {
  const { tenant, viewer, locale, origin, signal } = request;
  const [, id, format] = /^([0-9a-f-]{36})\.(pdf|jwt)$/.exec(file) ?? [];
  if (!viewer?.enterpriseId || !id || !isUuid(id)) throw notFound();
  await takeTry(`certificateFile:${tenant.id}:${viewer.userId}`, PER_MEMBER);
  const own = and(eq(annualStatement.enterpriseId, tenant.id), eq(annualStatement.userId, viewer.userId));
  const seen = or(
    own,
    organisationStatement({ tenant, viewer }),
    hasRight(viewer, 'training.read') ? managedStatement({ tenant, viewer }) : undefined,
  );
  const [found] = await withTenant(tenant.id, (db) =>
    db
      .select()
      .from(annualStatement)
      .where(and(eq(annualStatement.id, id), seen)),
  );
  if (!found) throw notFound();
  const name = `${found.statementNo}.${format}`;
  if (format === 'jwt') return attachment(signStatement(found, { tenant, origin }), 'application/vc+jwt', name);
  const pdf = await makeStatement(found, {
    ...{ locale, timeZone: tenant.timeZone, origin },
    ...{ owner: tenant.id, signal: signal() },
  });
  return attachment(pdf as Uint8Array<ArrayBuffer>, 'application/pdf', name);
}

import { and, eq, sql } from 'drizzle-orm';
import { enterprise } from '#src/server/core/tables.ts';
import { website } from '#src/server/site/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { missing, servePublicFile } from '#src/server/file/serve-file.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * `GET /logo/{enterpriseId}`: serves the icon of an active enterprise, else its logo, on any host. Both are public. The
 * list of a user's enterprises needs them here, because the Content-Security-Policy allows images of the same origin
 * only.
 */
export async function serveLogo(request: Request, enterpriseId: string): Promise<Response> {
  if (!UUID.test(enterpriseId)) return missing();
  const [found] = await withTenant(enterpriseId, (db) =>
    db
      .select({ id: sql<string | null>`coalesce(${website.websiteIcoFileId}, ${website.logoFileId})` })
      .from(website)
      .innerJoin(enterprise, and(eq(enterprise.id, website.enterpriseId), eq(enterprise.status, 'active')))
      .where(eq(website.enterpriseId, enterpriseId)),
  );
  if (!found?.id) return missing();
  const answer = await servePublicFile(request, enterpriseId, found.id);
  // The URL does not change when the enterprise changes its logo.
  if (answer.ok) answer.headers.set('cache-control', 'public, max-age=3600');
  return answer;
}

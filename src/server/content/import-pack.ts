import { randomUUID } from 'node:crypto';
import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { and, desc, eq, sql } from 'drizzle-orm';
import { hashPassword } from '#src/server/account/password/password.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { auditLog } from '#src/server/core/db/schema/account.ts';
import { enterprise } from '#src/server/core/db/schema/site.ts';
import { withPortal, withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { OperatorError } from '#src/server/core/operator-error.ts';
import { indexAllDirty } from '#src/server/search/index-dirty.ts';
import { forgetTenants } from '#src/server/core/find-tenant.ts';
import { importAnnouncements } from '#src/server/content/import-announcements.ts';
import { importComments } from '#src/server/content/import-comments.ts';
import { importCourses, importResources } from '#src/server/content/import-courses.ts';
import { importExams } from '#src/server/content/import-exams.ts';
import { importHistory } from '#src/server/content/import-history.ts';
import { importLecturers, importPeople, type InitialPassword } from '#src/server/content/import-people.ts';
import { importProjects } from '#src/server/content/import-projects.ts';
import { importReactions } from '#src/server/content/import-reactions.ts';
import { importCategories, importSite } from '#src/server/content/import-site.ts';
import { importTeachingRecords } from '#src/server/content/import-teaching.ts';
import { importTasks } from '#src/server/content/import-tasks.ts';
import { importZones } from '#src/server/content/import-zones.ts';
import type { Codes, Counts, Importing } from '#src/server/content/importing.ts';
import type { Pack } from '#src/server/content/pack.ts';
import { readPack } from '#src/server/content/read-pack.ts';
import { PackRefused, warningLine } from '#src/server/content/pack-refused.ts';
import { storeMedia, writeFiles } from '#src/server/content/store-media.ts';

const ACTION = 'content.import';
/** Of the accounts of the demo packs, and of these only. Known to everyone (design section 10). */
const DEMO_PASSWORD = 'Study@2026';
const DEMO_PACKS = fileURLToPath(new URL('../../demo/packs', import.meta.url));

export type ImportResult = Counts & { enterpriseId: string; key: string };

/**
 * Brings a tenant to what a content pack says, in one transaction: everything or nothing. Importing the same pack again
 * on the same day changes nothing. What the pack no longer has is unpublished, never deleted. docs/content-packs.md
 * @param options.log takes a line for each warning about the pack, and for what else a person should know
 * @param options.password of accounts that are new, who have to change it before they sign in; null: none, they sign in by
 *   a code. When it is left out, the people of the two demo packs get the demo password, so the caller must have made sure
 *   that it does no harm
 * @param options.now the day of import, for relative moments
 * @throws PackRefused with every mistake of the pack; then nothing was changed
 */
export async function importPack(
  folder: string,
  options: { log?: (line: string) => void; password?: string | null; now?: Date } = {},
): Promise<ImportResult> {
  const { log = () => undefined, now = new Date() } = options;
  const { pack, mistakes, warnings } = await readPack(folder);
  if (!pack) throw new PackRefused(folder, mistakes);
  for (const warning of warnings) log(warningLine(warning));
  const initial = await initialPassword(folder, options.password);

  const enterpriseId = (await findEnterprise(pack.site.key)) ?? randomUUID();
  const media = await storeMedia(enterpriseId, pack);
  const counts: Counts = { created: 0, updated: 0, unchanged: 0, unpublished: 0 };
  await withTenant(enterpriseId, async (db) => {
    await claim(db, pack, enterpriseId);
    const before = await lastCodes(db, enterpriseId);
    const fileId = await writeFiles(db, enterpriseId, pack, media, counts);
    const importing: Importing = { db, enterpriseId, pack, now, counts, codes: {}, before, fileId, log };
    await writeAll(importing, initial);
    // What triggers have marked just now: a tenant can be searched as soon as it is there.
    await indexAllDirty(db, enterpriseId);
    const { codes } = importing;
    if (counts.created + counts.updated + counts.unpublished === 0) return;
    await db.insert(auditLog).values({ enterpriseId, action: ACTION, detail: { codes, counts: { ...counts } } });
    await announceChange(db, { enterpriseId, tags: TAGS });
  });
  forgetTenants();
  return { enterpriseId, key: pack.site.key, ...counts };
}

/** What pages of the portal are tagged with: an import may change any of it. */
const TAGS = ['site', 'article', 'course', 'lecturer', 'announcement', 'comments:announcement', 'exam'];

async function writeAll(importing: Importing, initial: InitialPassword | null): Promise<void> {
  await importSite(importing);
  const announcements = await importAnnouncements(importing);
  const people = await importPeople(importing, initial);
  const lecturers = await importLecturers(importing, people);
  const categories = await importCategories(importing);
  const courses = await importCourses(importing, categories, lecturers);
  await importTeachingRecords(importing, lecturers, courses);
  const exams = await importExams(importing, courses);
  await importResources(importing, courses, exams);
  await importTasks(importing, people, courses, exams);
  const projects = await importProjects(importing, categories, courses);
  await importZones(importing, { categories, courses, lecturers, projects });
  await importReactions(importing, people, { courses, projects });
  await importHistory(importing, people);
  await importComments(importing, people, { courses, projects, announcements });
}

/** The demo password works as it is; one that an operator gives to everybody has to be changed by each of them. */
async function initialPassword(folder: string, given: string | null | undefined): Promise<InitialPassword | null> {
  if (given) return { passwordHash: await hashPassword(given), mustChangePassword: true };
  if (given === null || !resolve(folder).startsWith(DEMO_PACKS + sep)) return null;
  return { passwordHash: await hashPassword(DEMO_PASSWORD), mustChangePassword: false };
}

async function findEnterprise(key: string): Promise<string | undefined> {
  const rows = await withPortal((db) =>
    db.select({ id: enterprise.id }).from(enterprise).where(eq(enterprise.key, key)),
  );
  return rows[0]?.id;
}

/** One import of a tenant at a time. @throws OperatorError when another one made the tenant meanwhile */
async function claim(db: TenantDb, { site: { key } }: Pack, enterpriseId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`content ${key}`}, 0))`);
  const [holder] = await db.select({ id: enterprise.id }).from(enterprise).where(eq(enterprise.key, key));
  if (holder && holder.id !== enterpriseId) {
    throw new OperatorError(`Another import made the tenant "${key}" at the same moment: import again.`);
  }
}

/** What the pack had at its last import that changed something. */
async function lastCodes(db: TenantDb, enterpriseId: string): Promise<Codes> {
  const [last] = await db
    .select({ detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.enterpriseId, enterpriseId), eq(auditLog.action, ACTION)))
    .orderBy(desc(auditLog.gmtCreate), desc(auditLog.id))
    .limit(1);
  return (last?.detail?.['codes'] as Codes | undefined) ?? {};
}

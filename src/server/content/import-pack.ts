import { randomUUID } from 'node:crypto';
import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, sql } from 'drizzle-orm';
import { hashPassword } from '#src/server/account/password/password.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import { auditLog, enterprise } from '#src/server/core/tables.ts';
import { withPortal, withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { OperatorError } from '#src/server/core/operator-error.ts';
import { readTakenOver } from '#src/server/editing/taken-over.ts';
import { indexAllDirty } from '#src/server/search/index-dirty.ts';
import { forgetTenants } from '#src/server/core/find-tenant.ts';
import { importAnnouncements } from '#src/server/announcement/import-announcements.ts';
import { importApprovals } from '#src/server/flow/import-approvals.ts';
import { importAccommodations, importExams } from '#src/server/exam/import-exams.ts';
import { importCoachingPlans, importCoachings } from '#src/server/coaching/import-coaching.ts';
import { importComments } from '#src/server/community/import-comments.ts';
import { importCommunity } from '#src/server/community/import-community.ts';
import {
  importCourses,
  importResources,
  importCategories,
  importReactions,
} from '#src/server/course/import-courses.ts';
import { importEvaluations } from '#src/server/evaluation/import-evaluations.ts';
import { importDepartments, placeDepartments } from '#src/server/organisation/import-departments.ts';
import { importPositions } from '#src/server/organisation/import-positions.ts';
import { importRequirements } from '#src/server/requirement/import-requirements.ts';
import { importSittings } from '#src/server/exam/import-sittings.ts';
import { importMarkers, importPapers } from '#src/server/exam/import-marking.ts';
import { importHistory, importCertificates } from '#src/server/record/import-history.ts';
import { importTemplates } from '#src/server/record/template/import-templates.ts';
import { importLive } from '#src/server/live/import-live.ts';
import { importOrders } from '#src/server/order/import-orders.ts';
import { importPeople } from '#src/server/account/import-people.ts';
import { importLecturers, importTeachingRecords } from '#src/server/lecturer/import-lecturers.ts';
import { importMedia } from '#src/server/study/import-media.ts';
import { importPractices } from '#src/server/practice/import-practices.ts';
import { importProjects } from '#src/server/course/import-projects.ts';
import { importQuestionnaires } from '#src/server/questionnaire/import-questionnaires.ts';
import { importSite } from '#src/server/site/import-site.ts';
import { importStartedEvaluations } from '#src/server/evaluation/import-started-evaluations.ts';
import { importStudied } from '#src/server/study/import-studied.ts';
import { importTraining } from '#src/server/training/import-training.ts';
import { importTasks } from '#src/server/study/import-tasks.ts';
import { importZones } from '#src/server/site/import-zones.ts';
import { passwordsInFile, samePassword, type InitialPasswords } from '#src/server/account/initial-passwords.ts';
import type { Codes, Importing } from '#src/server/pack/importing.ts';
import type { Pack } from '#src/server/pack/pack.ts';
import { PortalEdits, type Stamps } from '#src/server/pack/portal-edits.ts';
import { readPack } from '#src/server/content/read-pack.ts';
import { PackError, warningLines } from '#src/server/pack/pack-refused.ts';
import { storeMedia, writeFiles, type StoredMedia } from '#src/server/content/store-media.ts';
import { Tally, type Counts } from '#src/server/pack/tally.ts';
import { importBanks } from '#src/server/question/import-questions.ts';

const ACTION = 'content.import';
/** Password of the accounts of the demo packs only. Public (docs/specification.md, section "Demo tenants"). */
const DEMO_PASSWORD = 'Study@2026';
const DEMO_PACKS = fileURLToPath(new URL('../../demo/packs', import.meta.url));

export type ImportResult = Counts & { enterpriseId: string; key: string };

type Options = {
  log?: (line: string) => void;
  password?: string | null;
  now?: Date;
  overwrite?: boolean;
  complete?: (pack: Pack) => Pack;
};

/**
 * Imports a content pack like {@link importPack} and gives each new account its own initial password.
 * @param path file for phone, name and password of each new account; it must not exist. Without new accounts it is not
 *   created
 */
export async function importPackWithPasswords(folder: string, path: string, options: Omit<Options, 'password'> = {}) {
  const { pack, mistakes } = await readPack(folder);
  if (!pack) throw new PackError(folder, mistakes);
  const passwords = await passwordsInFile(path, pack.people);
  let failed = true;
  try {
    const result = await importPack(folder, options, passwords);
    failed = false;
    return result;
  } finally {
    const count = await passwords.close(failed);
    if (!failed)
      options.log?.(count === 0 ? 'no new accounts: no initial passwords' : `${count} initial passwords in ${path}`);
  }
}

/**
 * Imports a content pack into its tenant, which is created if necessary, in one transaction. Importing the same pack again on
 * the same day changes nothing. Items that were removed from the pack are unpublished, never deleted. docs/content-packs.md
 * @param options.log receives one line per warning and per unpublished item
 * @param options.password password of new accounts, which must be changed at the first login; null: no password, users sign
 *   in with a code. If undefined, accounts of the demo packs get the public demo password, so the caller must ensure that
 *   the database is not used by others
 * @param options.overwrite replaces what was changed in the portal since the last import; otherwise it stays, and a line is logged for each
 * @param options.complete adds to the pack what is invented for a demo tenant
 * @param options.now the day of import, for relative moments
 * @param own an initial password for each new account, in place of `options.password`
 * @throws PackError with every mistake of the pack; then nothing was changed
 */
export async function importPack(folder: string, options: Options = {}, own?: InitialPasswords): Promise<ImportResult> {
  const { log = () => undefined, now = new Date(), overwrite = false, complete } = options;
  const { pack: read, mistakes, warnings } = await readPack(folder);
  if (!read) throw new PackError(folder, mistakes);
  const pack = complete ? complete(read) : read;
  for (const line of warningLines(warnings)) log(line);
  const passwords = own ?? (await initialPassword(folder, options.password));

  const enterpriseId = (await findEnterprise(pack.site.key)) ?? randomUUID();
  const media = await storeMedia(enterpriseId, pack);
  const counts = await withTenant(enterpriseId, async (db) => {
    const { codes, tally, edits, known } = await writePack(
      { db, enterpriseId, pack, now, log },
      { media, passwords, overwrite },
    );
    for (const line of edits.conflicts) log(line);
    // The objects that triggers have marked in this transaction, so that the tenant is searchable immediately.
    await indexAllDirty(db, enterpriseId);
    const done = tally.counts();
    const changes = done.created + done.updated + done.unpublished > 0;
    // Also without changes: what this import found as the pack says it is known from now on.
    if (changes || !isDeepStrictEqual(edits.stamps, known))
      await auditWithoutRequest(db, {
        ...{ enterpriseId, userId: null, action: ACTION },
        detail: { codes, counts: done, stamps: edits.stamps },
      });
    if (!changes) return done;
    await announceChange(db, { enterpriseId, tags: TAGS });
    return done;
  });
  forgetTenants();
  return { enterpriseId, key: pack.site.key, ...counts };
}

/** Ends the transaction of a comparison. */
class RolledBack extends Error {}

/**
 * Compares a pack with its tenant: imports it in a transaction that is rolled back, so that the result is what an import
 * would do. Nothing is written, neither files. An import of the same tenant waits until it ends.
 * @returns what would be done, and a line for each object that would be left as it is in the portal
 */
export async function comparePack(
  pack: Pack,
  { now = new Date(), overwrite = false }: Pick<Options, 'now' | 'overwrite'> = {},
): Promise<{ tally: Tally; conflicts: string[] }> {
  const enterpriseId = (await findEnterprise(pack.site.key)) ?? randomUUID();
  const media = await storeMedia(enterpriseId, pack, { store: false });
  let [tally, conflicts]: [Tally, string[]] = [new Tally(), []];
  try {
    await withTenant(enterpriseId, async (db) => {
      const target = { db, enterpriseId, pack, now, log: () => undefined };
      const written = await writePack(target, { media, passwords: samePassword(null), overwrite });
      [tally, conflicts] = [written.tally, written.edits.conflicts];
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return { tally, conflicts };
}

type Target = Pick<Importing, 'db' | 'enterpriseId' | 'pack' | 'now' | 'log'>;

async function writePack(
  target: Target,
  { media, passwords, overwrite }: { media: StoredMedia[]; passwords: InitialPasswords; overwrite: boolean },
): Promise<Pick<Importing, 'codes' | 'tally' | 'edits'> & { known: Stamps }> {
  const { db, pack, enterpriseId } = target;
  await claim(db, pack, enterpriseId);
  const { codes: before, stamps: known } = await lastImport(db, enterpriseId);
  const edits = new PortalEdits(known, overwrite, await readTakenOver(db, enterpriseId));
  const tally = new Tally();
  const fileId = await writeFiles(db, enterpriseId, pack, media, tally);
  const importing: Importing = { ...target, tally, codes: {}, before, edits, fileId };
  await writeAll(importing, passwords);
  return { ...importing, known };
}

/** Tags of all cached pages, because an import may change any content. */
const TAGS = ['site', 'article', 'course', 'lecturer', 'announcement', 'comments:announcement', 'exam', 'community'];

async function writeAll(given: Importing, passwords: InitialPasswords): Promise<void> {
  await importSite(given);
  const importing = await placeDepartments(given);
  await importPositions(importing);
  const announcements = await importAnnouncements(importing);
  const people = await importPeople(importing, passwords);
  await importApprovals(importing, people);
  const lecturers = await importLecturers(importing, people);
  const categories = await importCategories(importing);
  const certificates = await importCertificates(importing, await importTemplates(importing));
  const courses = await importCourses(importing, { categories, lecturers, certificates });
  await importTeachingRecords(importing, lecturers, courses);
  const banks = await importBanks(importing);
  const exams = await importExams(importing, { courses, banks, certificates });
  await importMedia(importing, await importResources(importing, courses, exams));
  await importLive(importing, people, courses);
  await importDepartments(importing, people);
  const forms = await importEvaluations(importing, people, courses);
  const coachings = await importCoachingPlans(importing);
  await importTasks(importing, people, { courses, exams, coachings, forms });
  await importCoachings(importing, people, coachings);
  await importAccommodations(importing, people);
  await importStartedEvaluations(importing, people, forms);
  await importTraining(importing, courses, { people, lecturers });
  await importQuestionnaires(importing, people, courses);
  const projects = await importProjects(importing, categories, { courses, exams });
  await importZones(importing, { categories, courses, lecturers, projects });
  await importReactions(importing, people, { courses, projects });
  await importOrders(importing, people, courses);
  await importHistory(importing, people);
  await importStudied(importing, people, courses);
  await importMarkers(importing, people, exams);
  await importPapers(importing, people, exams);
  await importPractices(importing, people);
  // After what was studied: a course that an exam has opened would be left alone.
  await importSittings(importing, people, exams);
  await importRequirements(importing, people, {
    ...{ course: courses, project: projects, exam: exams, certificate: certificates },
  });
  await importComments(importing, people, { courses, projects, announcements });
  await importCommunity(importing, people, { courses, exams });
}

/** The demo password need not be changed; a common password given by the operator must be changed by each user. */
async function initialPassword(folder: string, given: string | null | undefined): Promise<InitialPasswords> {
  if (given) return samePassword({ passwordHash: await hashPassword(given), mustChangePassword: true });
  if (given === null || !resolve(folder).startsWith(DEMO_PACKS + sep)) return samePassword(null);
  return samePassword({ passwordHash: await hashPassword(DEMO_PASSWORD), mustChangePassword: false });
}

async function findEnterprise(key: string): Promise<string | undefined> {
  const rows = await withPortal((db) =>
    db.select({ id: enterprise.id }).from(enterprise).where(eq(enterprise.key, key)),
  );
  return rows[0]?.id;
}

/**
 * Locks the tenant for this import, which may take minutes, also without a statement while passwords are hashed.
 * @throws OperatorError when another import has created the tenant meanwhile
 */
async function claim(db: TenantDb, { site: { key } }: Pack, enterpriseId: string): Promise<void> {
  await db.execute(sql`select set_config('lock_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`);
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`content ${key}`}, 0))`);
  const [holder] = await db.select({ id: enterprise.id }).from(enterprise).where(eq(enterprise.key, key));
  if (holder && holder.id !== enterpriseId) {
    throw new OperatorError(`Another import created the tenant "${key}" at the same time: import again.`);
  }
}

/** Returns the codes of the last import that changed something, and what imports have left. */
async function lastImport(db: TenantDb, enterpriseId: string): Promise<{ codes: Codes; stamps: Stamps }> {
  const [last] = await db
    .select({ detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.enterpriseId, enterpriseId), eq(auditLog.action, ACTION)))
    .orderBy(desc(auditLog.gmtCreate), desc(auditLog.id))
    .limit(1);
  const { codes = {}, stamps = {} } = (last?.detail ?? {}) as { codes?: Codes; stamps?: Stamps };
  return { codes, stamps };
}

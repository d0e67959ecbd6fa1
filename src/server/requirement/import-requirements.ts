import { and, eq, inArray, sql } from 'drizzle-orm';
import { dayOf } from '#src/lib/dates.ts';
import type { RequirementPhase, SubjectKind } from '#src/contract/rules/requirement.ts';
import { differs, momentOf, syncByCode, type Importing } from '#src/server/pack/importing.ts';
import type { RequirementEntry } from '#src/server/pack/pack-organisation.ts';
import { endVersion } from './change-phase.ts';
import { reconcileRequirements } from './reconcile.ts';
import { publish, type Target, termsOf, writeSubjects, writeVersion } from './save-requirement.ts';
import { instant } from './state-sql.ts';
import {
  requirement,
  requirementPerson,
  requirementRule,
  requirementSubject,
  requirementVersion,
} from './tables/requirement.ts';
import { requirementExemption } from './tables/assignment.ts';

type Ids = ReadonlyMap<string, string>;
type Stored = typeof requirement.$inferSelect;
/** Ids by code of what can fulfil requirements. */
type Subjects = Record<SubjectKind, Ids>;
type Rule = Pick<
  typeof requirementRule.$inferInsert,
  'excluded' | 'departmentId' | 'withBelow' | 'positionId' | 'joinedSince'
>;
/** What a requirement is besides its row, in an order that does not depend on the database. */
type Parts = ReturnType<typeof partsOf>;

/**
 * Imports the requirements of a pack, and gives them to those whom they concern, after all that can fulfil them. One that has left the
 * pack is withdrawn. Terms that have changed are a new version, valid from now on, as if they were changed in the portal.
 * @param people account ids by phone of the file
 */
export async function importRequirements(importing: Importing, people: Ids, subjects: Subjects): Promise<void> {
  const { db, enterpriseId, pack, now, edits, tally } = importing;
  if (pack.requirements.length === 0 && (importing.before.requirement ?? []).length === 0) return;
  const target: Target = { db, tenant: { id: enterpriseId }, now: () => now };
  const before = new Map((await requirementRows(importing)).map((row) => [row.code!, row]));
  const stored = await storedParts(importing, [...before.values()]);
  const wanted = new Map<string, Parts>();
  for (const entry of pack.requirements) wanted.set(entry.code, await wantedParts(importing, entry, people, subjects));
  const ids = await syncByCode(
    importing,
    'requirement',
    requirement,
    pack.requirements.map((entry) => ({
      ...{ code: entry.code, title: entry.title, summary: entry.summary ?? null },
      phase: phaseOf(entry, before.get(entry.code)),
    })),
    {
      hidden: { phase: 'withdrawn' },
      parts: { stored: (id) => stored.get(id) ?? {}, wanted: (code) => wanted.get(code)! },
    },
  );
  for (const entry of pack.requirements) {
    const { code } = entry;
    if (edits.isKept('requirement', code)) continue;
    const old = before.get(code);
    const parts = wanted.get(code)!;
    const id = ids.get(code)!;
    if (!old) await addParts(importing, target, { id, entry, parts });
    else if (differs(stored.get(id)!, parts) || old.phase !== phaseOf(entry, old)) {
      if (differs(stored.get(id)!, parts)) tally.add('rules of a requirement', 'updated', code);
      await changeParts(target, old, entry, parts);
    }
    await exempt(importing, id, entry, people);
  }
  for (const row of await requirementRows(importing)) {
    if (row.phase !== 'withdrawn' || before.get(row.code!)?.phase !== 'published') continue;
    await endVersion(target, row.id, row.version);
    await db
      .update(requirement)
      .set({ stale: 'rule', revision: row.revision + 1 })
      .where(own(importing, row.id));
  }
  while ((await reconcileRequirements(db, enterpriseId, now)).more);
}

const own = ({ enterpriseId }: Importing, id: string) =>
  and(eq(requirement.enterpriseId, enterpriseId), eq(requirement.id, id));

/** A draft again, after it was published, is withdrawn: people had it. */
const phaseOf = ({ status }: RequirementEntry, old: Stored | undefined): RequirementPhase =>
  status === 'draft' && old && old.phase !== 'draft' ? 'withdrawn' : status;

const requirementRows = ({ db, enterpriseId }: Importing): Promise<Stored[]> =>
  db
    .select()
    .from(requirement)
    .where(and(eq(requirement.enterpriseId, enterpriseId), sql`code is not null`));

const SUBJECT_COLUMNS = {
  course: 'courseId',
  project: 'projectId',
  exam: 'examId',
  certificate: 'certificateId',
} as const;
const KINDS = Object.keys(SUBJECT_COLUMNS) as SubjectKind[];

const partsOf = (
  terms: Parameters<typeof termsOf>[0],
  subjects: { kind: SubjectKind; id: string }[],
  rules: Rule[],
  people: { userId: string; excluded: boolean }[],
) => ({
  ...termsOf(terms),
  subjects: [...new Map(subjects.map((each) => [each.id, each])).values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  rules: rules.map((rule) => JSON.stringify(RULE_KEYS.map((key) => rule[key] ?? null))).toSorted(),
  people: people.map(({ userId, excluded }) => `${userId} ${excluded}`).toSorted(),
});
const RULE_KEYS = ['excluded', 'departmentId', 'withBelow', 'positionId', 'joinedSince'] as const;
const ruleOf = (text: string): Rule => {
  const values = JSON.parse(text) as unknown[];
  return Object.fromEntries(RULE_KEYS.map((key, at) => [key, values[at]]));
};

/** The parts of stored requirements by id. */
async function storedParts({ db, enterpriseId }: Importing, rows: Stored[]): Promise<Map<string, Parts>> {
  if (rows.length === 0) return new Map();
  const ofRows = <
    T extends typeof requirementVersion | typeof requirementSubject | typeof requirementRule | typeof requirementPerson,
  >(
    table: T,
  ) =>
    and(
      eq(table.enterpriseId, enterpriseId),
      inArray(
        table.requirementId,
        rows.map(({ id }) => id),
      ),
    );
  const versions = await db.select().from(requirementVersion).where(ofRows(requirementVersion));
  const subjects = await db.select().from(requirementSubject).where(ofRows(requirementSubject));
  const rules = await db.select().from(requirementRule).where(ofRows(requirementRule));
  const people = await db.select().from(requirementPerson).where(ofRows(requirementPerson));
  return new Map(
    rows.map(({ id, version }) => [
      id,
      partsOf(
        versions.find((each) => each.requirementId === id && each.number === version)!,
        subjects
          .filter((each) => each.requirementId === id && each.version === version)
          .map((each) => {
            const kind = KINDS.find((name) => each[SUBJECT_COLUMNS[name]] !== null)!;
            return { kind, id: each[SUBJECT_COLUMNS[kind]]! };
          }),
        rules.filter((each) => each.requirementId === id),
        people.filter((each) => each.requirementId === id),
      ),
    ]),
  );
}

async function wantedParts(
  importing: Importing,
  entry: RequirementEntry,
  people: Ids,
  subjects: Subjects,
): Promise<Parts> {
  const { timeZone } = importing.pack.site;
  const dayOfText = (text: string | undefined) =>
    text === undefined ? null : dayOf(momentOf(importing, text), timeZone);
  const rules: Rule[] = [];
  const groups = [
    ...(entry.audience === 'all' ? [{ below: true }] : entry.audience).map((group) => ({ group, excluded: false })),
    ...entry.except.map((group) => ({ group, excluded: true })),
  ];
  for (const { group, excluded } of groups)
    rules.push({
      excluded,
      departmentId: await departmentId(importing, group.department),
      withBelow: group.below,
      positionId: await positionId(importing, group.position),
      joinedSince: dayOfText(group.joinedSince),
    });
  const listed = [
    ...entry.people.map((phone) => ({ userId: people.get(phone)!, excluded: false })),
    ...entry.exceptPeople.map((phone) => ({ userId: people.get(phone)!, excluded: true })),
  ];
  const { dueDays = null, repeatMonths = null, renewDays } = entry;
  const dueFrom = dueDays === null ? null : entry.dueFrom;
  return partsOf(
    { dueDays, dueFrom, dueOn: dayOfText(entry.dueOn), repeatMonths, renewDays },
    entry.subjects.map((each) => {
      const kind = KINDS.find((name) => each[name] !== undefined)!;
      return { kind, id: subjects[kind].get(each[kind]!)! };
    }),
    rules,
    [...new Map(listed.map((each) => [each.userId, each])).values()],
  );
}

type Group = Exclude<RequirementEntry['audience'], 'all'>[number];

async function departmentId({ db, enterpriseId }: Importing, path: Group['department']): Promise<string | null> {
  const { rows } = await db.execute<{ id: string | null }>(
    sql`select portal.department_of_path(${enterpriseId}, ${path ?? null}) as id`,
  );
  return rows[0]!.id;
}

async function positionId({ db, enterpriseId }: Importing, name: Group['position']): Promise<string | null> {
  const { rows } = await db.execute<{ id: string | null }>(
    sql`select portal.position_of_name(${enterpriseId}, ${name ?? null}) as id`,
  );
  return rows[0]!.id;
}

async function writeAudience({ db, tenant }: Target, id: string, { rules, people }: Parts): Promise<void> {
  const key = { enterpriseId: tenant.id, requirementId: id };
  for (const table of [requirementRule, requirementPerson])
    await db.delete(table).where(and(eq(table.enterpriseId, tenant.id), eq(table.requirementId, id)));
  if (rules.length > 0) await db.insert(requirementRule).values(rules.map((rule) => ({ ...key, ...ruleOf(rule) })));
  const listed = people.map((text) => text.split(' ') as [string, string]);
  if (listed.length > 0)
    await db
      .insert(requirementPerson)
      .values(listed.map(([userId, excluded]) => ({ ...key, userId, excluded: excluded === 'true' })));
}

/** A new requirement. If it is valid since before the import, those whom it concerns have it since then, or since they joined. */
async function addParts(
  importing: Importing,
  target: Target,
  { id, entry, parts }: { id: string; entry: RequirementEntry; parts: Parts },
): Promise<void> {
  const { db, enterpriseId, now } = importing;
  const given = entry.since === undefined ? now : momentOf(importing, entry.since);
  const since = given < now ? given : now;
  const isPublished = entry.status === 'published';
  await db.insert(requirementVersion).values({
    ...{ enterpriseId, requirementId: id, number: 1, since: isPublished ? since : null },
    ...termsOf(parts),
  });
  await writeSubjects(target, id, 1, parts);
  await writeAudience(target, id, parts);
  if (!isPublished) return;
  await db.update(requirement).set({ stale: 'rule' }).where(own(importing, id));
  if (since.getTime() === now.getTime()) return;
  await db.execute(
    sql`select portal.open_past_assignments(${enterpriseId}, ${id}, ${instant(since)}, ${instant(now)})`,
  );
}

async function changeParts(target: Target, old: Stored, entry: RequirementEntry, parts: Parts): Promise<void> {
  const { db, tenant } = target;
  const version = await writeVersion(target, old, parts);
  await writeAudience(target, old.id, parts);
  if (entry.status === 'published') await publish(target, old.id, version);
  await db
    .update(requirement)
    .set({ version, stale: 'rule', revision: old.revision + 1 })
    .where(and(eq(requirement.enterpriseId, tenant.id), eq(requirement.id, old.id)));
}

/** Exempts people who have never been exempt from the requirement. */
async function exempt(importing: Importing, id: string, { exemptions }: RequirementEntry, people: Ids): Promise<void> {
  const { db, enterpriseId, pack, tally, now } = importing;
  if (exemptions.length === 0) return;
  const stored = await db
    .select({ userId: requirementExemption.userId })
    .from(requirementExemption)
    .where(and(eq(requirementExemption.enterpriseId, enterpriseId), eq(requirementExemption.requirementId, id)));
  const known = new Set(stored.map(({ userId }) => userId));
  for (const { phone, reason, until } of exemptions) {
    const userId = people.get(phone)!;
    tally.add('exemption', known.has(userId) ? 'unchanged' : 'created', phone);
    if (known.has(userId)) continue;
    const untilOn = until === undefined ? null : dayOf(momentOf(importing, until), pack.site.timeZone);
    await db
      .insert(requirementExemption)
      .values({ enterpriseId, requirementId: id, userId, reason, untilOn, gmtCreate: now });
  }
}

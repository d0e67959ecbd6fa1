import { sql, type SQL } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import {
  type FigureRow,
  figuresOf,
  figuresOfSeats,
  issuedIn,
  passesIn,
  type Period,
  sumsOf,
  toSums,
} from './figures-sql.ts';
import { type annualStatement, annualStatementChange, type StatementContent, type Sums } from '../tables/statement.ts';

type Lists = { examList: StatementContent['exams']; certificateList: StatementContent['certificates'] };

/** Reads what a statement of a person says now. Of an exam that was passed several times the best result counts. */
export async function readContent(db: TenantDb, period: Period, userId: string): Promise<StatementContent> {
  const iso = (time: string) => sql.raw(`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
  const most = MAX_ITEMS.statementLines;
  const { rows } = await db.execute<FigureRow & Lists>(sql`
    select s.*,
      (select coalesce(jsonb_agg(jsonb_build_object('title', title, 'score', score::text, 'totalScore', total_score::text,
              'passedAt', ${iso('submitted_at')}) order by submitted_at, exam_id), '[]')
       from (select * from (
         select distinct on (a.exam_id) a.exam_id, e.title, a.total_score, a.submitted_at, a.score
         from ${passesIn(period)} join exam e on e.enterprise_id = ${period.enterpriseId} and e.id = a.exam_id
         where a.user_id = ${userId}
         order by a.exam_id, a.score desc, a.submitted_at) best order by submitted_at, exam_id limit ${most}) x) as "examList",
      (select coalesce(jsonb_agg(jsonb_build_object('name', certificate_name, 'titles', titles, 'number', certificate_no,
              'issuedAt', ${iso('issued_at')}) order by issued_at, id), '[]')
       from (select c.* from user_certificate c where ${issuedIn(period)} and c.user_id = ${userId}
             order by c.issued_at, c.id limit ${most}) x) as "certificateList"
    from (${sumsOf(figuresOf(period, (column) => sql`${column} = ${userId}`))}) s`);
  const { examList, certificateList, ...sums } = rows[0]!;
  return { ...toSums(sums), exams: examList, certificates: certificateList, parts: [] };
}

/** SQL of a statement of the same year that was issued later. @param subject condition between it (`n`) and this one */
const later = (subject: SQL) => sql`exists (
  select from annual_statement n
  where n.enterprise_id = annual_statement.enterprise_id and n.year = annual_statement.year and ${subject}
    and (n.issued_at, n.id) > (annual_statement.issued_at, annual_statement.id))`;

/** Column of a statement: none about the same person, department, organisation or enterprise and the same year was issued later. */
export const isLatest = sql<boolean>`not case when annual_statement.user_id is not null
  then ${later(sql`n.user_id = annual_statement.user_id`)}
  when annual_statement.organisation_id is not null
  then ${later(sql`n.organisation_id = annual_statement.organisation_id`)}
  else ${later(sql`n.user_id is null and n.organisation_id is null
    and n.department_id is not distinct from annual_statement.department_id`)} end`;

/** Column of a statement of a department: nothing of its people has changed since. */
export const isUnchanged = sql<boolean>`not exists (select from annual_statement_change c
  where c.enterprise_id = annual_statement.enterprise_id and c.statement_id = annual_statement.id)`;

type Issued = Pick<
  typeof annualStatement.$inferSelect,
  'id' | 'year' | 'userId' | 'organisationId' | 'issuedAt' | 'content'
> & { isLatest: boolean; isUnchanged: boolean };

/**
 * Whether a statement is the latest and still holds: of a person, whether the ledger, the results and the certificates say the same; of an
 * organisation, whether they say the same of the seats that it had then; of a department, whether nothing of its people has changed since, wherever
 * they are now.
 */
export async function isCurrent(
  db: TenantDb,
  where: Omit<Period, 'year'>,
  { year, userId, organisationId, issuedAt, content, isLatest: isNewest, isUnchanged: isSame }: Issued,
): Promise<boolean> {
  if (!isNewest) return false;
  const period = { ...where, year };
  if (userId) return canonicalJson(await readContent(db, period, userId)) === canonicalJson(content);
  if (!organisationId) return isSame;
  return isStated(db, figuresOfSeats(period, { buyerId: organisationId, at: issuedAt }), content);
}

/** Whether figures add up to those of a statement about several people. */
async function isStated(db: TenantDb, figures: SQL, content: StatementContent): Promise<boolean> {
  const { rows } = await db.execute<FigureRow>(sumsOf(figures));
  const { exams: _, certificates: __, parts: ___, organisation: ____, ...sums } = content;
  return canonicalJson(toSums(rows[0]!)) === canonicalJson(sums satisfies Sums);
}

/**
 * Notes that a statement of a department has changed if its figures are others now. For what was posted by transactions that did not see the statement
 * yet, when these have ended; the others are noted by triggers.
 */
export async function compareFigures(
  db: TenantDb,
  { enterpriseId, timeZone }: Omit<Period, 'year'>,
  { id, year, content }: Pick<Issued, 'id' | 'year' | 'content'>,
): Promise<void> {
  const people = sql`(select unnest(p.people) from annual_statement p where p.enterprise_id = ${enterpriseId} and p.id = ${id})`;
  const figures = figuresOf({ enterpriseId, timeZone, year }, (column) => sql`${column} in ${people}`);
  if (!(await isStated(db, figures, content)))
    await db.insert(annualStatementChange).values({ enterpriseId, statementId: id });
}

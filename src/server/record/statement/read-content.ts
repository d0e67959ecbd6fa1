import { sql } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import {
  type FigureRow,
  figuresOf,
  figuresOfSeats,
  issuedIn,
  passedIn,
  type Period,
  sumsOf,
  toSums,
} from './figures-sql.ts';
import type { annualStatement, StatementContent, Sums } from './tables.ts';

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
         select distinct on (a.exam_id) a.exam_id, e.title, a.total_score, a.submitted_at,
                coalesce(a.objective_score, 0) + coalesce(a.subjective_score, 0) as score
         from exam_attempt a join exam e on e.enterprise_id = a.enterprise_id and e.id = a.exam_id
         where ${passedIn(period)} and a.user_id = ${userId}
         order by a.exam_id, score desc, a.submitted_at) best order by submitted_at, exam_id limit ${most}) x) as "examList",
      (select coalesce(jsonb_agg(jsonb_build_object('name', certificate_name, 'titles', titles, 'number', certificate_no,
              'issuedAt', ${iso('issued_at')}) order by issued_at, id), '[]')
       from (select c.* from user_certificate c where ${issuedIn(period)} and c.user_id = ${userId}
             order by c.issued_at, c.id limit ${most}) x) as "certificateList"
    from (${sumsOf(figuresOf(period, (column) => sql`${column} = ${userId}`))}) s`);
  const { examList, certificateList, ...sums } = rows[0]!;
  return { ...toSums(sums), exams: examList, certificates: certificateList, parts: [] };
}

type Issued = Pick<
  typeof annualStatement.$inferSelect,
  'id' | 'year' | 'userId' | 'organisationId' | 'issuedAt' | 'content'
>;

/**
 * Whether a statement still says what the ledger, the results and the certificates say. Of a department the sums over the same people are
 * compared, wherever they are now; of an organisation those of the seats that it had then.
 */
export async function isCurrent(
  db: TenantDb,
  where: Omit<Period, 'year'>,
  { id, year, userId, organisationId, issuedAt, content }: Issued,
): Promise<boolean> {
  const period = { ...where, year };
  if (userId) return canonicalJson(await readContent(db, period, userId)) === canonicalJson(content);
  const people = sql`(select unnest(p.people) from annual_statement p
    where p.enterprise_id = ${where.enterpriseId} and p.id = ${id})`;
  const figures = organisationId
    ? figuresOfSeats(period, { buyerId: organisationId, at: issuedAt })
    : figuresOf(period, (column) => sql`${column} in ${people}`);
  const { rows } = await db.execute<FigureRow>(sumsOf(figures));
  const { exams: _, certificates: __, parts: ___, organisation: ____, ...stated } = content;
  return canonicalJson(toSums(rows[0]!)) === canonicalJson(stated satisfies Sums);
}

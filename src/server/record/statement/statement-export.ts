import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import { getT } from '#src/i18n/server.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { inDepartment } from '#src/server/core/in-department.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { turns } from '#src/server/core/turns.ts';
import type { AskedExport, Cell, Column, WholeFile } from '#src/server/export/export-list.ts';
import { readRows } from '#src/server/export/read-rows.ts';
import { csvFile } from '#src/server/export/write-csv.ts';
import { writeSheet } from '#src/server/export/write-sheet.ts';
import { writeZip, ZIP, type ZipFile } from '#src/server/export/write-zip.ts';
import { addFigures, noFigures, type Running, stated } from './add-figures.ts';
import { type FigureRow, figuresOf, figuresOfSeats, seatsOf } from './figures-sql.ts';
import { newNumber } from './issue-statement.ts';
import { makeStatement } from './make-statement.ts';
import { compareFigures, isUnchanged } from './read-content.ts';
import { signStatement } from './statement-credential.ts';
import { annualStatement } from '../tables/statement.ts';

type Row = FigureRow & { userId: string; userName: string; employeeNo: string | null; department: string | null };
type Input = {
  year: number;
  department: string | null;
  departmentId: string | null;
  origin: string;
  organisation?: string;
};

const amountColumns = ['required', 'culture', 'lecturer', 'other', 'hours', 'credits'] as const;

/**
 * The people of the statement with their figures: those who are members now, and those who have left with something in the year; of an
 * organisation whoever has a seat of it.
 */
function peopleSql({ enterpriseId, timeZone, userId, now }: AskedExport, { year, department, organisation }: Input) {
  const period = { enterpriseId, timeZone, year };
  const own = organisation === undefined ? null : { buyerId: userId, at: now };
  const figures = own ? figuresOfSeats(period, own) : figuresOf(period, () => sql`true`);
  const whose = own
    ? sql`u.user_id in (select m.user_id from ${seatsOf(enterpriseId, own)} m)`
    : sql`u.user_type <> ${USER_TYPE.organisation} and (u.status = 'active' or f.user_id is not null)`;
  const amounts = amountColumns.map((name) => {
    const column = sql.raw(name);
    return sql`round(coalesce(f.${column}, 0), 2)::text as ${column}`;
  });
  return sql`
    select u.user_id as "userId", u.user_name as "userName", u.employee_no as "employeeNo", u.department,
           ${sql.join(amounts, sql`, `)}, coalesce(f.exams, 0) as exams, coalesce(f.certificates, 0) as certificates
    from enterprise_user u left join (${figures}) f on f.user_id = u.user_id
    where u.enterprise_id = ${enterpriseId} and u.erased_at is null and ${whose}
      and not exists (select from member_merge m where m.enterprise_id = ${enterpriseId} and m.removed_id = u.user_id)
      and ${department === null ? sql`true` : inDepartment(sql`u.department`, department)}
    order by u.department nulls last, u.user_name, u.user_id`;
}

const COLUMNS: Column<Row>[] = [
  { name: 'person', width: 16, type: 'text', value: ({ userName }) => userName },
  { name: 'employeeNo', width: 14, type: 'text', value: ({ employeeNo }) => employeeNo },
  { name: 'department', width: 32, type: 'text', value: ({ department }) => department },
  ...amountColumns.map((name): Column<Row> => ({
    name: `statement.${name}`,
    ...{ width: 14, type: 'number', value: (row) => Number(row[name]) },
  })),
  { name: 'statement.exams', width: 14, type: 'number', value: ({ exams }) => exams },
  { name: 'statement.certificates', width: 14, type: 'number', value: ({ certificates }) => certificates },
];

/**
 * The statement of a department, of the enterprise, or of the people of an organisation account: a zip file with a summary as PDF, a table of the people as xlsx and as CSV, and a
 * credential. All are made of one reading of the ledger; the sums are those of the rows (docs/specification.md, section "Annual statements").
 */
export const statementExport: WholeFile = {
  async whole(asked, db) {
    const { enterpriseId, locale, timeZone, now } = asked;
    const input = asked.input as unknown as Input;
    const { year, department, departmentId, origin, organisation } = input;
    const organisationId = organisation === undefined ? null : asked.userId;
    const running = noFigures();
    const { xlsx, csv } = await writeTables(db, asked, input, running);
    const figures = stated(running);
    const content = organisation === undefined ? figures.content : { ...figures.content, organisation };
    const { name: enterpriseName } = await readEnterprise(db, enterpriseId);
    const said = { department, enterpriseName, people: figures.people, content };
    // Seen by others from now on: what they post is noted.
    const issued = await withTenant(enterpriseId, (own) =>
      issueOnce(own, { enterpriseId, year, departmentId, organisationId, at: now }, said),
    );
    const pdf = await makeStatement(issued, { locale, timeZone, origin, owner: enterpriseId });
    if (!organisationId) await compareFigures(db, { enterpriseId, timeZone }, issued);
    const file = (ending: string, bytes: Uint8Array): ZipFile => ({ name: `${issued.statementNo}.${ending}`, bytes });
    const credential = signStatement(issued, { tenant: { id: enterpriseId, name: enterpriseName }, origin });
    async function* files() {
      await Promise.resolve();
      yield file('pdf', pdf);
      yield file('xlsx', xlsx);
      yield file('csv', csv);
      yield file('jwt', Buffer.from(credential));
    }
    return { type: ZIP, bytes: await writeZip(files(), '') };
  },
};

type Said = Pick<typeof annualStatement.$inferSelect, 'department' | 'enterpriseName' | 'people' | 'content'>;

/** Issues the statement of a department, an organisation or the enterprise, unless the last one of the year says the same. */
async function issueOnce(
  db: TenantDb,
  {
    enterpriseId,
    year,
    departmentId,
    organisationId,
    at,
  }: { enterpriseId: string; year: number; departmentId: string | null; organisationId: string | null; at: Date },
  said: Said,
) {
  // Two jobs at once issue one.
  const lock = `statement ${enterpriseId} ${organisationId ?? departmentId} ${year}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
  const [last] = await db
    .select({ ...getTableColumns(annualStatement), isUnchanged })
    .from(annualStatement)
    .where(
      and(
        eq(annualStatement.enterpriseId, enterpriseId),
        eq(annualStatement.year, year),
        isNull(annualStatement.userId),
        departmentId === null ? isNull(annualStatement.departmentId) : eq(annualStatement.departmentId, departmentId),
        organisationId === null
          ? isNull(annualStatement.organisationId)
          : eq(annualStatement.organisationId, organisationId),
      ),
    )
    .orderBy(desc(annualStatement.issuedAt), desc(annualStatement.id))
    .limit(1);
  // The order of the people follows their names.
  const sorted = ({ department, enterpriseName, people, content }: Said) =>
    canonicalJson({ department, enterpriseName, content, people: people!.toSorted() });
  if (last?.isUnchanged && sorted(last) === sorted(said)) return last;
  const [issued] = await db
    .insert(annualStatement)
    .values({ enterpriseId, statementNo: newNumber(year), year, departmentId, organisationId, ...said, issuedAt: at })
    .returning();
  return issued!;
}

/** Writes both tables while the rows are read, 1,000 at a time, and adds them up. */
async function writeTables(db: TenantDb, asked: AskedExport, input: Input, running: Running) {
  const t = getT(asked.locale);
  const columns = COLUMNS.map((column) => ({ ...column, header: t(`export:column.${column.name}`) }));
  const table = { columns, timeZone: asked.timeZone };
  const csv = csvFile(table);
  const turn = turns();
  async function* rows(): AsyncGenerator<Cell[]> {
    for await (const row of readRows<Row>(db, peopleSql(asked, input))) {
      addFigures(running, row);
      const cells = columns.map(({ value }) => value(row));
      csv.add(cells);
      yield cells;
      await turn();
    }
  }
  const xlsx = await writeSheet({ ...table, name: t('export:name.statement'), rows: rows() });
  return { xlsx, csv: csv.end() };
}

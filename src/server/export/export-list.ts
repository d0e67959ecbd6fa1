import { sql, type SQL } from 'drizzle-orm';
import type { Locale } from '#src/i18n/locale.ts';
import type { Translate } from '#src/i18n/format.ts';
import type { ExportInput, ExportType } from '#src/contract/export.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { ZipFile } from './write-zip.ts';
import type { Requester } from './requester.ts';

/** Value of a cell. A `Date` is shown in the tenant's time zone; null is an empty cell. */
export type Cell = string | number | Date | null;

export type Column<Row> = {
  /** Key of the header in `export:column`. */
  name: string;
  /** The header itself, of columns that depend on what is exported. */
  header?: string;
  /** Width in characters. */
  width: number;
  type: 'text' | 'number' | 'time';
  value: (row: Row) => Cell;
};

/** A requested export, as its job runs it. */
export type AskedExport = Requester & {
  id: string;
  enterpriseId: string;
  enterpriseKey: string;
  exportType: ExportType;
  /** Filter of the list, scope and filter of people. */
  input: ExportInput;
  locale: Locale;
  /** Time zone of the tenant. */
  timeZone: string;
  fileName: string;
  now: Date;
};

/**
 * A list that can be exported. Declared by the domain of the list; the export domain knows no list.
 *
 * - `query`: the statement whose rows are exported, in order. It must respect the filter and the people of `asked`
 *   (`ofPeople`); row level security limits it to the tenant.
 * - `keeps`: a filter that the statement cannot express.
 * - `markdown`: returns the text of a row after another one (null: the first of the file), for an export that is asked for
 *   with `format: 'md'`.
 * - `file`: makes a file of a row, for an export that is asked for with `format: 'zip'`. It runs after the transaction that read all
 *   rows, which are in memory: they should be small.
 * - `signed`: the data of a signed file, for one that is asked for with `format: 'html'`.
 */
export type ExportList<Row> = {
  query: (asked: AskedExport) => SQL;
  keeps?: (row: Row, asked: AskedExport) => boolean;
  columns: (t: Translate, asked: AskedExport) => Column<Row>[];
  markdown?: (t: Translate, asked: AskedExport) => (row: Row, before: Row | null) => string;
  file?: (row: Row, asked: AskedExport) => Promise<ZipFile>;
  signed?: {
    format: string;
    head: (asked: AskedExport) => object;
    entry: (row: Row, asked: AskedExport) => object;
  };
};

/** An export that is no list: its domain writes the file. */
export type WholeFile = { whole: (asked: AskedExport, db: TenantDb) => Promise<{ type: string; bytes: Buffer }> };

/** All lists by the type of their exports. `never`: each list reads rows of its own type. */
export type ExportLists = Record<ExportType, ExportList<never> | WholeFile>;

/** Who a row belongs to; the query names the member `u`. */
export type OfPerson = { userName: string; department: string | null };
/** Columns that a query needs for `personColumns`. */
export const personSql = sql`u.user_name as "userName", u.department`;
/** The person of each row, in exports over other people. */
export const personColumns = ({ input: { scope = 'own' } }: AskedExport): Column<OfPerson>[] =>
  scope === 'own'
    ? []
    : [
        { name: 'person', width: 16, type: 'text', value: ({ userName }) => userName },
        { name: 'department', width: 20, type: 'text', value: ({ department }) => department },
      ];

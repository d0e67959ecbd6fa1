import type { PeopleField } from '#src/contract/rules/people-import.ts';
import { getT } from '#src/i18n/server.ts';
import type { FieldValues, Note, Reason } from '../tables/import.ts';
import { noteText, reasonText, valueText } from './row-texts.ts';

export type ResultRow = {
  line: number | null;
  cells: string[];
  kind: string;
  name: string;
  reasons: Reason[];
  kept: PeopleField[];
  before: FieldValues;
  after: FieldValues;
  outcome: 'done' | 'failed' | null;
  note: Note | null;
  undone: 'done' | 'partly' | 'failed' | null;
  undoNote: Note | null;
};
/** `parts`: arrays of `ResultRow` as JSON. `isApplied`: an outcome is known. */
export type ResultInput = {
  parts: string[];
  headings: string[];
  format: 'xlsx' | 'csv';
  locale: 'zh' | 'en';
  isApplied: boolean;
};

const INVALID_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ESCAPE = /_(?=x[0-9a-f]{4}_)/gi;
const MAX_CELL = 32_767;

/** Writes the rows of an import with what the plan does with them, and what came of it. */
export async function run({
  parts,
  headings,
  format,
  locale,
  isApplied,
}: ResultInput): Promise<Uint8Array<ArrayBuffer>> {
  const t = getT(locale);
  const own = ['line', 'name', 'kind', 'changes', ...(isApplied ? ['outcome'] : []), 'reason'];
  const header = [...own.map((name) => t(`people:import.result.${name}`)), ...headings];
  const changes = ({ before, after, kept }: ResultRow) =>
    [
      ...(Object.keys(after) as PeopleField[]).map((field) => {
        const [from, to] = [before, after].map(
          (values) => valueText(t, field, values[field]) ?? t('people:import.nothing'),
        );
        return `${t(`people:import.field.${field}`)}: ${field in before ? `${from} → ` : ''}${to}`;
      }),
      ...(kept.length > 0
        ? [
            t('people:import.stays', {
              fields: kept.map((field) => t(`people:import.field.${field}`)).join(t('people:import.and')),
            }),
          ]
        : []),
    ].join('\n');
  const cellsOf = (row: ResultRow) => [
    row.line === null ? '' : String(row.line),
    row.name,
    t(`people:import.kind.${row.kind}`),
    row.kind === 'changed' || row.kept.length > 0 ? changes(row) : '',
    ...(isApplied
      ? [
          row.undone
            ? t(`people:import.undone.${row.undone}`)
            : row.outcome
              ? t(`people:import.outcome.${row.outcome}`)
              : '',
        ]
      : []),
    [...row.reasons.map((reason) => reasonText(t, reason)), noteText(t, row.note), noteText(t, row.undoNote)]
      .filter(Boolean)
      .join('\n'),
    ...headings.map((_, at) => row.cells[at] ?? ''),
  ];
  const rows = function* () {
    for (const part of parts) for (const row of JSON.parse(part) as ResultRow[]) yield cellsOf(row);
  };
  return format === 'csv' ? writeCsv([header], rows()) : writeXlsx(header, rows(), t('people:import.result.sheet'));
}

export const transfer = (bytes: Uint8Array<ArrayBuffer>): ArrayBuffer[] => [bytes.buffer];

async function writeXlsx(header: string[], rows: Iterable<string[]>, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const storable = (text: string) => text.replace(INVALID_XML, '').slice(0, MAX_CELL).replace(ESCAPE, '_x005F_');
  const written = async function* () {
    for (const row of rows) yield row.map(storable);
  };
  const columns = header.map((text, at) => ({
    header: storable(text),
    width: [8, 14, 12, 40, 12][at] ?? 18,
    numFmt: '@',
  }));
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeXlsxStream(written(), { name, columns, freezePane: { rows: 1 } })) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

/** With a byte order mark, without which Excel reads another encoding; texts that begin like a formula are none. */
function writeCsv(header: string[][], rows: Iterable<string[]>): Uint8Array<ArrayBuffer> {
  const cell = (text: string) => {
    const plain = /^[=@\t\r]|^[+-](?![\d\s-]+$)/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  const lines: string[] = [];
  for (const row of header) lines.push(row.map(cell).join(','));
  for (const row of rows) lines.push(row.map(cell).join(','));
  return new TextEncoder().encode(`\ufeff${lines.join('\r\n')}\r\n`);
}

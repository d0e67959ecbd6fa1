import './report.css';
import '../kit/table.css';
import { useEffect, useState } from 'react';
import { useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { Pages } from '#src/components/Pages.tsx';
import { columnsOf, type Definition, type Entity, type ReportColumn, REPORT_PAGE } from '#src/contract/rules/report.ts';
import { reportColumnText, reportValueText } from '#src/i18n/report-text.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { amountText } from '#src/lib/amount-text.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { messageOf, pageOfEntity, type Result, RUN } from './report-list.ts';
import { ReportChart } from './ReportChart.tsx';

/** Milliseconds between two questions for a report that a job computes. */
const POLL_MS = 2_000;

type Props = {
  definition: Definition;
  timeZone: string;
  /** Things whose pages the viewer may open. */
  linked: readonly Entity[];
};

/** What a report shows: chart, table and totals. A large one is computed by a job, for which it waits. */
export function ReportResult(props: Props) {
  // Rows of another definition have other columns.
  return <ReportBody key={JSON.stringify(props.definition)} {...props} />;
}

function ReportBody({ definition, timeZone, linked }: Props) {
  const t = useT();
  const locale = useLocale();
  const [{ page, isFresh }, setAt] = useState({ page: 1, isFresh: false });
  const result = useCall(RUN, { definition, pageCurrent: page, pageSize: REPORT_PAGE, ...(isFresh && { isFresh }) });
  const { data, reload } = result;
  const isRunning = data?.state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    // Asking anew would begin anew.
    const timer = setInterval(() => (isFresh ? setAt({ page, isFresh: false }) : reload()), POLL_MS);
    return () => clearInterval(timer);
  });
  const again = (
    <button type="button" className="btn btn-sm" onClick={() => setAt({ page: 1, isFresh: true })}>
      {t('reports:view.again')}
    </button>
  );
  return (
    <div className="report-result flex flex-col gap-4" aria-busy={result.isPrevious || undefined}>
      <LoadState query={{ ...result, error: result.error && { message: messageOf(result.error) } }} lines={8}>
        {(found) =>
          found.state === 'running' ? (
            <p role="status" className="paper p-6 text-center">
              <span className="loading loading-spinner me-2" aria-hidden="true" />
              <Elapsed since={found.since!} />
            </p>
          ) : found.state === 'failed' ? (
            <div className="paper">
              <EmptyState icon="warning" title={t('reports:view.failed')}>
                {again}
              </EmptyState>
            </div>
          ) : found.totalCount === 0 && !found.totals ? (
            <div className="paper">
              <EmptyState icon="chart" title={t('reports:view.empty')} hint={t('reports:view.emptyHint')} />
            </div>
          ) : (
            <>
              {found.isCut && (
                <p role="status" className="alert alert-warning">
                  {t('reports:view.cut', { count: found.totalCount })}
                </p>
              )}
              <div className="report-parts">
                <ReportTable columns={columnsOf(definition)} result={found} linked={linked} />
                {page === 1 && <ReportChart columns={columnsOf(definition)} rows={found.list} />}
              </div>
              <Pages
                pageCurrent={found.pageCurrent}
                totalPage={found.totalPage}
                isBusy={result.isPrevious}
                onGo={(next) => setAt({ page: next, isFresh: false })}
              />
              <p className="no-print flex flex-wrap items-center gap-3 text-sm text-muted">
                {t('reports:view.rows', { count: found.totalCount })}
                {found.computedAt && (
                  <time dateTime={found.computedAt}>
                    {t('reports:view.computed', { time: dateTimeText(found.computedAt, timeZone, locale) })}
                  </time>
                )}
                {again}
              </p>
            </>
          )
        }
      </LoadState>
    </div>
  );
}

function Elapsed({ since }: { since: string }) {
  const t = useT();
  return t('reports:view.running', { count: Math.max(0, Math.round((Date.now() - Date.parse(since)) / 1000)) });
}

type TableProps = { columns: readonly ReportColumn[]; result: Result; linked: readonly Entity[] };

function ReportTable({ columns, result: { list, totals }, linked }: TableProps) {
  const t = useT();
  return (
    <div className="paper min-w-0 overflow-x-auto">
      <table className="kit-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.type === 'number' ? 'kit-number' : undefined}>
                {reportColumnText(column, t)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((row, n) => (
            <tr key={n}>
              {columns.map((column, c) => (
                <td
                  key={column.key}
                  data-label={reportColumnText(column, t)}
                  className={column.type === 'number' ? 'kit-number' : undefined}
                >
                  <CellText column={column} value={row.cells[c]!} thing={row.ids[c]!} linked={linked} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr>
              {columns.map((column, c) => (
                <td
                  key={column.key}
                  data-label={reportColumnText(column, t)}
                  className={`font-semibold ${column.type === 'number' ? 'kit-number' : ''}`}
                >
                  {column.aggregate ? (
                    <CellText column={column} value={totals[c]!} thing={null} linked={linked} />
                  ) : (
                    c === 0 && t('reports:totals')
                  )}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

type CellProps = {
  column: ReportColumn;
  value: string | number | null;
  thing: string | null;
  linked: readonly Entity[];
};

function CellText({ column, value, thing, linked }: CellProps) {
  const t = useT();
  const locale = useLocale();
  if (value === null) return <span className="text-muted">{column.type === 'number' ? '–' : t('reports:none')}</span>;
  if (typeof value === 'number') return amountText(value, locale);
  const text = reportValueText(column, value, t);
  const path =
    thing && column.entity && linked.includes(column.entity) ? pageOfEntity(column.entity, thing) : undefined;
  return path ? (
    <a className="link-hover text-primary" href={href(locale, path)}>
      {text}
    </a>
  ) : (
    text
  );
}

import { useState } from 'react';
import { invalidate, type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { type ReadyName, readyDefinition, readyReport } from '#src/contract/rules/ready-reports.ts';
import { type Definition, type Entity, sourceOf } from '#src/contract/rules/report.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { ExportTool } from '../kit/ExportTool.tsx';
import { FilterBar, type FilterField } from '../kit/FilterBar.tsx';
import { HistoryButton } from '../kit/History.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { useList } from '../kit/use-list.ts';
import { readyQuery, VIEW } from './report-list.ts';
import { ReportDeliveries } from './ReportDeliveries.tsx';
import { ReportResult } from './ReportResult.tsx';
import { ReportSchedule } from './ReportSchedule.tsx';
import { ValuePicker } from './ValuePicker.tsx';

type Props = {
  /** The name of a ready report, or the id of a saved one. */
  ready: ReadyName | null;
  id: string | null;
  search: string;
  timeZone: string;
  linked: readonly Entity[];
};

function ReportPage({ ready, id, ...props }: Props) {
  return ready ? <ReadyReport {...props} name={ready} /> : <SavedReport {...props} id={id!} />;
}

type Shown = Pick<Props, 'search' | 'timeZone' | 'linked'>;

/** A ready report with its filters. */
function ReadyReport({ name, search, ...props }: Shown & { name: ReadyName }) {
  const t = useT();
  const locale = useLocale();
  const list = useList(readyQuery(name), search);
  const { by, filters, period, source } = readyReport(name);
  const { fields } = sourceOf(source);
  const definition = readyDefinition(name, list.filter);
  const title = t(`reports:ready.${name}.title`);
  const shown: FilterField[] = [
    {
      name: 'by',
      label: t('reports:by'),
      control: (value, onChange) => (
        <select
          className="select w-full select-sm"
          aria-label={t('reports:by')}
          value={value ?? by[0]}
          onChange={({ target }) => onChange(target.value === by[0] ? undefined : target.value)}
        >
          {by.map((field) => (
            <option key={field} value={field}>
              {`${t('reports:by')}: ${t(`reports:field.${field}`)}`}
            </option>
          ))}
        </select>
      ),
    },
    ...(period
      ? (['from', 'to'] as const).map((each) => ({
          name: each,
          label: t(each === 'from' ? 'reports:from' : 'reports:to'),
          type: 'day' as const,
        }))
      : []),
    ...filters.map((field): FilterField => {
      const { entity, values } = fields[field]!;
      const label = t(`reports:field.${field}`);
      return entity
        ? {
            ...{ name: field, label },
            control: (value, onChange) => <ValuePicker {...{ entity, label, value, onChange }} isSmall />,
          }
        : { name: field, label, options: values!.map((value) => [value, t(`reports:value.${field}.${value}`)]) };
    }),
  ];
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={title} hint={t(`reports:ready.${name}.hint`)}>
        <Tools definition={definition} name={title} />
        <a
          className="btn border-base-300 bg-base-100 no-print btn-sm font-normal"
          href={href(locale, `/admin/reports/edit?report=${name}&${list.query}`)}
        >
          <Icon name="edit" className="size-4" />
          {t('reports:customise')}
        </a>
      </PageHead>
      <div className="no-print">
        <FilterBar list={list} columns={[]} fields={shown} />
      </div>
      <ReportResult {...props} definition={definition} />
    </div>
  );
}

/** A saved report, with its schedule. */
function SavedReport({ id, timeZone, linked }: Shown & { id: string }) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const [open, setOpen] = useState<'schedule' | 'log' | null>(null);
  const saved = useCall(VIEW, { id }).data!;
  const { name, source, canChange, definition, userName } = saved;
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={name} hint={`${t(`reports:source.${source}`)} · ${t('reports:saved.by', { name: userName })}`}>
        <Tools definition={definition} name={name} />
        <button
          type="button"
          className="btn border-base-300 bg-base-100 no-print btn-sm font-normal"
          disabled={!hydrated}
          onClick={() => setOpen('log')}
        >
          <Icon name="list" className="size-4" />
          {t('reports:delivery.button')}
        </button>
        <span className="no-print">
          <HistoryButton kind="report" id={id} name={name} timeZone={timeZone} />
        </span>
        {canChange && (
          <>
            <button
              type="button"
              className="btn border-base-300 bg-base-100 no-print btn-sm font-normal"
              disabled={!hydrated}
              onClick={() => setOpen('schedule')}
            >
              <Icon name="mail" className="size-4" />
              {t('reports:schedule.button')}
            </button>
            <a
              className="btn border-base-300 bg-base-100 no-print btn-sm font-normal"
              href={href(locale, `/admin/reports/edit?id=${id}`)}
            >
              <Icon name="edit" className="size-4" />
              {t('reports:edit')}
            </a>
          </>
        )}
      </PageHead>
      <ReportResult {...{ definition, timeZone, linked }} />
      {open === 'schedule' && (
        <ReportSchedule
          {...{ saved, timeZone }}
          onClose={() => {
            setOpen(null);
            invalidate(VIEW);
          }}
        />
      )}
      {open === 'log' && <ReportDeliveries {...{ id, timeZone }} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** Files of a report, and its print. */
function Tools({ definition, name }: { definition: Definition; name: string }) {
  const t = useT();
  const hydrated = useHydrated();
  return (
    <>
      {(['xlsx', 'csv'] as const).map((format) => (
        <span key={format} className="no-print">
          <ExportTool
            call="POST /report/auth/report/export"
            input={{ definition, name, format }}
            label={t(`reports:export.${format}`)}
          />
        </span>
      ))}
      <button
        type="button"
        className="btn border-base-300 bg-base-100 no-print btn-sm font-normal"
        disabled={!hydrated}
        onClick={() => print()}
      >
        <Icon name="file" className="size-4" />
        {t('reports:print')}
      </button>
    </>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <ReportPage {...props} />
  </GivenContext>
));

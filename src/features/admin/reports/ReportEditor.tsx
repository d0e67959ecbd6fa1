import { useEffect, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { api } from '#src/client/api.ts';
import { leavePage } from '#src/client/leave-page.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import {
  AGGREGATES,
  columnsOf,
  type Definition,
  type Entity,
  MAX_REPORT,
  type Measure,
  measureKey,
  type SourceName,
  sourceOf,
} from '#src/contract/rules/report.ts';
import { reportColumnText } from '#src/i18n/report-text.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Confirm } from '../kit/Confirm.tsx';
import { CheckField, Group, SelectField, TextField } from '../kit/fields.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { complete, messageOf, type Saved } from './report-list.ts';
import { FieldRows } from './FieldRows.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import { ReportResult } from './ReportResult.tsx';

type Props = {
  /** The report that is changed; null: a new one. */
  stored: Pick<Saved, 'id' | 'revision' | 'name' | 'isShared'> | null;
  /** With what it begins. */
  begun: Definition;
  sources: readonly SourceName[];
  canShare: boolean;
  timeZone: string;
  linked: readonly Entity[];
};

/** Milliseconds after the last change before the preview follows. */
const PAUSE_MS = 400;
const COUNT: Measure = { aggregate: 'count', field: null };

/** The builder of reports, with a preview of what it shows. */
function ReportEditor({ stored, begun, sources, canShare, timeZone, linked }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const [name, setName] = useState(stored?.name ?? '');
  const [isShared, setShared] = useState(stored?.isShared ?? false);
  const [definition, setDefinition] = useState(begun);
  const [previewed, setPreviewed] = useState(complete(begun));
  const [isDeleting, setDeleting] = useState(false);
  const [alert, setAlert] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setPreviewed(complete(definition)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [definition]);
  const { source, columns, groups, measures, filters, sort } = definition;
  const { fields } = sourceOf(source);
  const isList = groups.length === 0 && measures.length === 0;
  // An order by what is not shown any more is none.
  const change = (more: Partial<Definition>) => {
    const next = { ...definition, ...more };
    const isKnown = columnsOf(next).some(({ key }) => key === next.sort?.by);
    setDefinition(isKnown ? next : { ...next, sort: null });
  };
  const names = Object.keys(fields);
  const options = (all: string[]) => all.map((value) => ({ value, label: t(`reports:field.${value}`) }));
  const { run: save, isPending } = useAction(async (asNew: boolean) => {
    const own = stored && !asNew ? { id: stored.id, revision: stored.revision } : {};
    const given = { ...own, name, isShared, definition: complete(definition) };
    const { id } = await api('POST /report/auth/report/save', given, { isShowErrTip: false }).catch(
      (error: unknown) => {
        if (error instanceof ApiError) setAlert(messageOf(error));
        throw error;
      },
    );
    notify(t('reports:editor.saved'), 'success');
    await leavePage({ path: href(locale, `/admin/reports/view?id=${id}`) });
  });
  const remove = async () => {
    await api('DELETE /report/auth/report/delete', { id: stored!.id });
    notify(t('reports:editor.deleted'), 'success');
    await leavePage({ path: href(locale, '/admin/reports') });
  };
  const isEmpty = isList && columns.length === 0;
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={stored?.name ?? t('reports:editor.newTitle')}>
        {stored && (
          <>
            <button type="button" className="btn btn-ghost" disabled={!hydrated} onClick={() => setDeleting(true)}>
              {t('reports:editor.delete')}
            </button>
            <button type="button" className="btn" disabled={!hydrated} onClick={() => void save(true)}>
              {t('reports:editor.saveAs')}
            </button>
          </>
        )}
        <button
          type="button"
          className="btn btn-primary"
          disabled={!hydrated}
          aria-disabled={isPending}
          onClick={() => void save(false)}
        >
          {t('reports:editor.save')}
        </button>
      </PageHead>
      <FormAlert text={alert} />
      <div className="grid items-start gap-6 xl:grid-cols-[26rem_minmax(0,1fr)]">
        {/* What is chosen before the island runs would be shown, and have no effect. */}
        <fieldset className="contents" disabled={!hydrated}>
          <Group title={stored ? t('reports:editor.title') : t('reports:editor.newTitle')}>
            <TextField label={t('reports:editor.name')} value={name} onChange={setName} maxLength={60} />
            <SelectField
              label={t('reports:editor.source')}
              value={source}
              onChange={(next) => setDefinition({ ...startOf(next) })}
              options={sources.map((value) => ({ value, label: t(`reports:source.${value}`) }))}
            />
            <SelectField
              label={t('reports:editor.kind')}
              value={isList ? 'list' : 'grouped'}
              onChange={(kind) =>
                change(
                  kind === 'list'
                    ? { groups: [], measures: [], columns: columns.length > 0 ? columns : names.slice(0, 4) }
                    : { groups: groups.length > 0 ? groups : names.slice(0, 1), measures: [COUNT] },
                )
              }
              options={(['grouped', 'list'] as const).map((value) => ({ value, label: t(`reports:editor.${value}`) }))}
            />
            {isList ? (
              <FieldRows
                label={t('reports:editor.columns')}
                add={t('reports:editor.addColumn')}
                chosen={columns}
                options={options(names)}
                most={MAX_REPORT.columns}
                onChange={(next) => change({ columns: next })}
              />
            ) : (
              <>
                <FieldRows
                  label={t('reports:editor.groups')}
                  add={t('reports:editor.addGroup')}
                  chosen={groups}
                  options={options(names.filter((each) => fields[each]!.type !== 'number'))}
                  most={MAX_REPORT.groups}
                  onChange={(next) => change({ groups: next, measures: measures.length > 0 ? measures : [COUNT] })}
                />
                <FieldRows
                  label={t('reports:editor.measures')}
                  add={t('reports:editor.addMeasure')}
                  chosen={measures.map(measureKey)}
                  options={measuresOf(source).map((measure) => ({
                    value: measureKey(measure),
                    label: reportColumnText(measure, t),
                  }))}
                  most={MAX_REPORT.measures}
                  onChange={(next) =>
                    change({ measures: measuresOf(source).filter((each) => next.includes(measureKey(each))) })
                  }
                />
              </>
            )}
            <ReportFilters source={source} filters={filters} onChange={(next) => change({ filters: next })} />
            {!isEmpty && (
              <>
                <SelectField
                  label={t('reports:editor.sortBy')}
                  value={sort?.by ?? ''}
                  onChange={(by) => change({ sort: by ? { by, descending: sort?.descending ?? false } : null })}
                  options={[
                    { value: '', label: t('reports:editor.byDefault') },
                    ...columnsOf(definition).map((column) => ({
                      value: column.key,
                      label: reportColumnText(column, t),
                    })),
                  ]}
                />
                {sort && (
                  <CheckField
                    label={t('reports:editor.descending')}
                    value={sort.descending}
                    onChange={(descending) => change({ sort: { ...sort, descending } })}
                  />
                )}
              </>
            )}
            {canShare && (
              <CheckField
                label={t('reports:editor.isShared')}
                hint={t('reports:editor.sharedHint')}
                value={isShared}
                onChange={setShared}
              />
            )}
          </Group>
        </fieldset>
        <section aria-label={t('reports:editor.preview')} className="min-w-0">
          {isEmpty ? (
            <p className="paper p-6 text-muted">{t('reports:editor.previewHint')}</p>
          ) : (
            <ReportResult definition={previewed} timeZone={timeZone} linked={linked} />
          )}
        </section>
      </div>
      {isDeleting && (
        <Confirm
          title={t('reports:editor.delete')}
          consequences={[t('reports:editor.deleteText', { name: stored!.name })]}
          action={t('reports:editor.delete')}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  );
}

/** With what the report of another source begins: the number of its rows by its first field. */
const startOf = (source: SourceName): Definition => ({
  ...{ source, columns: [], groups: Object.keys(sourceOf(source).fields).slice(0, 1), measures: [COUNT] },
  ...{ filters: [], sort: null },
});

/** Everything that can be counted of a source. */
function measuresOf(source: SourceName): Measure[] {
  const { fields } = sourceOf(source);
  const numbers = Object.keys(fields).filter((name) => fields[name]!.type === 'number');
  return [
    COUNT,
    ...('person' in fields ? [{ aggregate: 'people' as const, field: null }] : []),
    ...numbers.flatMap((field) =>
      AGGREGATES.filter((aggregate) => aggregate !== 'people').map((aggregate) => ({ aggregate, field })),
    ),
  ];
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <ReportEditor {...props} />
  </GivenContext>
));

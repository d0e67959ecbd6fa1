import {
  AGGREGATES,
  columnsOf,
  type Definition,
  MAX_REPORT,
  type Measure,
  measureKey,
  type SourceName,
  sourceOf,
} from '#src/contract/rules/report.ts';
import { useT } from '#src/i18n/island.tsx';
import { reportColumnText } from '#src/i18n/report-text.ts';
import { CheckField, SelectField } from '../kit/fields.tsx';
import { FieldRows } from './FieldRows.tsx';
import { ReportFilters } from './ReportFilters.tsx';

type Props = { definition: Definition; sources: readonly SourceName[]; onChange: (definition: Definition) => void };

const COUNT: Measure = { aggregate: 'count', field: null };

/** What a report shows: its source, columns or groups, filters and order. */
export function DefinitionFields({ definition, sources, onChange }: Props) {
  const t = useT();
  const { source, columns, groups, measures, filters, sort } = definition;
  const { fields } = sourceOf(source);
  const isList = groups.length === 0 && measures.length === 0;
  // An order by what is not shown any more is none.
  const change = (more: Partial<Definition>) => {
    const next = { ...definition, ...more };
    const isKnown = columnsOf(next).some(({ key }) => key === next.sort?.by);
    onChange(isKnown ? next : { ...next, sort: null });
  };
  const fieldNames = Object.keys(fields);
  const options = (all: string[]) => all.map((value) => ({ value, label: t(`reports:field.${value}`) }));
  return (
    <>
      <SelectField
        label={t('reports:editor.source')}
        value={source}
        onChange={(next) => onChange({ ...startOf(next) })}
        options={sources.map((value) => ({ value, label: t(`reports:source.${value}`) }))}
      />
      <SelectField
        label={t('reports:editor.kind')}
        value={isList ? 'list' : 'grouped'}
        onChange={(kind) =>
          change(
            kind === 'list'
              ? { groups: [], measures: [], columns: columns.length > 0 ? columns : fieldNames.slice(0, 4) }
              : { groups: groups.length > 0 ? groups : fieldNames.slice(0, 1), measures: [COUNT] },
          )
        }
        options={(['grouped', 'list'] as const).map((value) => ({ value, label: t(`reports:editor.${value}`) }))}
      />
      {isList ? (
        <FieldRows
          label={t('reports:editor.columns')}
          add={t('reports:editor.addColumn')}
          chosen={columns}
          options={options(fieldNames)}
          most={MAX_REPORT.columns}
          onChange={(next) => change({ columns: next })}
        />
      ) : (
        <>
          <FieldRows
            label={t('reports:editor.groups')}
            add={t('reports:editor.addGroup')}
            chosen={groups}
            options={options(fieldNames.filter((each) => fields[each]!.type !== 'number'))}
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
      {columnsOf(definition).length > 0 && (
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
    </>
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

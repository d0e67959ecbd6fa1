import { Icon } from '#src/components/Icon.tsx';
import { MAX_REPORT, operatorsOf, type ReportFilter, type SourceName, sourceOf } from '#src/contract/rules/report.ts';
import { useT } from '#src/i18n/island.tsx';
import { FieldGroup } from '../kit/fields.tsx';
import { ValuePicker } from './ValuePicker.tsx';

type Props = { source: SourceName; filters: ReportFilter[]; onChange: (filters: ReportFilter[]) => void };

/** The conditions of a report: each of one field. */
export function ReportFilters({ source, filters, onChange }: Props) {
  const t = useT();
  const { fields } = sourceOf(source);
  const set = (at: number, more: Partial<ReportFilter>) =>
    onChange(filters.map((filter, n) => (n === at ? { ...filter, ...more } : filter)));
  return (
    <FieldGroup label={t('reports:editor.filters')} className="flex flex-col gap-3">
      {filters.map((filter, at) => {
        const label = t(`reports:field.${filter.field}`);
        const operators = operatorsOf(fields[filter.field]!);
        return (
          <div key={at} className="report-row">
            <span className="w-full text-sm font-medium">{label}</span>
            {operators.length > 1 && (
              <select
                className="select w-28 select-sm"
                aria-label={`${label} · ${t('reports:editor.op')}`}
                value={filter.op}
                onChange={({ target }) => set(at, { op: target.value as ReportFilter['op'], values: [''] })}
              >
                {operators.map((op) => (
                  <option key={op} value={op}>
                    {t(`reports:editor.opName.${op}`)}
                  </option>
                ))}
              </select>
            )}
            <div className="report-wide">
              <Value source={source} filter={filter} label={label} onChange={(value) => set(at, { values: [value] })} />
            </div>
            <button
              type="button"
              className="btn btn-square btn-ghost btn-sm"
              aria-label={t('reports:editor.remove', { name: label })}
              onClick={() => onChange(filters.filter((_, n) => n !== at))}
            >
              <Icon name="close" className="size-4" />
            </button>
          </div>
        );
      })}
      {filters.length < MAX_REPORT.filters && (
        <select
          className="select w-full select-sm"
          aria-label={t('reports:editor.addFilter')}
          value=""
          onChange={({ target: { value: field } }) =>
            onChange([...filters, { field, op: operatorsOf(fields[field]!)[0]!, values: [''] }])
          }
        >
          <option value="">{t('reports:editor.addFilter')}</option>
          {Object.keys(fields).map((name) => (
            <option key={name} value={name}>
              {t(`reports:field.${name}`)}
            </option>
          ))}
        </select>
      )}
    </FieldGroup>
  );
}

type ValueProps = {
  source: SourceName;
  filter: ReportFilter;
  label: string;
  onChange: (value: string) => void;
};

function Value({ source, filter: { field, values }, label, onChange }: ValueProps) {
  const t = useT();
  const { entity, type, values: choices } = sourceOf(source).fields[field]!;
  const value = values[0] ?? '';
  const name = `${label} · ${t('reports:editor.valueLabel')}`;
  if (entity)
    return (
      <ValuePicker
        entity={entity}
        label={label}
        value={value || undefined}
        onChange={(id) => onChange(id ?? '')}
        isSmall
      />
    );
  if (choices)
    return (
      <select
        className="select w-full select-sm"
        aria-label={name}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{t('reports:any')}</option>
        {choices.map((each) => (
          <option key={each} value={each}>
            {t(`reports:value.${field}.${each}`)}
          </option>
        ))}
      </select>
    );
  return (
    <input
      className="input input-sm w-full"
      type={type === 'day' ? 'date' : 'text'}
      inputMode={type === 'number' ? 'decimal' : undefined}
      placeholder={type === 'period' ? '2026-03' : undefined}
      maxLength={100}
      aria-label={name}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

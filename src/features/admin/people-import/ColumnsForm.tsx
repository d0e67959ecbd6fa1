import { useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { invalidate } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { PEOPLE_FIELDS, type PeopleField } from '#src/contract/rules/people-import.ts';
import { useT } from '#src/i18n/island.tsx';
import { CheckField, Group, SelectField } from '../kit/fields.tsx';
import { type Import, VIEW } from './import-list.ts';

type Options = Import['options'];
const OPTIONS: readonly (keyof Options)[] = ['keepEdited', 'emptyClears', 'refuseNew', 'allMissing'];
/** Values of a column that are shown as examples. */
const EXAMPLES = 3;
/** Characters of the cells that name a row. */
const NAMED = 24;

/** The sheet, the row of the headings, what the columns are, and how the file is compared. */
export function ColumnsForm({ stored, onDone }: { stored: Import; onDone: () => void }) {
  const t = useT();
  const hydrated = useHydrated();
  const { id, sheets } = stored;
  const [sheet, setSheet] = useState(stored.sheet);
  const { top, header: found } = sheets[sheet]!;
  const [header, setHeader] = useState(found);
  const row = top[header];
  const proposed = (of: typeof row) => of?.cells.map((_, at) => of.columns[at] ?? null) ?? [];
  const [columns, setColumns] = useState<(PeopleField | null)[]>(() => proposed(row));
  const [options, setOptions] = useState(stored.options);
  const [alert, setAlert] = useState('');
  const chooseRow = (of: typeof top, at: number) => {
    setHeader(at);
    setColumns(proposed(of[at]));
  };
  const plan = useAction(async () => {
    try {
      await api('PUT /people/auth/import/plan', { id, sheet, header, columns, options }, { isShowErrTip: false });
      invalidate(VIEW);
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setAlert(Object.values(error.fields)[0] ?? error.message);
    }
  });
  const choices = [
    { value: null, label: t('people:import.ignored') },
    ...PEOPLE_FIELDS.map((field) => ({ value: field, label: t(`people:import.field.${field}`) })),
  ];
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void plan.run();
      }}
    >
      <Group title={t('people:import.columns')} hint={t('people:import.columnsHint')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {sheets.length > 1 && (
            <SelectField
              label={t('people:import.sheet')}
              value={sheet}
              options={sheets.map(({ name, hidden }, at) => ({
                value: at,
                label: hidden ? t('people:import.hiddenSheet', { name }) : name,
              }))}
              onChange={(at) => {
                setSheet(at);
                chooseRow(sheets[at]!.top, sheets[at]!.header);
              }}
            />
          )}
          <SelectField
            label={t('people:import.header')}
            value={header}
            options={top.map(({ line, cells }, at) => ({
              value: at,
              label: t('people:import.headerRow', { line, cells: cells.filter(Boolean).join(' · ').slice(0, NAMED) }),
            }))}
            onChange={(at) => chooseRow(top, at)}
          />
        </div>
        <ul className="flex flex-col divide-y divide-base-300">
          {row?.cells.map((heading, at) => (
            <li key={at} className="grid items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_16rem]">
              <div className="min-w-0">
                <p className="font-medium break-words">{heading || t('people:import.noHeading', { number: at + 1 })}</p>
                <p className="truncate text-sm text-muted">
                  {top
                    .slice(header + 1)
                    .map(({ cells }) => cells[at])
                    .filter(Boolean)
                    .slice(0, EXAMPLES)
                    .join(' · ')}
                </p>
              </div>
              <select
                className="select w-full select-sm"
                aria-label={t('people:import.columnIs', { heading: heading || at + 1 })}
                value={columns[at] ?? ''}
                disabled={!hydrated}
                onChange={({ target }) =>
                  setColumns(
                    columns.map((field, index) => (index === at ? choices[target.selectedIndex]!.value : field)),
                  )
                }
              >
                {choices.map(({ value, label }) => (
                  <option key={value} value={value ?? ''}>
                    {label}
                  </option>
                ))}
              </select>
            </li>
          ))}
        </ul>
      </Group>
      <Group title={t('people:import.options')}>
        {OPTIONS.map((name) => (
          <CheckField
            key={name}
            label={t(`people:import.option.${name}`)}
            hint={t(`people:import.optionHint.${name}`)}
            value={options[name]}
            onChange={(value) => setOptions({ ...options, [name]: value })}
          />
        ))}
      </Group>
      <FormAlert text={alert} />
      <button type="submit" className="btn self-start btn-primary" disabled={!hydrated} aria-disabled={plan.isPending}>
        {t('people:import.compare')}
      </button>
    </form>
  );
}

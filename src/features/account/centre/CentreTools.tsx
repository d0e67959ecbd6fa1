import { useCall } from '#src/client/query.ts';
import { KeywordField } from '#src/components/KeywordField.tsx';
import type { CentreList } from '#src/contract/rules/centre.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { ExportButton } from '../ExportButton.tsx';
import { type CentreView, departments } from './centre-view.ts';

type Props = {
  view: CentreView;
  list: CentreList;
  /** Whether there is something to export. */
  hasRows: boolean;
};

/** Search by text and department, a GET form, and the exports of the list with its filter. */
export function CentreTools({ view, list, hasRows }: Props) {
  const t = useT();
  const locale = useLocale();
  const choices = useCall(...departments());
  const { keyword, department, state, ends } = view;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <form
        // Fields are uncontrolled: another address has other values.
        key={`${list} ${keyword} ${department} ${choices.data?.length}`}
        method="get"
        action={href(locale, '/account')}
        role="search"
        className="me-auto flex w-full flex-wrap gap-2 sm:w-auto"
      >
        <input type="hidden" name="change" value="7" />
        <input type="hidden" name="part" value={list} />
        {state && <input type="hidden" name="state" value={state} />}
        {ends && <input type="hidden" name="ends" value={ends} />}
        <select
          name="department"
          defaultValue={department}
          className="select w-full select-sm sm:w-56"
          aria-label={t('order:picker.department')}
        >
          <option value="">{t('order:picker.allDepartments')}</option>
          {choices.data?.map((each) => (
            <option key={each.department} value={each.department}>
              {each.department}
            </option>
          ))}
        </select>
        <div className="flex w-full gap-2 sm:w-auto">
          <KeywordField
            value={keyword}
            label={t(`centre:keyword.${list}`)}
            action={t('order:list.search')}
            className="min-w-0 grow sm:w-64"
          />
        </div>
      </form>
      {hasRows && <CentreExports view={view} list={list} />}
    </div>
  );
}

/** The exports of a list, with the filter that is shown. */
export function CentreExports({ view, list }: Pick<Props, 'view' | 'list'>) {
  const t = useT();
  const { keyword, department, state, ends, person } = view;
  const input = {
    ...{ list, userId: person },
    ...(person ? {} : { keyword, department }),
    ...(list === 'seats' ? { state, ends } : {}),
  };
  return (
    <div className="flex flex-wrap">
      {(['xlsx', 'csv'] as const).map((format) => (
        <ExportButton
          key={format}
          call="POST /course/auth/centre/export"
          input={{ ...input, format }}
          label={t(`centre:export.${format}`)}
        />
      ))}
    </div>
  );
}

import '#src/components/table-scroll.css';
import { useId } from 'react';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { amountText } from '#src/lib/amount-text.ts';

type Department = Data<'POST /course/auth/requirement/matrix/total'>['departments'][number];
const STATES = ['overdue', 'open', 'fulfilled', 'exempt'] as const;
const TITLES = { overdue: 'overdue', open: 'due', fulfilled: 'fulfilled', exempt: 'exempt' } as const;

/** Totals of the matrix by department, at first of all together. */
export function MatrixTotals({
  departments,
  onChoose,
}: {
  departments: Department[] | undefined;
  onChoose: (path: string) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const id = useId();
  if (!departments || departments.length === 0) return null;
  const sum = (of: (each: Department) => number) => departments.reduce((total, each) => total + of(each), 0);
  return (
    <section className="paper flex flex-col gap-3 p-4" aria-labelledby={id}>
      <h2 id={id} className="sr-only">
        {t('requirement:matrixView.total')}
      </h2>
      <dl className="matrix-figures">
        <Figure label={t('requirement:people')} value={sum(({ people }) => people)} />
        {STATES.map((state) => (
          <Figure
            key={state}
            label={t(`requirement:state.${TITLES[state]}`)}
            value={sum((each) => each[state])}
            isBad={state === 'overdue'}
          />
        ))}
      </dl>
      {departments.length > 1 && (
        <details>
          <summary className="cursor-pointer text-sm">{t('requirement:matrixView.totals')}</summary>
          <div className="table-scroll matrix-totals">
            <table className="table table-sm">
              <thead>
                <tr>
                  <th>{t('requirement:matrixView.department')}</th>
                  <th className="text-end">{t('requirement:people')}</th>
                  {STATES.map((state) => (
                    <th key={state} className="text-end">
                      {t(`requirement:state.${TITLES[state]}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="tabular-nums">
                {departments.map((each) => (
                  <tr key={each.department}>
                    <th scope="row" className="font-normal">
                      {each.department ? (
                        <button type="button" className="link text-start" onClick={() => onChoose(each.department!)}>
                          {each.department}
                        </button>
                      ) : (
                        t('requirement:matrixView.allDepartments')
                      )}
                    </th>
                    <td className="text-end">{amountText(each.people, locale)}</td>
                    {STATES.map((state) => (
                      <td key={state} className="text-end">
                        {amountText(each[state], locale)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </section>
  );
}

function Figure({ label, value, isBad }: { label: string; value: number; isBad?: boolean }) {
  const locale = useLocale();
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={`text-xl font-semibold ${isBad && value > 0 ? 'text-error' : ''}`}>{amountText(value, locale)}</dd>
    </div>
  );
}

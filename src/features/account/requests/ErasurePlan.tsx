import '#src/components/table-scroll.css';
import { useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';

/** What the erasure of a member's personal data erases, changes and keeps, for the administrator who decides it. */
export function ErasurePlan({ userId }: { userId: string }) {
  const t = useT();
  const plan = useCall('GET /user/auth/people/data/plan', { userId });
  return (
    <LoadState query={plan} lines={4}>
      {({ list, isLastAdministrator }) => (
        <section className="flex flex-col gap-2 border-t border-base-300 pt-4 text-sm" aria-labelledby="plan-title">
          <h3 id="plan-title" className="font-medium">
            {t('account:data.plan')}
          </h3>
          <p className="text-muted">{t('account:data.planHint')}</p>
          {isLastAdministrator && <p className="alert alert-warning">{t('account:data.planLast')}</p>}
          <div className="table-scroll">
            <table className="table table-sm">
              <thead>
                <tr>
                  {(['group', 'fate', 'count'] as const).map((each) => (
                    <th key={each} scope="col" className={each === 'count' ? 'text-end' : undefined}>
                      {t(`account:data.planColumn.${each}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {list.map(({ group, fate, count }) => (
                  <tr key={`${group} ${fate}`}>
                    <th scope="row" className="font-normal">
                      {t(`account:data.group.${group}`)}
                    </th>
                    <td>{t(`account:data.planFate.${fate}`)}</td>
                    <td className="text-end tabular-nums">{count}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </LoadState>
  );
}

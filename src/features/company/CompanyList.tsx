import { useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { signOut } from '#src/client/session.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { useReloadOnReturn } from '#src/client/use-reload-on-return.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { CompanyRow, type Company } from './CompanyRow.tsx';
import { useConsent } from './consent.tsx';
import { enterCompany } from './enter-company.ts';

type Rules = Data<'GET /user/auth/enterprise/info/rules/view'>;
type Props = {
  companies: Company[];
  rules: Rules;
  /** Whether the session belongs to one of them. */
  signedIn: boolean;
  /** The enterprise of this host. */
  tenant: { id: string; name: string };
};

/** The user's enterprises; without any, an explanation how to join one. */
export default island(function CompanyList({ companies, rules, signedIn, tenant }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const consent = useConsent(tenant.name);
  const [chosen, setChosen] = useState('');
  const enter = useAction(async (enterpriseId: string) => {
    setChosen(enterpriseId);
    try {
      await enterCompany(enterpriseId, href(locale, '/home'), consent.ask);
    } catch (error) {
      if (error instanceof ApiError && !error.needsLogin) notify(error.message || t('common:operationFailed'), 'error');
      throw error;
    }
  });

  useReloadOnReturn();

  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="text-2xl font-semibold">{t('company:title')}</h1>
      {companies.length === 0 ? (
        <NoCompany rules={rules} />
      ) : (
        <>
          <p className="mt-2 text-muted">{signedIn ? t('company:hint') : t('company:notSignedIn')}</p>
          <ul className="mt-6 flex flex-col gap-3">
            {companies.map((company) => (
              <CompanyRow
                key={company.enterpriseId}
                company={company}
                // The host of this page also gives access to its enterprise.
                reachable={company.origin !== null || company.enterpriseId === tenant.id}
                disabled={!hydrated}
                isPending={enter.isPending && chosen === company.enterpriseId}
                onEnter={() => void enter.run(company.enterpriseId)}
              />
            ))}
          </ul>
          <div className="mt-3">
            {rules.open ? (
              <AddCompany />
            ) : (
              <p className="px-1 pt-2 text-sm text-muted">{t('company:register.closedHint')}</p>
            )}
          </div>
          {consent.dialog}
        </>
      )}
    </div>
  );
});

function NoCompany({ rules }: { rules: Rules }) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  return (
    <div className="paper mt-6">
      <EmptyState icon="building" title={t('company:none.title')}>
        <p className="max-w-md text-sm text-muted">
          {rules.phone ? t('company:none.hintPhone') : t('company:none.hint')}
          {rules.phone && <b className="font-semibold whitespace-nowrap text-base-content">{rules.phone}</b>}
        </p>
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          {rules.open && (
            <a href={href(locale, '/appCompany')} className="btn btn-primary">
              <Icon name="plus" />
              {t('company:add')}
            </a>
          )}
          <button type="button" disabled={!hydrated} className="btn" onClick={() => void signOut()}>
            <Icon name="logout" />
            {t('common:user.signOut')}
          </button>
        </div>
      </EmptyState>
    </div>
  );
}

function AddCompany() {
  const t = useT();
  const locale = useLocale();
  return (
    <a
      href={href(locale, '/appCompany')}
      className="flex items-center gap-4 rounded-box border border-dashed border-base-300 p-4 transition-colors hover:border-primary hover:text-primary sm:p-5"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-field bg-base-300">
        <Icon name="plus" />
      </span>
      <span>
        <span className="block font-medium">{t('company:add')}</span>
        <span className="block text-sm text-muted">{t('company:addHint')}</span>
      </span>
    </a>
  );
}

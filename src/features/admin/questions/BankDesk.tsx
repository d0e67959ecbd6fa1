import { useState } from 'react';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { KeywordField } from '#src/components/KeywordField.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { BankDialog } from './BankDialog.tsx';
import { type Bank, bankLink } from './bank-query.ts';

type Props = { page: number; keyword: string | undefined; isAdmin: boolean };

/** The question banks that the viewer may edit. */
function BankDesk({ page, keyword, isAdmin }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const banks = useCall('POST /exam/auth/question/bank/page', { pageCurrent: page, keyword });
  const [edited, setEdited] = useState<Bank | 'new' | null>(null);
  const link = (to: number) =>
    href(locale, `/admin/questions?${new URLSearchParams({ ...(keyword && { keyword }), page: String(to) })}`);
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold">{t('bank:title')}</h1>
          <p className="mt-1 text-muted">{t('bank:intro')}</p>
        </div>
        <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={() => setEdited('new')}>
          <Icon name="plus" className="size-4" />
          {t('bank:newBank')}
        </button>
      </header>
      <form method="get" action={href(locale, '/admin/questions')} role="search" className="flex flex-wrap gap-2">
        <KeywordField value={keyword} label={t('bank:bankKeyword')} action={t('bank:search')} />
      </form>
      <PagedList
        label={t('bank:title')}
        query={banks}
        keyOf={({ id }) => id}
        href={link}
        empty={
          <EmptyState
            icon="folder"
            title={t(keyword ? 'bank:emptyFiltered' : 'bank:noBanks')}
            hint={t(isAdmin ? 'bank:noBanksHint' : 'bank:noBanksLecturer')}
          />
        }
      >
        {(bank) => (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-4 sm:px-6">
            <div className="min-w-0 grow basis-60">
              <a href={bankLink(locale, bank.id, {})} className="font-medium break-words hover:text-primary">
                {bank.title}
              </a>
              <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
                <span>{t('bank:questionCount', { count: bank.questionCount })}</span>
                {bank.publishedCount < bank.questionCount && (
                  <span>{t('bank:withdrawnCount', { count: bank.questionCount - bank.publishedCount })}</span>
                )}
                <span>{t('bank:examCount', { count: bank.examCount })}</span>
                {bank.editors.length > 0 && (
                  <span>{t('bank:editedBy', { names: bank.editors.map(({ userName }) => userName).join(', ') })}</span>
                )}
              </p>
            </div>
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              disabled={!hydrated}
              aria-label={t('bank:editBankNamed', { title: bank.title })}
              onClick={() => setEdited(bank)}
            >
              <Icon name="edit" className="size-4" />
              {t('bank:editBank')}
            </button>
          </div>
        )}
      </PagedList>
      {edited && (
        <BankDialog bank={edited === 'new' ? null : edited} isAdmin={isAdmin} onClose={() => setEdited(null)} />
      )}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <BankDesk {...props} />
  </GivenContext>
));

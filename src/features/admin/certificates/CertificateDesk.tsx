import { useState } from 'react';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Choices } from '#src/components/Choices.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { KeywordField } from '#src/components/KeywordField.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { ChangeDialog, type Change } from './ChangeDialog.tsx';
import { type Desk, deskLink, deskPage, kindList, STATUSES } from './desk-query.ts';
import { IssuedRow } from './IssuedRow.tsx';
import { IssueDialog } from './IssueDialog.tsx';

type Props = {
  desk: Desk;
  timeZone: string;
  /** The viewer is the only administrator: nobody could decide their requests. */
  isAlone: boolean;
};

/** Issued certificates with their search, and the dialogs to issue, revoke and renew them. */
function CertificateDesk({ desk, timeZone, isAlone }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const issued = useCall(...deskPage(desk));
  const kinds = useCall(...kindList()).data ?? [];
  const [issuing, setIssuing] = useState(false);
  const [change, setChange] = useState<Change | null>(null);
  const { status, page: _, ...search } = desk;
  const isFiltered = Boolean(status ?? desk.keyword ?? desk.certificateId);
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold">{t('record:desk.title')}</h1>
          <p className="mt-1 text-muted">{t('record:desk.intro')}</p>
        </div>
        <button
          type="button"
          className="btn btn-primary"
          disabled={!hydrated || kinds.length === 0 || isAlone}
          onClick={() => setIssuing(true)}
        >
          <Icon name="plus" className="size-4" />
          {t('record:desk.issue')}
        </button>
      </header>
      {isAlone && (
        <p role="status" className="alert alert-warning">
          <span>{t('record:desk.alone')}</span>
          <a className="link" href={href(locale, '/admin/administrators')}>
            {t('record:desk.appoint')}
          </a>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Choices
          label={t('record:desk.status')}
          className="me-auto"
          choices={[undefined, ...STATUSES].map((each) => ({
            label: t(each ? `enum:certificateStatus.${each}` : 'record:desk.all'),
            href: deskLink(locale, { ...search, status: each }),
            chosen: each === status,
          }))}
        />
        <DeskSearch desk={desk} kinds={kinds} />
      </div>
      <PagedList
        label={t('record:desk.title')}
        query={issued}
        keyOf={({ id }) => id}
        href={(page) => deskLink(locale, { ...search, status, page })}
        empty={
          <EmptyState
            icon="certificate"
            title={t(isFiltered ? 'record:desk.emptyFiltered' : 'record:desk.empty')}
            hint={t(kinds.length === 0 ? 'record:desk.noKinds' : 'record:desk.emptyHint')}
            action={isFiltered ? { href: deskLink(locale, {}), label: t('record:desk.showAll') } : undefined}
          />
        }
      >
        {(certificate) => <IssuedRow certificate={certificate} timeZone={timeZone} onChange={setChange} />}
      </PagedList>
      {issuing && <IssueDialog kinds={kinds} onClose={() => setIssuing(false)} />}
      {change && <ChangeDialog change={change} timeZone={timeZone} onClose={() => setChange(null)} />}
    </div>
  );
}

type SearchProps = { desk: Desk; kinds: { id: string; certificateName: string }[] };

/** A GET form: it works without JavaScript. */
function DeskSearch({ desk: { keyword, certificateId, status }, kinds }: SearchProps) {
  const t = useT();
  const locale = useLocale();
  return (
    <form
      method="get"
      action={href(locale, '/admin/certificates')}
      role="search"
      className="flex w-full flex-wrap gap-2 sm:w-auto"
    >
      {status && <input type="hidden" name="status" value={status} />}
      <select
        name="certificateId"
        defaultValue={certificateId}
        aria-label={t('record:desk.kind')}
        className="select select-sm w-full sm:w-48"
      >
        <option value="">{t('record:desk.allKinds')}</option>
        {kinds.map(({ id, certificateName }) => (
          <option key={id} value={id}>
            {certificateName}
          </option>
        ))}
      </select>
      <KeywordField
        value={keyword}
        label={t('record:desk.keyword')}
        action={t('record:desk.search')}
        className="w-40 grow sm:w-52 sm:grow-0"
      />
    </form>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <CertificateDesk {...props} />
  </GivenContext>
));

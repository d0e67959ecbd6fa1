import { useState } from 'react';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { BulkProgress } from '../kit/BulkProgress.tsx';
import { ExportTool } from '../kit/ExportTool.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import { BulkChange } from './BulkChange.tsx';
import { type Change, ChangeDialog } from './ChangeDialog.tsx';
import { CERTIFICATES, issuedPage, kindList, STATUSES, WITHIN } from './certificate-list.ts';
import { useColumns } from './certificate-columns.tsx';
import { CorrectDialog } from './CorrectDialog.tsx';
import { IssueDialog } from './IssueDialog.tsx';
import { RowActions } from './RowActions.tsx';

type Props = {
  /** Query with which the page was rendered. */
  search: string;
  timeZone: string;
  /** The viewer is the only administrator: nobody could decide their requests. */
  isAlone: boolean;
  /** The viewer may change the kinds of certificates. */
  managesKinds: boolean;
  /** The viewer may have all certificates of the list. */
  exports: boolean;
};

const CHANGES = ['POST /course/auth/certificate/issued/page'] as const;

/** Issued certificates, and the dialogs to issue, revoke and renew them. */
function IssuedCertificates({ search, timeZone, isAlone, managesKinds, exports }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(CERTIFICATES, search);
  const issued = useCall(...issuedPage(list));
  const kinds = useCall(...kindList()).data ?? [];
  const columns = useColumns(timeZone);
  const [issuing, setIssuing] = useState(false);
  const [change, setChange] = useState<Change | null>(null);
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('record:issued.title')} hint={t('record:issued.intro')}>
        {managesKinds && (
          <a className="btn btn-outline" href={href(locale, '/admin/certificates/kinds')}>
            {t('record:issued.kinds')}
          </a>
        )}
        <button
          type="button"
          className="btn btn-primary"
          disabled={!hydrated || kinds.length === 0 || isAlone}
          onClick={() => setIssuing(true)}
        >
          <Icon name="plus" className="size-4" />
          {t('record:issued.issue')}
        </button>
      </PageHead>
      {isAlone && (
        <p role="status" className="alert alert-warning">
          <span>{t('record:issued.alone')}</span>
          <a className="link" href={href(locale, '/admin/roles')}>
            {t('record:issued.appoint')}
          </a>
        </p>
      )}
      <BulkProgress list={list.own} titleOf={(action) => t(`record:issued.bulk.${action}`)} changes={CHANGES} />
      <Table
        label={t('record:issued.title')}
        list={list}
        query={issued}
        columns={columns}
        keyOf={({ id }) => id}
        keyword={t('record:issued.keyword')}
        filters={[
          {
            name: 'status',
            label: t('record:issued.status'),
            options: STATUSES.map((each) => [each, t(`enum:certificateStatus.${each}`)]),
          },
          {
            name: 'expiresWithin',
            label: t('record:issued.expires'),
            options: WITHIN.map((days) => [days, t('record:issued.withinDays', { days })]),
          },
          {
            name: 'certificateId',
            label: t('record:issued.kind'),
            options: kinds.map(({ id, certificateName }) => [id, certificateName]),
          },
        ]}
        empty={
          <EmptyState
            icon="certificate"
            title={t('record:issued.empty')}
            hint={t(kinds.length === 0 ? 'record:issued.noKinds' : 'record:issued.emptyHint')}
          />
        }
        selection={
          isAlone
            ? undefined
            : {
                nameOf: ({ holderName, certificateName }) => `${holderName} · ${certificateName}`,
                commands: (selected, clear) => <BulkChange selected={selected} onDone={clear} />,
              }
        }
        tools={
          exports && (
            <ExportTool
              call="POST /course/auth/certificate/issued/export"
              input={{ ...list.filter, format: 'zip' }}
              label={t('record:certificate.allAsPdf')}
            />
          )
        }
        actions={(certificate) => <RowActions certificate={certificate} timeZone={timeZone} onChange={setChange} />}
      />
      {issuing && <IssueDialog kinds={kinds} onClose={() => setIssuing(false)} />}
      {change?.kind === 'correct' && (
        <CorrectDialog certificate={change.certificate} timeZone={timeZone} onClose={() => setChange(null)} />
      )}
      {change && change.kind !== 'correct' && (
        <ChangeDialog change={{ ...change, kind: change.kind }} timeZone={timeZone} onClose={() => setChange(null)} />
      )}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <IssuedCertificates {...props} />
  </GivenContext>
));

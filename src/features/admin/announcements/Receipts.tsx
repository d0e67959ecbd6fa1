import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { receiptStates } from '#src/contract/rules/announcement.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { Confirm } from '../kit/Confirm.tsx';
import { ExportTool } from '../kit/ExportTool.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import type { Column } from '../kit/table-columns.ts';
import { useList } from '../kit/use-list.ts';
import {
  audienceChoices,
  type Receipt,
  receiptList,
  receiptPage,
  RECEIPTS,
  type ReceiptSort,
  receiptTotals,
} from './announcement-list.ts';

type Props = {
  id: string;
  /** Its readers have to confirm that they have read it. */
  mustRead: boolean;
  /** Query with which the page was rendered. */
  search: string;
  timeZone: string;
};

const TONES = {
  ...{ confirmed: 'badge-success', seen: 'badge-info', reminded: 'badge-warning', none: 'badge-ghost' },
} as const;

/** Who has confirmed or seen an announcement, and who is to be reminded. */
function Receipts({ id, mustRead, search, timeZone }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const locale = useLocale();
  const list = useList(receiptList(id, mustRead), search);
  const found = useCall(...receiptPage(id, list));
  const totals = useCall(...receiptTotals(id)).data;
  const choices = useCall(...audienceChoices()).data;
  const [isAsking, setAsking] = useState(false);
  const waiting = totals ? totals.none + totals.reminded + (mustRead ? totals.seen : 0) : 0;
  const time = (at: string | null) => at && <span className="tabular-nums">{dateTimeText(at, timeZone, locale)}</span>;
  const states = receiptStates(mustRead);
  const confirmed: Column<Receipt, ReceiptSort> = {
    id: 'confirmedAt',
    title: t('site:admin.receipt.confirmedAt'),
    sort: 'confirmedAt',
    cell: ({ confirmedAt }) => time(confirmedAt),
  };
  const columns: Column<Receipt, ReceiptSort>[] = [
    {
      id: 'person',
      title: t('site:admin.receipt.person'),
      sort: 'userName',
      isMain: true,
      cell: ({ userName, employeeNo }) => (
        <span className="font-medium">
          {userName}
          {employeeNo && <span className="block text-sm font-normal text-muted">{employeeNo}</span>}
        </span>
      ),
    },
    {
      id: 'department',
      title: t('site:admin.receipt.department'),
      sort: 'department',
      cell: ({ department }) => department,
    },
    {
      id: 'state',
      title: t('site:admin.receipt.state'),
      cell: ({ state }) => (
        <span className={`badge badge-sm badge-soft ${TONES[state]}`}>{t(`announcement:receipt.${state}`)}</span>
      ),
    },
    { id: 'seenAt', title: t('site:admin.receipt.seenAt'), sort: 'seenAt', cell: ({ seenAt }) => time(seenAt) },
    ...(mustRead ? [confirmed] : []),
    { id: 'remindedAt', title: t('site:admin.receipt.remindedAt'), cell: ({ remindedAt }) => time(remindedAt) },
  ];
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('site:admin.receipt.title', { title: totals?.title ?? '' })}>
        <a className="btn btn-outline" href={href(locale, `/admin/announcements/edit?id=${id}`)}>
          {t('site:admin.receipt.back')}
        </a>
        {totals?.isPublished && waiting > 0 && (
          <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={() => setAsking(true)}>
            {t('site:admin.receipt.remind')}
          </button>
        )}
      </PageHead>
      <dl className={`grid grid-cols-2 gap-4 ${mustRead ? 'sm:grid-cols-4' : 'sm:grid-cols-3'}`}>
        {states.map((state) => (
          <div key={state} className="paper p-4">
            <dt className="text-sm text-muted">{t(`announcement:receipt.${state}`)}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{totals?.[state] ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <Table
        label={t('site:admin.receipt.list')}
        list={list}
        query={found}
        columns={columns}
        keyOf={({ userId }) => userId}
        keyword={t('site:admin.receipt.keyword')}
        filters={[
          {
            name: 'state',
            label: t('site:admin.receipt.state'),
            options: states.map((each) => [each, t(`announcement:receipt.${each}`)]),
          },
          {
            name: 'departmentId',
            label: t('site:admin.receipt.department'),
            options: (choices?.departments ?? []).map((each) => [each.id, each.title] as const),
          },
        ]}
        tools={
          <ExportTool
            call="POST /system/auth/announcement/receipt/export"
            input={{ id, ...list.filter, sort: list.sort }}
          />
        }
        empty={
          <EmptyState icon="users" title={t('site:admin.receipt.empty')} hint={t('site:admin.receipt.emptyHint')} />
        }
      />
      {isAsking && (
        <Confirm
          title={t('site:admin.receipt.remindTitle', { count: waiting })}
          consequences={[t('site:admin.receipt.remindHint')]}
          action={t('site:admin.receipt.send')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const { count } = await api('POST /system/auth/announcement/receipt/remind', { id });
            notify(t('site:admin.receipt.reminded', { count }), 'success');
            invalidate(RECEIPTS);
          }}
        />
      )}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Receipts {...props} />
  </GivenContext>
));

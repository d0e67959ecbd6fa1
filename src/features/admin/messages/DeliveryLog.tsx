import {
  NOTICE_CHANNELS,
  NOTICE_DELIVERY_DAYS,
  NOTICE_DELIVERY_STATES,
  NOTICE_GROUPS,
  type NoticeDeliveryState,
} from '#src/contract/rules/notice.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import { DELIVERIES, deliveryPage } from './delivery-list.ts';

type Props = { search: string; timeZone: string };

const TONES: Record<NoticeDeliveryState, string> = {
  waiting: 'badge-info',
  sending: 'badge-info',
  sent: 'badge-success',
  failed: 'badge-error',
  skipped: 'badge-ghost',
};

/** What became of notices on other channels than the portal. */
function DeliveryLog({ search, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(DELIVERIES, search);
  const found = useCall(...deliveryPage(list));
  const time = (at: string) => dateTimeText(at, timeZone, locale);
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('message:log.title')} hint={t('message:log.intro', { days: NOTICE_DELIVERY_DAYS })}>
        <a className="btn btn-outline" href={href(locale, '/admin/requirements/messages')}>
          {t('message:log.requirements')}
        </a>
      </PageHead>
      <Table
        label={t('message:log.title')}
        list={list}
        query={found}
        keyOf={({ id }) => id}
        keyword={t('message:log.keyword')}
        filters={[
          {
            name: 'group',
            label: t('message:log.group'),
            options: NOTICE_GROUPS.map((each) => [each, t(`notice:group.${each}`)]),
          },
          {
            name: 'channel',
            label: t('message:channelLabel'),
            options: NOTICE_CHANNELS.map((each) => [each, t(`notice:channel.${each}`)]),
          },
          {
            name: 'state',
            label: t('message:log.fate'),
            options: NOTICE_DELIVERY_STATES.map((each) => [each, t(`message:log.state.${each}`)]),
          },
          { name: 'from', label: t('message:log.from'), type: 'day', place: 'more' },
          { name: 'to', label: t('message:log.to'), type: 'day', place: 'more' },
        ]}
        columns={[
          {
            id: 'recipient',
            title: t('message:log.recipient'),
            isMain: true,
            cell: ({ userName, employeeNo }) => (
              <>
                <span className="font-medium">{userName}</span>
                {employeeNo && <span className="block text-sm text-muted">{employeeNo}</span>}
              </>
            ),
          },
          {
            id: 'group',
            title: t('message:log.group'),
            cell: ({ group, isRequired }) => (
              <>
                {t(`notice:group.${group}`)}
                {isRequired && <span className="ms-2 badge badge-soft badge-sm">{t('message:log.isRequired')}</span>}
              </>
            ),
          },
          { id: 'channel', title: t('message:channelLabel'), cell: ({ channel }) => t(`notice:channel.${channel}`) },
          {
            id: 'fate',
            title: t('message:log.fate'),
            cell: ({ state, reason, error, tries, nextAt }) => (
              <>
                <span className={`badge badge-soft badge-sm ${TONES[state]}`}>{t(`message:log.state.${state}`)}</span>
                <span className="block text-sm text-muted">
                  {[
                    reason && t(`message:log.reason.${reason}`),
                    state === 'waiting' && t('message:log.nextAt', { time: time(nextAt) }),
                    tries > 1 && t('message:log.tries', { count: tries }),
                    error,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </>
            ),
          },
          {
            id: 'time',
            title: t('message:log.time'),
            cell: ({ gmtCreate, doneAt }) => <span className="tabular-nums">{time(doneAt ?? gmtCreate)}</span>,
          },
        ]}
        empty={<EmptyState icon="mail" title={t('message:log.empty')} hint={t('message:log.emptyHint')} />}
      />
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <DeliveryLog {...props} />
  </GivenContext>
));

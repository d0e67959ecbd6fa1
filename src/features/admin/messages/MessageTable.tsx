import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { MESSAGE_CHANNELS } from '#src/contract/rules/message.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Moment } from '../kit/Moment.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import { CHANGED, messagePage, MESSAGES } from './message-list.ts';
import { messageName } from './message-name.ts';

type Props = {
  /** Query with which the page was rendered. */
  search: string;
  timeZone: string;
  /** Administrators also see what became of messages, and what is required. */
  isAdmin: boolean;
};

/** All messages that the portal sends, for those who edit content. */
function MessageTable({ search, timeZone, isAdmin }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(MESSAGES, search);
  const found = useCall(...messagePage(list));
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('message:title')} hint={t('message:intro')}>
        {isAdmin && (
          <>
            <a className="btn btn-outline" href={href(locale, '/admin/settings/rules?kind=notices')}>
              {t('message:required')}
            </a>
            <a className="btn btn-outline" href={href(locale, '/admin/messages/log')}>
              {t('message:log.title')}
            </a>
          </>
        )}
      </PageHead>
      <Table
        label={t('message:title')}
        list={list}
        query={found}
        keyOf={({ kind }) => kind}
        keyword={t('message:keyword')}
        filters={[
          {
            name: 'channel',
            label: t('message:channelLabel'),
            options: MESSAGE_CHANNELS.map((each) => [each, t(`message:channel.${each}`)]),
          },
          {
            name: 'changed',
            label: t('message:textOf'),
            options: CHANGED.map((each) => [each, t(`message:changed.${each}`)]),
          },
        ]}
        columns={[
          {
            id: 'message',
            title: t('message:message'),
            isMain: true,
            cell: (row) => (
              <a className="link font-medium" href={href(locale, `/admin/messages/edit?kind=${row.kind}`)}>
                {messageName(row, t, locale)}
              </a>
            ),
          },
          { id: 'channel', title: t('message:channelLabel'), cell: ({ channel }) => t(`message:channel.${channel}`) },
          {
            id: 'texts',
            title: t('message:textOf'),
            cell: ({ changed }) =>
              changed.length === 0 ? (
                <span className="text-muted">{t('message:changed.no')}</span>
              ) : (
                <span className="flex flex-wrap gap-1">
                  {changed.map((lang) => (
                    <span key={lang} className="badge badge-soft badge-info badge-sm">
                      {t(`message:own.${lang}`)}
                    </span>
                  ))}
                </span>
              ),
          },
          {
            id: 'changedAt',
            title: t('message:changedAt'),
            cell: ({ changedAt }) => (changedAt ? <Moment at={changedAt} timeZone={timeZone} /> : '–'),
          },
        ]}
        empty={<EmptyState icon="mail" title={t('message:empty')} />}
      />
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <MessageTable {...props} />
  </GivenContext>
));

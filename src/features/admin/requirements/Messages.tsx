import {
  CHANNELS,
  DELIVERY_STATES,
  type DeliveryState,
  MESSAGE_DAYS,
  MESSAGE_KINDS,
} from '#src/contract/rules/requirement.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dayText } from '#src/lib/dates.ts';
import { ExportTool } from '../kit/ExportTool.tsx';
import { Moment } from '../kit/Moment.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import type { Column } from '../kit/table-columns.ts';
import { useList } from '../kit/use-list.ts';
import { choiceList } from '../matrix/matrix-list.ts';
import { type Message, messagePage, MESSAGES, stepText } from './message-list.ts';

type Props = { search: string; timeZone: string };

/** Every reminder of requirements, with what became of it on each channel. */
function Messages({ search, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(MESSAGES, search);
  const found = useCall(...messagePage(list));
  const requirements = useCall(...choiceList()).data?.requirements ?? [];
  const columns = useColumns(timeZone);
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('requirement:message.title')} hint={t('requirement:message.intro', { days: MESSAGE_DAYS })}>
        <a className="btn btn-outline" href={href(locale, '/admin/requirements')}>
          {t('requirement:message.back')}
        </a>
      </PageHead>
      <Table
        label={t('requirement:message.title')}
        list={list}
        query={found}
        columns={columns}
        keyOf={({ id }) => id}
        keyword={t('requirement:message.keyword')}
        tools={
          <>
            {(['xlsx', 'csv'] as const).map((format) => (
              <ExportTool
                key={format}
                call="POST /course/auth/requirement/message/export"
                input={{ ...list.filter, sort: list.sort, format }}
                label={t(`requirement:export.${format}`)}
              />
            ))}
          </>
        }
        filters={[
          {
            name: 'requirementId',
            label: t('requirement:message.requirement'),
            options: requirements.map(({ id, title }) => [id, title]),
          },
          {
            name: 'kind',
            label: t('requirement:message.kindLabel'),
            options: MESSAGE_KINDS.map((each) => [each, t(`requirement:message.kind.${each}`)]),
          },
          {
            name: 'channel',
            label: t('requirement:message.channelLabel'),
            options: CHANNELS.map((each) => [each, t(`requirement:message.channel.${each}`)]),
          },
          {
            name: 'state',
            label: t('requirement:message.stateLabel'),
            options: DELIVERY_STATES.map((each) => [each, t(`requirement:message.state.${each}`)]),
          },
          { name: 'from', label: t('requirement:message.from'), type: 'day', place: 'more' },
          { name: 'to', label: t('requirement:message.to'), type: 'day', place: 'more' },
        ]}
        empty={
          <EmptyState icon="bell" title={t('requirement:message.empty')} hint={t('requirement:message.emptyHint')} />
        }
      />
    </div>
  );
}

const TONES: Record<DeliveryState, string> = {
  queued: 'badge-info',
  sending: 'badge-info',
  sent: 'badge-success',
  failed: 'badge-error',
  skipped: 'badge-ghost',
};

function useColumns(timeZone: string): Column<Message, 'gmtCreate'>[] {
  const t = useT();
  const locale = useLocale();
  return [
    {
      id: 'recipient',
      title: t('requirement:message.recipient'),
      isMain: true,
      cell: ({ userName, employeeNo, department, post }) => (
        <>
          <span className="font-medium">{userName}</span>
          <span className="block text-sm text-muted">{[employeeNo, department, post].filter(Boolean).join(' · ')}</span>
        </>
      ),
    },
    {
      id: 'what',
      title: t('requirement:message.what'),
      cell: ({ kind, title, step, dueOn, people, byName }) => (
        <>
          <span className="break-words">
            {title ?? `${t('requirement:message.kind.digest')} · ${t('requirement:message.people', { count: people })}`}
          </span>
          <span className="block text-sm text-muted tabular-nums">
            {[
              kind === 'scheduled' || kind === 'digest' ? stepText(step, t) : t(`requirement:message.kind.${kind}`),
              title && kind !== 'test' && t('requirement:message.due', { date: dueOn && dayText(dueOn, locale) }),
              byName && t('requirement:message.by', { name: byName }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      ),
    },
    {
      id: 'fate',
      title: t('requirement:message.fate'),
      cell: ({ deliveries }) => (
        <ul className="flex flex-col gap-1">
          {deliveries.map(({ channel, state, reason }) => (
            <li key={channel} className="flex flex-wrap items-center gap-x-2 text-sm">
              <span>{t(`requirement:message.channel.${channel}`)}</span>
              <span className={`badge badge-sm badge-soft ${TONES[state]}`}>
                {t(`requirement:message.state.${state}`)}
              </span>
              {reason && <span className="text-muted">{t(`requirement:message.reason.${reason}`)}</span>}
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: 'time',
      title: t('requirement:message.time'),
      sort: 'gmtCreate',
      cell: ({ gmtCreate }) => <Moment at={gmtCreate} timeZone={timeZone} />,
    },
  ];
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Messages {...props} />
  </GivenContext>
));

import { useState } from 'react';
import { useCall } from '#src/client/query.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { type Props, Records, useTimes } from './PersonRecords.tsx';

type Session = Data<'POST /user/auth/people/session/page'>['list'][number];
const DEVICES = { desktop: 'desktop', phone: 'phone', tablet: 'tablet' } as const;

/** The sessions of a member. */
function Sessions({ userId, timeZone }: Props) {
  const t = useT();
  const { time } = useTimes(timeZone);
  const [pageCurrent, onPage] = useState(1);
  const query = useCall('POST /user/auth/people/session/page', { userId, pageCurrent });
  const device = ({ browser, system }: Session) =>
    [browser, system].filter(Boolean).join(' · ') || t('account:session.unknownDevice');
  return (
    <Records
      {...{ query, onPage }}
      title={t('people:record.sessions')}
      icon="desktop"
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('people:record.device'),
          cell: (session) => (
            <span className="flex items-center gap-2">
              <Icon name={DEVICES[session.kind]} className="size-4 text-muted" />
              {device(session)}
            </span>
          ),
        },
        {
          title: t('people:record.state'),
          cell: ({ isOpen }) => (
            <span className={`badge badge-soft badge-sm whitespace-nowrap ${isOpen ? 'badge-success' : 'badge-ghost'}`}>
              {t(isOpen ? 'people:record.open' : 'people:record.ended')}
            </span>
          ),
        },
        {
          title: t('people:record.way'),
          cell: ({ way }) => t(`account:session.way.${way}`),
        },
        {
          title: t('people:record.address'),
          cell: ({ address, place }) =>
            [address, place].filter(Boolean).join(' · ') || t('account:session.unknownPlace'),
        },
        { title: t('people:record.signedIn'), cell: ({ gmtCreate }) => time(gmtCreate) },
        { title: t('people:record.used'), cell: ({ lastUsedAt }) => time(lastUsedAt) },
      ]}
    />
  );
}

type Entry = Data<'POST /user/auth/people/sign-in/page'>['list'][number];

/** What was tried, with or without success. */
function Tries({ userId, timeZone }: Props) {
  const t = useT();
  const { time } = useTimes(timeZone);
  const [pageCurrent, onPage] = useState(1);
  const query = useCall('POST /user/auth/people/sign-in/page', { userId, pageCurrent });
  const device = ({ browser, system }: Entry) =>
    [browser, system].filter(Boolean).join(' · ') || t('account:session.unknownDevice');
  return (
    <Records
      {...{ query, onPage }}
      title={t('people:record.tries')}
      icon="lock"
      keyOf={({ id }) => id}
      columns={[
        { title: t('people:record.signedIn'), cell: ({ gmtCreate }) => time(gmtCreate) },
        {
          title: t('people:record.state'),
          cell: ({ outcome, isNew }) => (
            <span className="flex flex-wrap gap-1">
              <span className={`badge badge-soft badge-sm ${outcome === 'opened' ? 'badge-success' : 'badge-error'}`}>
                {t(`account:signIns.outcome.${outcome}`)}
              </span>
              {isNew && <span className="badge badge-soft badge-warning badge-sm">{t('account:signIns.new')}</span>}
            </span>
          ),
        },
        { title: t('people:record.way'), cell: ({ way }) => way && t(`account:session.way.${way}`) },
        { title: t('people:record.device'), cell: device },
        {
          title: t('people:record.address'),
          cell: ({ address, place }) =>
            [address, place].filter(Boolean).join(' · ') || t('account:session.unknownPlace'),
        },
      ]}
    />
  );
}

/** Where a member is signed in, and who tried to sign in as them. */
export function SignIns(props: Props) {
  const first = useCall('POST /user/auth/people/session/page', { userId: props.userId, pageCurrent: 1 });
  return (
    <div className="flex flex-col gap-6">
      <Sessions {...props} />
      {/* Not before what stands above it has its height. */}
      {(first.data ?? first.error) && <Tries {...props} />}
    </div>
  );
}

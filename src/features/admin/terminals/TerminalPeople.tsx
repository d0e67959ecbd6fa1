import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { MAX_PEOPLE } from '#src/contract/rules/terminal.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Confirm } from '../kit/Confirm.tsx';
import { Moment } from '../kit/Moment.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import { BadgeDialog } from './BadgeDialog.tsx';
import { IssuedPins } from './IssuedPins.tsx';
import { PERSON_STATES, TERMINAL_PEOPLE, type TerminalPerson, terminalPersonPage } from './terminal-list.ts';

type Props = { search: string; timeZone: string };
type Asked = { userIds: string[]; what: 'pins' | 'badges'; done: () => void };

const LIST = 'POST /user/auth/terminal/person/page';
const TONES: Record<TerminalPerson['pin'], string> = {
  ...{ none: '', initial: 'badge-info', own: 'badge-success', locked: 'badge-error' },
};

/** PINs and badges of the members: initial PINs, unlocking, issuing and revoking badges. */
function TerminalPeople({ search, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(TERMINAL_PEOPLE, search);
  const rows = useCall(...terminalPersonPage(list));
  const [asked, setAsked] = useState<Asked | null>(null);
  const [issued, setIssued] = useState<Data<'POST /user/auth/terminal/pin/issue'> | null>(null);
  const [isFile, setFile] = useState(false);
  const [revoking, setRevoking] = useState<TerminalPerson | null>(null);
  const unlock = useAction(async ({ userId }: TerminalPerson) => {
    await api('PUT /user/auth/terminal/pin/unlock', { userId });
    notify(t('terminal:people.unlocked'), 'success');
    invalidate(LIST);
  });
  const confirmed = async ({ userIds, what, done }: Asked) => {
    if (what === 'pins') setIssued(await api('POST /user/auth/terminal/pin/issue', { userIds }));
    else {
      const { count } = await api('POST /user/auth/terminal/badge/issue', { userIds });
      notify(t('terminal:people.badgesIssued', { count }), 'success');
    }
    done();
    invalidate(LIST);
  };
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('terminal:people.title')} hint={t('terminal:people.intro')}>
        <button
          type="button"
          className="btn btn-outline"
          disabled={!hydrated || !rows.data?.totalCount}
          onClick={() => setFile(true)}
        >
          <Icon name="download" className="size-4" />
          {t('terminal:badgeFile.open')}
        </button>
        <a className="btn btn-outline" href={href(locale, '/admin/terminals/badges')}>
          <Icon name="file" className="size-4" />
          {t('terminal:people.print')}
        </a>
      </PageHead>
      <Table
        label={t('terminal:people.title')}
        list={list}
        query={rows}
        keyOf={({ userId }) => userId}
        keyword={t('terminal:people.keyword')}
        filters={[
          {
            name: 'state',
            label: t('terminal:people.state'),
            options: PERSON_STATES.map((each) => [each, t(`terminal:people.stateOf.${each}`)]),
          },
        ]}
        selection={{
          nameOf: ({ userName }) => userName,
          commands: ({ ids, count }, done) =>
            (['pins', 'badges'] as const).map((what) => (
              <button
                key={what}
                type="button"
                className="btn btn-outline btn-sm"
                disabled={!ids || count > MAX_PEOPLE}
                onClick={() => ids && setAsked({ userIds: ids, what, done })}
              >
                {t(`terminal:people.${what}`)}
              </button>
            )),
        }}
        columns={[
          {
            id: 'name',
            title: t('terminal:people.name'),
            sort: 'userName',
            isMain: true,
            cell: ({ userName }) => <span className="font-medium">{userName}</span>,
          },
          {
            id: 'number',
            title: t('terminal:people.number'),
            sort: 'employeeNo',
            cell: ({ employeeNo }) => employeeNo ?? t('terminal:people.noNumber'),
          },
          {
            id: 'department',
            title: t('terminal:people.department'),
            sort: 'department',
            cell: ({ department }) => department,
          },
          {
            id: 'pin',
            title: t('terminal:people.pin'),
            cell: ({ pin }) => (
              <span className={`badge badge-soft badge-sm ${TONES[pin]}`}>{t(`terminal:people.pinOf.${pin}`)}</span>
            ),
          },
          {
            id: 'badge',
            title: t('terminal:people.badge'),
            cell: ({ badgeSince }) =>
              badgeSince ? <Moment at={badgeSince} timeZone={timeZone} isDay /> : t('terminal:people.none'),
          },
        ]}
        empty={<EmptyState icon="users" title={t('terminal:people.empty')} hint="" />}
        actions={(row) => (
          <>
            {row.pin === 'locked' && (
              <button
                type="button"
                className="btn btn-outline btn-sm"
                disabled={!hydrated || unlock.isPending}
                onClick={() => void unlock.run(row)}
              >
                {t('terminal:people.unlock')}
                <span className="sr-only">{row.userName}</span>
              </button>
            )}
            {row.badgeSince && (
              <button
                type="button"
                className="btn btn-ghost btn-sm text-error"
                disabled={!hydrated}
                onClick={() => setRevoking(row)}
              >
                {t('terminal:people.revoke')}
                <span className="sr-only">{row.userName}</span>
              </button>
            )}
          </>
        )}
      />
      {asked && (
        <Confirm
          title={t(`terminal:people.${asked.what}Title`, { count: asked.userIds.length })}
          consequences={[t(`terminal:people.${asked.what}Text`)]}
          action={t(`terminal:people.${asked.what}`)}
          onConfirm={() => confirmed(asked)}
          onClose={() => setAsked(null)}
        />
      )}
      {isFile && <BadgeDialog filter={list.filter} count={rows.data?.totalCount ?? 0} onClose={() => setFile(false)} />}
      {issued && <IssuedPins issued={issued} onClose={() => setIssued(null)} />}
      {revoking && (
        <Confirm
          title={t('terminal:people.revokeTitle', { name: revoking.userName })}
          consequences={[t('terminal:people.revokeText')]}
          action={t('terminal:people.revoke')}
          onConfirm={async () => {
            await api('PUT /user/auth/terminal/badge/revoke', { userId: revoking.userId });
            invalidate(LIST);
          }}
          onClose={() => setRevoking(null)}
        />
      )}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <TerminalPeople {...props} />
  </GivenContext>
));

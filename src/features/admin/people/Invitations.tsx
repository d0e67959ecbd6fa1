import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { OfferedContext } from '#src/client/offered-languages.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { INVITATION_STATES, INVITATION_WAYS, type InvitationState } from '#src/contract/rules/invitation.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { Confirm } from '../kit/Confirm.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import type { Column } from '../kit/table-columns.ts';
import { useList } from '../kit/use-list.ts';
import { type Invited, invitationPage, INVITATIONS, INVITATIONS_PAGE, type Order } from './invitation-list.ts';
import { PersonInvite } from './PersonInvite.tsx';

type Props = { search: string; timeZone: string };
type Open = { act: 'invite' | 'revoke'; person: Invited };

/** States in which the link can still be used. */
const OPEN: readonly InvitationState[] = ['pending', 'failed'];

/** Invitations of members, with what became of them. */
function Invitations({ search, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(INVITATIONS, search);
  const invitations = useCall(...invitationPage(list));
  const columns = useColumns(timeZone);
  const [open, setOpen] = useState<Open | null>(null);
  const button = (act: Open['act'], person: Invited) => (
    <button
      type="button"
      className="btn btn-sm"
      disabled={!hydrated}
      aria-label={t(`people:invitation.${act}Named`, { name: person.userName })}
      onClick={() => setOpen({ act, person })}
    >
      {t(`people:invitation.${act}`)}
    </button>
  );
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('people:invitation.title')} hint={t('people:invitation.intro')}>
        <a className="btn" href={href(locale, '/admin/people?missing=password&invitation=none')}>
          {t('people:invitation.others')}
        </a>
        <a className="btn" href={href(locale, '/admin/people?invitation=expired')}>
          {t('people:invitation.expired')}
        </a>
      </PageHead>
      <Table
        label={t('people:invitation.title')}
        list={list}
        query={invitations}
        columns={columns}
        keyOf={({ userId }) => userId}
        keyword={t('people:invitation.keyword')}
        filters={[
          {
            name: 'state',
            label: t('people:table.status'),
            place: 'quick',
            options: INVITATION_STATES.map((each) => [each, t(`people:invitation.state.${each}`)]),
          },
          {
            name: 'way',
            label: t('people:invite.way'),
            options: INVITATION_WAYS.map((each) => [each, t(`people:invite.by.${each}`)]),
          },
        ]}
        empty={<EmptyState icon="mail" title={t('people:invitation.empty')} hint={t('people:invitation.emptyHint')} />}
        actions={(person) =>
          person.canChange && person.state !== 'claimed' ? (
            <div className="flex flex-wrap gap-2">
              {button('invite', person)}
              {OPEN.includes(person.state) && button('revoke', person)}
            </div>
          ) : null
        }
      />
      {open?.act === 'invite' && (
        <PersonInvite userId={open.person.userId} name={open.person.userName} onClose={() => setOpen(null)} />
      )}
      {open?.act === 'revoke' && (
        <Confirm
          title={t('people:invitation.revokeTitle', { name: open.person.userName })}
          consequences={[t('people:invitation.revokeHint')]}
          action={t('people:invitation.revoke')}
          onConfirm={async () => {
            await api('PUT /people/auth/invitation/revoke', { userId: open.person.userId });
            notify(t('people:invitation.revoked'), 'success');
            invalidate(INVITATIONS_PAGE);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

const LOOKS: Record<InvitationState, string> = {
  ...{ pending: 'badge-info', failed: 'badge-error', expired: 'badge-warning', claimed: 'badge-success', revoked: '' },
};

function useColumns(timeZone: string): Column<Invited, Order>[] {
  const t = useT();
  const locale = useLocale();
  const at = (moment: string) => <span className="tabular-nums">{dateTimeText(moment, timeZone, locale)}</span>;
  return [
    {
      id: 'name',
      title: t('people:table.name'),
      sort: 'userName',
      isMain: true,
      cell: ({ userId, userName, employeeNo }) => (
        <>
          <a className="link font-medium link-hover" href={href(locale, `/admin/people/${userId}`)}>
            {userName}
          </a>
          {employeeNo && <span className="ms-2 text-sm text-muted tabular-nums">{employeeNo}</span>}
        </>
      ),
    },
    { id: 'department', title: t('people:table.department'), cell: ({ department }) => department },
    {
      id: 'state',
      title: t('people:table.status'),
      cell: ({ state, failure }) => (
        <>
          <span className={`badge badge-soft badge-sm ${LOOKS[state]}`}>{t(`people:invitation.state.${state}`)}</span>
          {state === 'failed' && <span className="ms-2 text-sm text-muted">{failure}</span>}
        </>
      ),
    },
    {
      id: 'to',
      title: t('people:invitation.to'),
      cell: ({ way, recipient }) => `${t(`people:invite.by.${way}`)} · ${recipient}`,
    },
    {
      id: 'invited',
      title: t('people:invitation.at'),
      sort: 'invitedAt',
      isLatestFirst: true,
      cell: ({ invitedAt }) => at(invitedAt),
    },
    {
      id: 'expires',
      title: t('people:invitation.until'),
      sort: 'expiresAt',
      cell: ({ expiresAt }) => at(expiresAt),
    },
    { id: 'times', title: t('people:invitation.times'), isNumber: true, isExtra: true, cell: ({ times }) => times },
    { id: 'by', title: t('people:invitation.by'), isExtra: true, cell: ({ invitedBy }) => invitedBy },
    {
      id: 'claimed',
      title: t('people:invitation.claimed'),
      isExtra: true,
      cell: ({ claimedAt }) => claimedAt && at(claimedAt),
    },
  ];
}

export default island(({ given, languages, ...props }: Props & { given: Given; languages: readonly Locale[] }) => (
  <GivenContext value={given}>
    <OfferedContext value={languages}>
      <Invitations {...props} />
    </OfferedContext>
  </GivenContext>
));

import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { Confirm } from '../kit/Confirm.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import { NEW_TERMINAL, TerminalDialog, type TerminalDraft, terminalDraft } from './TerminalDialog.tsx';
import { TerminalCode } from './TerminalCode.tsx';
import { type Terminal, TERMINAL_STATES, terminalPage, TERMINALS } from './terminal-list.ts';

type Props = { search: string; timeZone: string };
type Issued = Data<'POST /user/auth/terminal/code/issue'> & { name: string };

const TONES: Record<Terminal['state'], string> = { new: 'badge-info', active: 'badge-success', revoked: '' };

/** Shared terminals: list, search, add, change, register, revoke. */
function Terminals({ search, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(TERMINALS, search);
  const rows = useCall(...terminalPage(list));
  const [draft, setDraft] = useState<TerminalDraft | null>(null);
  const [revoking, setRevoking] = useState<Terminal | null>(null);
  const [issued, setIssued] = useState<Issued | null>(null);
  const issue = useAction(async ({ id, name }: Terminal) => {
    setIssued({ ...(await api('POST /user/auth/terminal/code/issue', { id })), name });
    invalidate('POST /user/auth/terminal/page');
  });
  const allowed = ({ allowsStudy, allowsExams }: Terminal) =>
    [allowsStudy && t('terminal:admin.study'), allowsExams && t('terminal:admin.exams')].filter(Boolean).join(' · ');
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('terminal:admin.title')} hint={t('terminal:admin.intro')}>
        <a className="btn btn-outline" href={href(locale, '/admin/terminals/people')}>
          <Icon name="users" className="size-4" />
          {t('terminal:people.title')}
        </a>
        <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={() => setDraft(NEW_TERMINAL)}>
          <Icon name="plus" className="size-4" />
          {t('terminal:admin.add')}
        </button>
      </PageHead>
      <Table
        label={t('terminal:admin.title')}
        list={list}
        query={rows}
        keyOf={({ id }) => id}
        keyword={t('terminal:admin.keyword')}
        filters={[
          {
            name: 'state',
            label: t('terminal:admin.state'),
            options: TERMINAL_STATES.map((each) => [each, t(`terminal:admin.stateOf.${each}`)]),
          },
        ]}
        columns={[
          {
            id: 'name',
            title: t('terminal:admin.name'),
            sort: 'name',
            isMain: true,
            cell: ({ id, name, place }) => (
              <>
                <a className="link font-medium" href={href(locale, `/admin/terminals/log?id=${id}`)}>
                  {name}
                </a>
                {place && <span className="block text-sm text-muted">{place}</span>}
              </>
            ),
          },
          {
            id: 'state',
            title: t('terminal:admin.state'),
            cell: ({ state }) => (
              <span className={`badge badge-soft badge-sm ${TONES[state]}`}>
                {t(`terminal:admin.stateOf.${state}`)}
              </span>
            ),
          },
          {
            id: 'who',
            title: t('terminal:admin.who'),
            cell: ({ department }) => department ?? t('terminal:admin.everybody'),
          },
          { id: 'allowed', title: t('terminal:admin.allowed'), cell: allowed },
          {
            id: 'minutes',
            title: t('terminal:admin.session'),
            cell: ({ sessionMinutes, idleSeconds }) =>
              t('terminal:admin.sessionText', { minutes: sessionMinutes, seconds: idleSeconds }),
          },
          {
            id: 'seen',
            title: t('terminal:admin.lastSeen'),
            sort: 'lastSeenAt',
            isLatestFirst: true,
            cell: ({ lastSeenAt }) =>
              lastSeenAt ? dateTimeText(lastSeenAt, timeZone, locale) : t('terminal:admin.neverSeen'),
          },
        ]}
        empty={<EmptyState icon="desktop" title={t('terminal:admin.empty')} hint={t('terminal:admin.emptyHint')} />}
        actions={(row) => (
          <>
            <button
              type="button"
              className="btn btn-outline btn-sm"
              disabled={!hydrated || issue.isPending}
              onClick={() => void issue.run(row)}
            >
              {t('terminal:admin.register')}
              <span className="sr-only">{row.name}</span>
            </button>
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              disabled={!hydrated}
              onClick={() => setDraft(terminalDraft(row))}
            >
              {t('terminal:admin.edit')}
              <span className="sr-only">{row.name}</span>
            </button>
            {row.state !== 'revoked' && (
              <button
                type="button"
                className="btn btn-ghost btn-sm text-error"
                disabled={!hydrated}
                onClick={() => setRevoking(row)}
              >
                {t('terminal:admin.revoke')}
                <span className="sr-only">{row.name}</span>
              </button>
            )}
          </>
        )}
      />
      {draft && <TerminalDialog draft={draft} onClose={() => setDraft(null)} />}
      {issued && <TerminalCode issued={issued} timeZone={timeZone} onClose={() => setIssued(null)} />}
      {revoking && (
        <Confirm
          title={t('terminal:admin.revokeTitle', { name: revoking.name })}
          consequences={[t('terminal:admin.revokeSession'), t('terminal:admin.revokeDevice')]}
          action={t('terminal:admin.revoke')}
          onConfirm={async () => {
            await api('PUT /user/auth/terminal/revoke', { id: revoking.id });
            invalidate('POST /user/auth/terminal/page');
          }}
          onClose={() => setRevoking(null)}
        />
      )}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Terminals {...props} />
  </GivenContext>
));

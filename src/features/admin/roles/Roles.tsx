import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateText } from '#src/lib/dates.ts';
import { Confirm } from '../kit/Confirm.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import { GrantDialog } from './GrantDialog.tsx';
import { administrators, CHANGES, type Granted, ROLE_LIST, rolePage, ROLES } from './role-list.ts';

type Props = {
  search: string;
  timeZone: string;
  viewerId: string;
  /** Administrators grant and take back roles; auditors see them. */
  canChange: boolean;
};

/** Who manages what: administrators, members with bundles of rights, and heads of departments. */
function Roles({ search, timeZone, viewerId, canChange, isAlone }: Props & { isAlone: boolean }) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(ROLE_LIST, search);
  const query = useCall(...rolePage(list));
  const [granting, setGranting] = useState(false);
  const [ending, setEnding] = useState<Granted | null>(null);
  const place = ({ department }: Granted) => department ?? t('organisation:role.everywhere');
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('organisation:role.title')} hint={t('organisation:role.intro')}>
        {canChange && (
          <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={() => setGranting(true)}>
            <Icon name="plus" className="size-4" />
            {t('organisation:role.grant')}
          </button>
        )}
      </PageHead>
      {isAlone && (
        <p role="status" className="alert alert-warning">
          {t('organisation:role.alone')}
        </p>
      )}
      <details className="rounded-box border border-base-300 px-4 py-3">
        <summary className="cursor-pointer font-medium">{t('organisation:role.what')}</summary>
        <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
          {ROLES.map((role) => (
            <div key={role} className="contents">
              <dt className="font-medium">{t(`organisation:role.name.${role}`)}</dt>
              <dd className="text-muted">{t(`organisation:role.hint.${role}`)}</dd>
            </div>
          ))}
        </dl>
      </details>
      <Table
        label={t('organisation:role.title')}
        list={list}
        query={query}
        keyOf={({ id }) => id}
        keyword={t('organisation:role.keyword')}
        filters={[
          {
            name: 'role',
            label: t('organisation:role.role'),
            options: ROLES.map((each) => [each, t(`organisation:role.name.${each}`)]),
          },
        ]}
        columns={[
          {
            id: 'name',
            title: t('organisation:role.member'),
            isMain: true,
            cell: ({ userId, userName, ofDepartment, status }) => (
              <>
                <a className="link font-medium" href={href(locale, `/admin/people/${userId}`)}>
                  {userName}
                </a>
                {userId === viewerId && (
                  <span className="badge badge-soft badge-sm ms-2">{t('organisation:role.you')}</span>
                )}
                {status === 'disabled' && (
                  <span className="badge badge-ghost badge-sm ms-2">{t('organisation:role.disabled')}</span>
                )}
                {ofDepartment && <span className="block text-sm text-muted">{ofDepartment}</span>}
              </>
            ),
          },
          { id: 'role', title: t('organisation:role.role'), cell: ({ role }) => t(`organisation:role.name.${role}`) },
          { id: 'where', title: t('organisation:role.where'), cell: place },
          {
            id: 'by',
            title: t('organisation:role.grantedBy'),
            cell: ({ grantedBy, gmtCreate }) =>
              gmtCreate && [grantedBy, dateText(gmtCreate, timeZone, locale)].filter(Boolean).join(' · '),
          },
        ]}
        empty={<EmptyState icon="shield" title={t('organisation:role.empty')} />}
        actions={
          !canChange
            ? undefined
            : (row) =>
                row.role === 'head' || (row.role === 'administrator' && row.userId === viewerId) ? null : (
                  <button
                    type="button"
                    className="btn btn-ghost btn-sm text-error"
                    disabled={!hydrated}
                    onClick={() => setEnding(row)}
                  >
                    {t('organisation:role.revoke')}
                    <span className="sr-only">{row.userName}</span>
                  </button>
                )
        }
      />
      {ending && (
        <Confirm
          title={t('organisation:role.revokeTitle', { name: ending.userName })}
          consequences={[
            t('organisation:role.revokeText', {
              role: t(`organisation:role.name.${ending.role}`),
              where: place(ending),
            }),
          ]}
          action={t('organisation:role.revoke')}
          onConfirm={async () => {
            if (ending.role === 'administrator')
              await api('PUT /user/auth/enterprise/administrator/save', { userId: ending.userId, isAdmin: false });
            else await api('DELETE /user/auth/enterprise/role/revoke', { id: ending.id });
            notify(t('organisation:role.revoked'), 'success');
            invalidate(...CHANGES);
          }}
          onClose={() => setEnding(null)}
        />
      )}
      {granting && <GrantDialog onClose={() => setGranting(false)} />}
    </div>
  );
}

/** The same for administrators, of whom a lone one is told so. */
function ChangeableRoles(props: Props) {
  return <Roles {...props} isAlone={useCall(...administrators()).data?.totalCount === 1} />;
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    {props.canChange ? <ChangeableRoles {...props} /> : <Roles {...props} isAlone={false} />}
  </GivenContext>
));

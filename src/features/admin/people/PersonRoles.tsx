import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateText } from '#src/lib/dates.ts';
import { Confirm } from '../kit/Confirm.tsx';
import { GrantDialog } from '../roles/GrantDialog.tsx';
import { type Granted, PAGE } from '../roles/role-list.ts';
import type { PersonData } from './person-form.ts';

type Props = { person: PersonData; timeZone: string };

/** What a member manages, for administrators. */
export function PersonRoles({ person, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const { userId, userName, status } = person;
  const roles = useCall(PAGE, { userId, pageSize: 100 });
  const [granting, setGranting] = useState(false);
  const [ending, setEnding] = useState<Granted | null>(null);
  return (
    <section className="paper flex flex-col gap-4 p-4 sm:p-6" aria-label={t('people:role.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{t('people:role.title')}</h2>
        {status === 'active' && (
          <button type="button" className="btn btn-sm" disabled={!hydrated} onClick={() => setGranting(true)}>
            <Icon name="plus" className="size-4" />
            {t('organisation:role.grant')}
          </button>
        )}
      </div>
      <LoadState query={roles} lines={2}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="text-muted">{t('people:role.none')}</p>
          ) : (
            <ul className="divide-y divide-base-300">
              {list.map((each) => (
                <li key={each.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
                  <span className="font-medium">{t(`organisation:role.name.${each.role}`)}</span>
                  <span className="min-w-0 grow break-words text-muted">
                    {each.department ?? t('organisation:role.everywhere')}
                    {each.gmtCreate && ` · ${dateText(each.gmtCreate, timeZone, locale)}`}
                  </span>
                  {each.role !== 'administrator' && each.role !== 'head' && (
                    <button
                      type="button"
                      className="btn text-error btn-ghost btn-sm"
                      disabled={!hydrated}
                      onClick={() => setEnding(each)}
                    >
                      {t('people:role.revoke')}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </LoadState>
      {granting && <GrantDialog person={person} onClose={() => setGranting(false)} />}
      {ending && (
        <Confirm
          title={t('people:role.revokeTitle', { name: userName, role: t(`organisation:role.name.${ending.role}`) })}
          consequences={[
            t('people:role.revokeHint', { place: ending.department ?? t('organisation:role.everywhere') }),
          ]}
          action={t('people:role.revoke')}
          onConfirm={async () => {
            await api('DELETE /user/auth/enterprise/role/revoke', { id: ending.id });
            notify(t('people:role.revoked'), 'success');
            invalidate(PAGE);
          }}
          onClose={() => setEnding(null)}
        />
      )}
    </section>
  );
}

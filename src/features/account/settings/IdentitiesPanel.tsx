import { useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { leaveFor } from '#src/client/leave.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { useReloadOnReturn } from '#src/client/use-reload-on-return.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { METHOD_ICON, methodName } from '#src/features/login/methods/method-look.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateText } from '#src/lib/dates.ts';

const IDENTITIES = 'GET /user/auth/user/info/identity/list';
type Identity = Data<typeof IDENTITIES>[number];

/** Login methods that are linked to the user, and those that can be linked. */
export function IdentitiesPanel({ timeZone }: { timeZone: string }) {
  const t = useT();
  const identities = useCall(IDENTITIES, {});
  return (
    <section className="paper max-w-3xl" aria-label={t('account:settings.tab.4')}>
      <LoadState query={identities}>
        {(list) =>
          list.length > 0 ? (
            <Identities list={list} timeZone={timeZone} />
          ) : (
            <EmptyState icon="key" title={t('account:identity.none')} hint={t('account:identity.noneHint')} />
          )
        }
      </LoadState>
    </section>
  );
}

function Identities({ list, timeZone }: { list: Identity[]; timeZone: string }) {
  const t = useT();
  const confirm = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState<Identity | null>(null);
  const [problem, setProblem] = useState('');
  useReloadOnReturn();

  const change = useAction(async (act: () => Promise<void>) => {
    setProblem('');
    try {
      await act();
    } catch (error) {
      if (error instanceof ApiError) setProblem(error.message || t('account:login.unreachable'));
      throw error;
    }
  });
  const link = ({ provider }: Identity) =>
    change.run(async () => {
      const { url } = await api('POST /user/auth/user/info/identity/begin', { provider }, { isShowErrTip: false });
      await leaveFor(url);
    });
  const unlink = ({ provider }: Identity) =>
    change.run(async () => {
      await api('DELETE /user/auth/user/info/identity/unlink', { provider }, { isShowErrTip: false });
      invalidate(IDENTITIES);
    });

  return (
    <>
      <p className="border-b border-base-300 px-4 py-4 text-sm text-muted sm:px-6">{t('account:identity.intro')}</p>
      <p role="alert" className="px-4 pt-4 text-sm text-error empty:hidden sm:px-6">
        {problem}
      </p>
      <ul className="divide-y divide-base-300">
        {list.map((way) => (
          <IdentityRow
            key={way.provider}
            way={way}
            timeZone={timeZone}
            isPending={change.isPending}
            onPress={() => {
              if (!way.linked) return void link(way);
              setChosen(way);
              confirm.current?.showModal();
            }}
          />
        ))}
      </ul>
      <ConfirmDialog
        ref={confirm}
        title={`${t('account:identity.unlink')} ${chosen ? methodName(t, chosen) : ''}`}
        text={t('account:identity.unlinkHint')}
        action={t('account:identity.unlink')}
        isDestructive
        onConfirm={() => void (chosen && unlink(chosen))}
      />
    </>
  );
}

type RowProps = { way: Identity; timeZone: string; isPending: boolean; onPress: () => void };

function IdentityRow({ way, timeZone, isPending, onPress }: RowProps) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const name = methodName(t, way);
  const { linked } = way;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 sm:px-6">
      <span className="grid size-10 shrink-0 place-items-center rounded-field bg-primary-soft text-primary">
        <Icon name={METHOD_ICON[way.provider]} />
      </span>
      <div className="min-w-0 grow basis-48">
        <p className="font-medium">{name}</p>
        <p className="text-sm break-words text-muted">
          {linked
            ? t('account:identity.linked', {
                who: linked.displayName ?? name,
                date: dateText(linked.gmtCreate, timeZone, locale),
              })
            : t('account:identity.notLinked')}
        </p>
      </div>
      {linked && !way.removable ? (
        <p className="text-sm text-muted">{t('account:identity.only')}</p>
      ) : (
        // One button for both, so that it keeps the focus when the method is unlinked.
        <button
          type="button"
          disabled={!hydrated}
          aria-disabled={isPending}
          className={`btn btn-sm ${linked ? '' : 'btn-primary'}`}
          onClick={onPress}
        >
          {linked ? t('account:identity.unlink') : t('account:identity.link')}
          <span className="sr-only">{name}</span>
        </button>
      )}
    </li>
  );
}

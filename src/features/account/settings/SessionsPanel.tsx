import { useRef } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { optimistically, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { signOut } from '#src/client/session.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { SessionRow } from './SessionRow.tsx';

const SESSIONS = 'GET /user/auth/user/info/session/list';
type Sessions = Data<typeof SESSIONS>;

/** The user's sessions, each of which can be ended. */
export function SessionsPanel({ timeZone }: { timeZone: string }) {
  const t = useT();
  const hydrated = useHydrated();
  const sessions = useCall(SESSIONS, {});
  const firstEnd = useRef<HTMLButtonElement>(null);
  const current = useRef<HTMLDialogElement>(null);
  const others = useRef<HTMLDialogElement>(null);

  const end = useAction(async (which: (session: Sessions[number]) => boolean, act: () => Promise<unknown>) => {
    await optimistically(SESSIONS, {}, (list) => list.filter((session) => !which(session)), act);
    // The focused element was removed.
    firstEnd.current?.focus();
  });
  const endOne = (id: string) =>
    end.run(
      (session) => session.id === id,
      async () => {
        await api('DELETE /user/auth/user/info/session/end', { id });
        notify(t('account:session.ended'), 'success');
      },
    );
  const endOthers = () =>
    end.run(
      (session) => !session.current,
      async () => {
        await api('DELETE /user/auth/user/info/session/end/others');
        notify(t('account:session.endedOthers'), 'success');
      },
    );

  return (
    <section className="paper" aria-labelledby="sessions-title">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-base-300 px-4 py-3 sm:px-6">
        <div className="me-auto">
          <h2 id="sessions-title" className="font-semibold">
            {t('account:session.title')}
          </h2>
          <p className="text-sm text-muted">{t('account:session.hint')}</p>
        </div>
        {sessions.data && sessions.data.length > 1 && (
          <button
            type="button"
            disabled={!hydrated}
            aria-disabled={end.isPending}
            className="btn btn-sm"
            onClick={() => others.current?.showModal()}
          >
            {t('account:session.endOthers')}
          </button>
        )}
      </div>
      <LoadState query={sessions}>
        {(list) => (
          <ul className="divide-y divide-base-300">
            {list.map((session, position) => (
              <SessionRow
                key={session.id}
                session={session}
                // The enterprise is shown for sessions of other enterprises only.
                isHere={session.enterpriseName === list.find((each) => each.current)?.enterpriseName}
                timeZone={timeZone}
                disabled={!hydrated}
                endRef={position === 0 ? firstEnd : undefined}
                onEnd={() => (session.current ? current.current?.showModal() : void endOne(session.id))}
              />
            ))}
          </ul>
        )}
      </LoadState>
      <ConfirmDialog
        ref={current}
        title={t('account:session.confirm.current.title')}
        text={t('account:session.confirm.current.text')}
        action={t('account:session.confirm.current.yes')}
        isDestructive
        onConfirm={() => void signOut()}
      />
      <ConfirmDialog
        ref={others}
        title={t('account:session.confirm.others.title')}
        text={t('account:session.confirm.others.text')}
        action={t('account:session.confirm.others.yes')}
        isDestructive
        onConfirm={() => void endOthers()}
      />
    </section>
  );
}

import { type RefObject, useRef } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { LiveState } from './use-live-news.ts';

type Next = 'live' | 'ended' | 'cancelled' | 'planned';
type Props = {
  id: string;
  status: LiveState['status'];
  reopenable: boolean;
  isReady: boolean;
  /** What is done before the class ends. */
  beforeEnd: RefObject<() => Promise<void>>;
  onChanged: (state: LiveState) => void;
};

/** Starts, ends, cancels or re-opens a class; all but the start are confirmed. */
export function StatusButtons({ id, status, reopenable, isReady, beforeEnd, onChanged }: Props) {
  const t = useT();
  const end = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLDialogElement>(null);
  const reopen = useRef<HTMLDialogElement>(null);
  const change = useAction(async (next: Next) => {
    if (next === 'ended') await beforeEnd.current();
    onChanged(await api('POST /course/auth/live/status/save', { id, status: next }));
  });
  const button = (next: Next, style: string, act: () => void) => (
    <button type="button" className={`btn btn-sm ${style}`} disabled={!isReady} onClick={act}>
      {t(`live:host.to.${next}`)}
    </button>
  );
  const dialog = (ref: RefObject<HTMLDialogElement | null>, next: Exclude<Next, 'live'>) => (
    <ConfirmDialog
      ref={ref}
      title={t(`live:host.confirm.${next}.title`)}
      text={t(`live:host.confirm.${next}.text`)}
      action={t(`live:host.to.${next}`)}
      isDestructive={next !== 'planned'}
      onConfirm={() => void change.run(next)}
    />
  );
  return (
    <>
      {status === 'waiting' && button('live', 'btn-primary', () => void change.run('live'))}
      {status === 'live' && button('ended', 'btn-error', () => end.current?.showModal())}
      {(status === 'planned' || status === 'waiting') &&
        button('cancelled', 'btn-ghost', () => cancel.current?.showModal())}
      {reopenable && button('planned', 'btn-outline', () => reopen.current?.showModal())}
      {dialog(end, 'ended')}
      {dialog(cancel, 'cancelled')}
      {dialog(reopen, 'planned')}
    </>
  );
}

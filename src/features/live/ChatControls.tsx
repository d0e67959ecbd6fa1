import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { useT } from '#src/i18n/island.tsx';
import type { LiveState } from './use-live-news.ts';

const SECONDS = [0, 5, 15, 30, 60, 300];

type Props = { id: string; state: LiveState; onChanged: (state: LiveState) => void };

/** Closes the chat, and sets its slow mode. */
export function ChatControls({ id, state, onChanged }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const { chatOpen, slowModeSeconds } = state;
  const save = useAction(async (change: Partial<Pick<LiveState, 'chatOpen' | 'slowModeSeconds'>>) => {
    onChanged(await api('POST /course/auth/live/chat/save', { id, chatOpen, slowModeSeconds, ...change }));
  });
  return (
    <section className="paper flex flex-wrap items-center gap-4 p-4 text-sm" aria-label={t('live:host.chat')}>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="toggle toggle-sm"
          checked={chatOpen}
          disabled={!hydrated}
          onChange={(event) => void save.run({ chatOpen: event.currentTarget.checked })}
        />
        {t('live:host.chatOpen')}
      </label>
      <label className="flex items-center gap-2">
        {t('live:host.slowMode')}
        <select
          className="select select-sm w-auto"
          value={slowModeSeconds}
          disabled={!hydrated}
          onChange={(event) => void save.run({ slowModeSeconds: Number(event.currentTarget.value) })}
        >
          {SECONDS.map((seconds) => (
            <option key={seconds} value={seconds}>
              {seconds === 0 ? t('live:host.slowOff') : t('live:host.slowSeconds', { seconds })}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}

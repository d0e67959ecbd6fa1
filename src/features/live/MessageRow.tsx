import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { clockTime } from '#src/lib/clock-time.ts';
import type { LiveMessage } from './use-live-news.ts';

/** What the lecturer can do with a message. */
export type Moderation = {
  moderate: (id: string, change: { hidden?: boolean; answered?: boolean }) => void;
  mute: (userId: string) => void;
};

type Props = { message: LiveMessage; isOwn: boolean; moderation?: Moderation };

/** A message with the second of the class; for the lecturer with actions. */
export function MessageRow({ message, isOwn, moderation }: Props) {
  const t = useT();
  const { id, userId, userName, body, atSecond, hidden, answered, kind } = message;
  return (
    <li className={`text-sm ${isOwn ? 'border-s-2 border-primary ps-2' : ''}`} data-testid="live-message">
      <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted">
        <span className="font-medium">{userName}</span>
        {atSecond >= 0 && <span className="tabular-nums">{clockTime(atSecond)}</span>}
        {answered && (
          <span className="inline-flex items-center gap-1 text-success">
            <Icon name="check" className="size-3" />
            {t('live:chat.answered')}
          </span>
        )}
      </p>
      <p className={`break-words ${hidden ? 'text-muted italic' : ''}`}>{hidden ? t('live:chat.hidden') : body}</p>
      {moderation && (
        <div className="mt-1 flex flex-wrap gap-1">
          {kind === 'question' && (
            <button
              type="button"
              className="btn btn-ghost btn-xs"
              onClick={() => moderation.moderate(id, { answered: !answered })}
            >
              {t(answered ? 'live:host.unanswer' : 'live:host.answer')}
            </button>
          )}
          <button
            type="button"
            className="btn btn-ghost btn-xs"
            onClick={() => moderation.moderate(id, { hidden: !hidden })}
          >
            {t(hidden ? 'live:host.show' : 'live:host.hide')}
          </button>
          {!isOwn && (
            <button type="button" className="btn btn-ghost btn-xs" onClick={() => moderation.mute(userId)}>
              {t('live:host.mute')}
            </button>
          )}
        </div>
      )}
    </li>
  );
}

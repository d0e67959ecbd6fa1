import { Icon } from '#src/components/Icon.tsx';
import { Progress } from '#src/components/Progress.tsx';
import { whyPath } from '#src/features/appeal/why-path.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import type { Presence } from './use-attendance.ts';

type Props = {
  sessionId: string;
  presence: Presence;
  isOver: boolean;
  percent: number;
  recordingCounts: boolean;
};

/** The viewer's minutes, and what is needed: why the class counts, or not yet. */
export function PresenceLine({ sessionId, presence, isOver, percent, recordingCounts }: Props) {
  const t = useT();
  const locale = useLocale();
  const { minutes, requiredMinutes, completed } = presence;
  return (
    <section className="paper flex flex-col gap-2 p-4 text-sm" aria-label={t('live:presence.label')}>
      {completed ? (
        <p className="flex items-center gap-2 text-success" role="status">
          <Icon name="check-circle" className="size-4" />
          {t('live:presence.completed')}
        </p>
      ) : (
        <Progress value={(minutes / requiredMinutes) * 100} label={t('live:presence.label')} />
      )}
      <p className="text-muted">
        {t('live:presence.minutes', { minutes, required: requiredMinutes, percent })}{' '}
        {!completed && recordingCounts && t(isOver ? 'live:presence.watchRecording' : 'live:presence.orRecording')}
      </p>
      {!completed && (
        <a href={href(locale, whyPath('live', sessionId))} className="link self-start text-muted">
          {t(minutes > 0 || isOver ? 'appeal:entry.title' : 'appeal:entry.before')}
        </a>
      )}
    </section>
  );
}

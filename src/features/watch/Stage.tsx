import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useHydrated } from '#src/client/use-live.ts';
import { whenLoggedIn, whenOnline } from '#src/client/when-back.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { Progress } from '#src/components/Progress.tsx';
import { useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { lockText } from '#src/features/knowledge/lock-text.ts';
import { whyPath } from '#src/features/appeal/why-path.ts';
import { RecordLine } from './RecordLine.tsx';
import type { Resource } from './room.ts';
import { $player } from './current-player.ts';
import { StageBody, type StageProps } from './StageBody.tsx';
import { StudyPlayer } from './study-player.ts';
import { WhyPanel } from './WhyPanel.tsx';

/** The current resource: player, reader, exam or download. */
export function Stage(props: StageProps) {
  const t = useT();
  const hydrated = useHydrated();
  const { resource, progress, next, onReported, onChoose, place, at, locale, timeZone } = props;
  const id = resource.subResourceId;
  const [player] = useState(() => new StudyPlayer(id, (reported) => onReported(id, reported), place));
  const phase = useStore(player.$phase);
  const message = useStore(player.$message);
  useEffect(() => {
    // Reports the studied time before unmounting.
    const hide = () => void player.flush({ keepalive: true });
    const back = () => void player.flush();
    addEventListener('pagehide', hide);
    const stopListening = [whenOnline(back), whenLoggedIn(back)];
    return () => {
      removeEventListener('pagehide', hide);
      stopListening.forEach((stop) => stop());
      player.leave();
    };
  }, [player]);

  useEffect(() => {
    $player.set(player);
    return () => $player.set(null);
  }, [player]);
  useEffect(() => {
    if (at) player.$jump.set(at);
  }, [at, player]);

  const played = !resource.lock && (resource.kind === 'media' || resource.kind === 'reading');
  const isActivity = ACTIVITIES.has(resource.kind);
  const head = (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow">
          <h2 id="resource" className="text-xl font-semibold">
            {resource.subResourceName}
          </h2>
          {resource.counted && (
            <Progress value={progress.studyProgress} label={t('study:resourceProgress')} className="mt-2 max-w-sm" />
          )}
          {played && <RecordLine player={player} />}
        </div>
        {next && (
          <button
            type="button"
            className="btn btn-sm"
            disabled={!hydrated}
            onClick={() => onChoose(next.subResourceId)}
          >
            {t('study:next', { title: next.subResourceName })}
            <Icon name="arrow-right" className="size-4" />
          </button>
        )}
      </div>
      {played && (
        <WhyPanel resourceId={id} counted={resource.counted} locale={locale} timeZone={timeZone} player={player} />
      )}
      {resource.counted && !progress.completed && (
        <a href={href(locale, whyPath('resource', id))} className="link mt-3 inline-block text-sm text-muted">
          {t(played ? 'appeal:entry.more' : progress.studyProgress > 0 ? 'appeal:entry.title' : 'appeal:entry.before')}
        </a>
      )}
    </>
  );
  return (
    <article aria-labelledby="resource" className={`flex flex-col gap-4 ${isActivity ? LOADED_LATER : ''}`}>
      {isActivity && <div>{head}</div>}
      {resource.lock ? (
        <div className="paper">
          <EmptyState title={t('study:locked')} hint={lockText(resource.lock, { t, locale, timeZone })} icon="lock" />
        </div>
      ) : phase === 'refused' ? (
        <div className="paper">
          <EmptyState title={message || t('study:refused')} icon="lock" />
        </div>
      ) : (
        <div className="study-stage">
          <StageBody {...props} player={player} />
        </div>
      )}
      {!isActivity && <div className="study-below">{head}</div>}
    </article>
  );
}

/** What is below begins below the screen, so that it is not seen moving when the part is loaded; documents: room.css. */
const LOADED_LATER = 'min-h-[calc(100dvh-6rem)]';
/** Forms and lists of their own: their title is above them. */
const ACTIVITIES = new Set<Resource['kind']>(['practice', 'questionnaire', 'training', 'evaluation', 'download']);

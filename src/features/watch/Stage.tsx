import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { Progress } from '#src/components/Progress.tsx';
import { useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { MediaPlayer } from './MediaPlayer.tsx';
import type { Reported } from './player-reporter.ts';
import { PracticePanel } from './PracticePanel.tsx';
import { Reader } from './Reader.tsx';
import { RecordLine } from './RecordLine.tsx';
import { type Resource, stageOf, type Standing } from './room.ts';
import { StudyPlayer } from './study-player.ts';
import { WhyPanel } from './WhyPanel.tsx';

type Props = {
  resource: Resource;
  standing: Standing;
  next: Resource | null;
  completionThreshold: number;
  maxPlaybackRate: number;
  onReported: (id: string, reported: Reported) => void;
  onChoose: (id: string) => void;
  locale: Locale;
  timeZone: string;
};

/** The current resource: player, reader, exam or download. */
export function Stage(props: Props) {
  const t = useT();
  const { resource, standing, next, onReported, onChoose, locale, timeZone } = props;
  const id = resource.subResourceId;
  const [player] = useState(() => new StudyPlayer(id, (reported) => onReported(id, reported)));
  const phase = useStore(player.$phase);
  const message = useStore(player.$message);
  const stage = stageOf(resource);
  useEffect(() => {
    // Reports the studied time before unmounting.
    const hide = () => void player.flush({ keepalive: true });
    const back = () => void player.flush();
    addEventListener('pagehide', hide);
    addEventListener('online', back);
    return () => {
      removeEventListener('pagehide', hide);
      removeEventListener('online', back);
      player.leave();
    };
  }, [player]);

  const played = stage === 'media' || stage === 'reading';
  return (
    <article aria-labelledby="resource">
      {phase === 'refused' ? (
        <div className="paper">
          <EmptyState title={message || t('study:refused')} icon="lock" />
        </div>
      ) : stage === 'media' ? (
        <MediaPlayer {...props} player={player} />
      ) : stage === 'reading' ? (
        <Reader {...props} player={player} />
      ) : stage === 'exam' ? (
        <div className="paper">
          <EmptyState
            title={t(standing.completed ? 'study:exam.passed' : 'study:exam.title')}
            hint={t('study:exam.hint')}
            action={{ href: href(locale, `/test/id?id=${resource.examId}`), label: t('study:exam.go') }}
            icon="exam"
          />
        </div>
      ) : stage === 'practice' ? (
        <PracticePanel resource={resource} completed={standing.completed} locale={locale} />
      ) : stage === 'download' ? (
        <div className="paper">
          <EmptyState
            title={resource.fileName ?? resource.subResourceName}
            hint={t('study:download.hint')}
            action={{ href: resource.fileUrl!, label: t('study:download.go') }}
            icon="archive"
          />
        </div>
      ) : (
        <div className="paper">
          <EmptyState title={t('study:elsewhere.title')} hint={t('study:elsewhere.hint')} icon="calendar" />
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow">
          <h2 id="resource" className="text-xl font-semibold">
            {resource.subResourceName}
          </h2>
          {resource.counted && (
            <Progress value={standing.studyProgress} label={t('study:resourceProgress')} className="mt-2 max-w-sm" />
          )}
          {played && <RecordLine player={player} />}
        </div>
        {next && (
          <button type="button" className="btn btn-sm" onClick={() => onChoose(next.subResourceId)}>
            {t('study:next', { title: next.subResourceName })}
            <Icon name="arrow-right" className="size-4" />
          </button>
        )}
      </div>
      {played && <WhyPanel resourceId={id} locale={locale} timeZone={timeZone} player={player} />}
    </article>
  );
}

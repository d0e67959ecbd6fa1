import { lazyPart } from '#src/components/lazy-part.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { MediaPlayer } from './MediaPlayer.tsx';
import { Reader } from './Reader.tsx';
import type { StudyPlayer } from './study-player.ts';
import type { RoomType } from '#src/contract/rules/study.ts';
import type { Reported } from './player-reporter.ts';
import { PracticeGuide } from './PracticeGuide.tsx';
import type { Resource, ResourceProgress } from './room.ts';

const PracticePanel = lazyPart(async () => (await import('./PracticePanel.tsx')).PracticePanel);
const QuestionnairePanel = lazyPart(
  async () => (await import('#src/features/questionnaire/QuestionnairePanel.tsx')).QuestionnairePanel,
);

const TrainingPanel = lazyPart(async () => (await import('#src/features/training/TrainingPanel.tsx')).TrainingPanel);
const LearnerPanel = lazyPart(async () => (await import('#src/features/evaluation/LearnerPanel.tsx')).LearnerPanel);
const ArchiveList = lazyPart(async () => (await import('./document/ArchiveList.tsx')).ArchiveList);

type Props = StageProps & { player: StudyPlayer };

/** What a resource shows, by its kind. Parts that need much code are loaded when they are shown (`lazyPart`). */
export function StageBody(props: Props) {
  const t = useT();
  const { resource, progress, locale } = props;
  switch (resource.kind) {
    case 'media':
      return <MediaPlayer {...props} />;
    case 'reading':
      return <Reader {...props} />;
    case 'exam':
      return (
        <div className="paper">
          <EmptyState
            title={t(progress.completed ? 'study:exam.passed' : 'study:exam.title')}
            hint={t('study:exam.hint')}
            action={{ href: href(locale, `/test/id?id=${resource.examId}&resume=1`), label: t('study:exam.go') }}
            icon="exam"
          />
        </div>
      );
    case 'live':
      return (
        <div className="paper">
          <EmptyState
            title={t(progress.completed ? 'study:live.completed' : 'study:live.title')}
            hint={t('study:live.hint')}
            action={{ href: href(locale, `/live/watch/${resource.subResourceId}`), label: t('study:live.go') }}
            icon="video"
          />
        </div>
      );
    case 'practice':
      return <PracticePanel resource={resource} completed={progress.completed} locale={locale} />;
    case 'questionnaire':
      return (
        <QuestionnairePanel
          resourceId={resource.subResourceId}
          next={props.next && { id: props.next.subResourceId, title: props.next.subResourceName }}
          courseHref={href(locale, `/knowledge/course/${props.courseId}`)}
          onChoose={props.onChoose}
          onCompleted={props.onChanged}
        />
      );
    case 'training':
      return (
        <TrainingPanel resourceId={resource.subResourceId} completed={progress.completed} timeZone={props.timeZone} />
      );
    case 'evaluation':
      return (
        <div className="flex flex-col gap-4">
          <PracticeGuide resource={resource} />
          <LearnerPanel
            resourceId={resource.subResourceId}
            locale={locale}
            timeZone={props.timeZone}
            onChanged={props.onChanged}
          />
        </div>
      );
    case 'download':
      // A document that cannot be shown in the page: the reader says why.
      return resource.resourceType === 6 ? <ArchiveList resource={resource} /> : <Reader {...props} />;
    default:
      return (
        <div className="paper">
          <EmptyState title={t('study:elsewhere.title')} hint={t('study:elsewhere.hint')} icon="calendar" />
        </div>
      );
  }
}
export type StageProps = {
  courseId: string;
  cover: string | null;
  resource: Resource;
  progress: ResourceProgress;
  next: Resource | null;
  completionThreshold: number;
  maxPlaybackRate: number;
  noSkipping: boolean;
  watermark: string | null;
  onReported: (id: string, reported: Reported) => void;
  onChoose: (id: string) => void;
  /** The study room over several courses, for `/watch`. */
  place?: { type: RoomType; id: string };
  /** Second or page of a note to go to. */
  at: { position: number } | null;
  /** The learner has completed an activity: the progress of the course is to be read again. */
  onChanged: () => void;
  locale: Locale;
  timeZone: string;
};

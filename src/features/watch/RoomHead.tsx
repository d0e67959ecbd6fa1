import { Icon } from '#src/components/Icon.tsx';
import { Progress } from '#src/components/Progress.tsx';
import { whyPath } from '#src/features/appeal/why-path.ts';
import { hasWatched } from '#src/features/knowledge/has-watched.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { type Frame, leaves, type Room } from './room.ts';

const BACK = 'inline-flex items-center gap-1 text-sm text-muted hover:text-primary';

/** Above the tree of one course: its title and progress. */
export function CourseHead({ room, progress }: { room: Room; progress: Pick<Room, 'studyProgress' | 'status'> }) {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="flex flex-col gap-2 border-b border-base-300 p-4">
      <a href={href(locale, `/knowledge/course/${room.courseId}`)} className={BACK}>
        <Icon name="chevron-left" className="size-4" />
        {t('study:backToCourse')}
      </a>
      <h1 className="font-semibold">{room.title}</h1>
      {room.teaches && leaves(room.resources).some(({ questions }) => questions.length > 0) && (
        <a href={href(locale, `/account/course/questions?id=${room.courseId}`)} className="link self-start text-sm">
          {t('study:question.results.link')}
        </a>
      )}
      <Progress value={progress.studyProgress} label={t('study:courseProgress')} />
      <p className="text-sm text-muted" role="status">
        {progress.status === 'completed'
          ? t('study:courseCompleted')
          : hasWatched(room.resources) && t('study:threshold', { percent: room.completionThreshold })}
      </p>
      {progress.status !== 'completed' && (
        <a href={href(locale, whyPath('course', room.courseId))} className="link self-start text-sm text-muted">
          {t(progress.status === 'notStarted' ? 'appeal:entry.before' : 'appeal:entry.title')}
        </a>
      )}
    </div>
  );
}

/** Above the tree of several courses. */
export function FrameHead({
  frame,
  courses,
}: {
  frame: Frame;
  courses: ReadonlyMap<string, { studyProgress: number }>;
}) {
  const t = useT();
  const locale = useLocale();
  const values = frame.items.map((item) => courses.get(item.courseId ?? '')?.studyProgress ?? item.studyProgress);
  const mean = Math.floor(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length));
  return (
    <div className="flex flex-col gap-2 border-b border-base-300 p-4">
      <a href={href(locale, backOf(frame))} className={BACK}>
        <Icon name="chevron-left" className="size-4" />
        {t(`room:back.${frame.type}`)}
      </a>
      <h1 className="font-semibold">{frame.title}</h1>
      <Progress value={mean} label={t(`room:progress.${frame.type}`)} />
      <p className="text-sm text-muted">{t('room:count', { count: frame.items.length })}</p>
    </div>
  );
}

function backOf({ type, id }: Frame): string {
  if (type === 'project') return `/knowledge/project/${id}`;
  return type === 'task' ? `/account/task/${id}` : `/knowledge/menu-tree?category=${id}`;
}

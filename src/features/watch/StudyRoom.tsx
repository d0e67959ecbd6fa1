import { useCallback, useEffect, useMemo, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { Progress } from '#src/components/Progress.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import type { Reported } from './player-reporter.ts';
import { ResourceTree } from './ResourceTree.tsx';
import { leaves, nextResource, type Room, roomPath, type Standing } from './room.ts';
import { Stage } from './Stage.tsx';
import { settle } from './study-player.ts';

type Props = { room: Room; resourceId: string | null; timeZone: string };

/** The study room: the current resource beside (on phones above) the course tree, both with live progress. */
export default island(function StudyRoom({ room, resourceId, timeZone, locale }: Props & { locale: 'zh' | 'en' }) {
  const t = useT();
  const [currentId, setCurrentId] = useState(resourceId);
  const [course, setCourse] = useState({ studyProgress: room.studyProgress, status: room.status });
  const [standings, setStandings] = useState<ReadonlyMap<string, Standing>>(
    () => new Map(leaves(room.resources).map((resource) => [resource.subResourceId, resource])),
  );
  const current = useMemo(
    () => leaves(room.resources).find(({ subResourceId }) => subResourceId === currentId) ?? null,
    [room, currentId],
  );
  const onReported = useCallback((id: string, reported: Reported) => {
    setStandings((before) => new Map(before).set(id, reported.resource));
    if (reported.course.status !== 'notStarted') setCourse(reported.course);
  }, []);
  useEffect(() => {
    void settle().then((answers) => answers.forEach(({ resourceId: id, reported }) => onReported(id, reported)));
  }, [onReported]);
  const choose = useCallback(
    (id: string) => {
      setCurrentId(id);
      history.pushState(null, '', href(locale, roomPath(room.courseId, id)));
    },
    [locale, room.courseId],
  );
  useEffect(() => {
    const follow = () => setCurrentId(new URLSearchParams(location.search).get('resource') ?? resourceId);
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [resourceId]);

  return (
    <div className="page grid items-start gap-6 py-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="min-w-0">
        {current ? (
          <Stage
            key={current.subResourceId}
            resource={current}
            standing={standings.get(current.subResourceId)!}
            next={nextResource(room, current.subResourceId)}
            completionThreshold={room.completionThreshold}
            maxPlaybackRate={room.maxPlaybackRate}
            onReported={onReported}
            onChoose={choose}
            locale={locale}
            timeZone={timeZone}
          />
        ) : (
          <div className="paper">
            <EmptyState title={t('study:nothingHere')} icon="book" />
          </div>
        )}
      </div>
      <aside className="paper overflow-hidden lg:sticky lg:top-20" aria-label={t('study:tree.label')}>
        <div className="flex flex-col gap-2 border-b border-base-300 p-4">
          <a
            href={href(locale, `/knowledge/course/${room.courseId}`)}
            className="inline-flex items-center gap-1 text-sm text-muted hover:text-primary"
          >
            <Icon name="chevron-left" className="size-4" />
            {t('study:backToCourse')}
          </a>
          <h1 className="font-semibold">{room.title}</h1>
          <Progress value={course.studyProgress} label={t('study:courseProgress')} />
          <p className="text-sm text-muted" role="status">
            {course.status === 'completed'
              ? t('study:courseCompleted')
              : t('study:threshold', { percent: room.completionThreshold })}
          </p>
        </div>
        <div className="max-h-[32rem] overflow-y-auto lg:max-h-[calc(100dvh-17rem)]">
          <ResourceTree
            courseId={room.courseId}
            resources={room.resources}
            standings={standings}
            currentId={currentId}
            onChoose={choose}
            locale={locale}
          />
        </div>
      </aside>
    </div>
  );
});

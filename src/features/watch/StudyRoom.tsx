import './room.css';
import { type Given, GivenContext } from '#src/client/query.ts';
import { loginPath } from '#src/client/login-redirect.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { SignedOutNote } from '#src/components/SignedOutNote.tsx';
import { ResourceQuestions } from '#src/features/community/subject/ResourceQuestions.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { CourseTrees } from './CourseTrees.tsx';
import { ResourceTree } from './ResourceTree.tsx';
import { CourseHead, FrameHead } from './RoomHead.tsx';
import { placeOf } from './place-of.ts';
import { RoomSide } from './RoomSide.tsx';
import type { Frame, Room } from './room.ts';
import { Stage } from './Stage.tsx';
import { useRoom } from './use-room.ts';

type Props = {
  /** The room over several courses; null: the room of one course. */
  frame: Frame | null;
  /** The course to begin with; null when none of the room may be studied. */
  room: Room | null;
  resourceId: string | null;
  /** Second or page to begin with, of a note. */
  at: number | null;
  timeZone: string;
  /** Questions and notes about that resource. */
  given: Given;
};

/**
 * The study room of a course, or of the courses of a project, category or task: the current resource beside (on phones
 * above) the tree and the notes, all with live progress; then the questions about the resource.
 */
export default island(function StudyRoom({
  frame: begun,
  room: first,
  resourceId,
  at,
  timeZone,
  given,
  locale,
}: Props & { locale: Locale }) {
  const t = useT();
  const state = useRoom({ frame: begun, room: first, resourceId, at, locale });
  const { frame, room, current, next, here, progressOf, courses, choose, courseOf, onReported } = state;
  return (
    <GivenContext value={given}>
      <div className="study-room page grid items-start gap-6 py-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0">
          {room && current ? (
            <Stage
              key={current.subResourceId}
              courseId={room.courseId}
              cover={room.cover}
              resource={current}
              progress={progressOf.get(current.subResourceId)!}
              next={next}
              completionThreshold={room.completionThreshold}
              maxPlaybackRate={room.maxPlaybackRate}
              noSkipping={room.noSkipping}
              watermark={room.watermark}
              onReported={(id, reported) => onReported(room.courseId, id, reported)}
              onChoose={(id) => void choose(courseOf(id) ?? room.courseId, id)}
              onChanged={() => void state.refresh()}
              place={frame ? { type: frame.type, id: frame.id } : undefined}
              at={here.at}
              locale={locale}
              timeZone={timeZone}
            />
          ) : (
            <div className="paper">
              <EmptyState title={t(room || !frame ? 'study:nothingHere' : 'room:nothingOpen')} icon="book" />
            </div>
          )}
        </div>
        <aside className="study-aside paper overflow-hidden lg:sticky lg:top-20" aria-label={t('study:tree.label')}>
          {frame ? (
            <FrameHead frame={frame} courses={courses} />
          ) : (
            room && <CourseHead room={room} progress={courses.get(room.courseId) ?? room} />
          )}
          <RoomSide resource={current} courseId={here.courseId} timeZone={timeZone}>
            {frame ? (
              <CourseTrees frame={frame} state={state} timeZone={timeZone} />
            ) : (
              room && (
                <ResourceTree
                  pathOf={(id) => state.pathOf(room.courseId, id)}
                  resources={room.resources}
                  progressOf={progressOf}
                  currentId={here.resourceId}
                  onChoose={(id) => void choose(room.courseId, id)}
                  timeZone={timeZone}
                />
              )
            )}
          </RoomSide>
        </aside>
        {current && (
          <div className="study-below min-w-0">
            <ResourceQuestions
              key={`about ${current.subResourceId}`}
              resourceId={current.subResourceId}
              placeNow={() => placeOf(current)}
            />
          </div>
        )}
      </div>
      <SignedOutNote
        ended={t('study:signedOut')}
        replaced={(name) => t('study:replaced', { name })}
        // In another tab: this one goes on by itself.
        signIn={loginPath(href(locale, '/home'))}
      />
    </GivenContext>
  );
});

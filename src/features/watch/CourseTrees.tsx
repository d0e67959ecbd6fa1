import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { ResourceTree } from './ResourceTree.tsx';
import { type Frame, isOpen } from './room.ts';
import type { useRoom } from './use-room.ts';

type Props = { frame: Frame; state: ReturnType<typeof useRoom>; timeZone: string };
type Item = Frame['items'][number];

/** The courses of a room as one tree: each is loaded when it is opened; those that may not be studied say why. */
export function CourseTrees({ frame, state, timeZone }: Props) {
  return (
    <ul>
      {frame.items.map((item) => (
        <li key={item.courseId ?? item.examId} className="border-b border-base-300 last:border-0">
          {!isOpen(item) ? (
            <LockedItem item={item} timeZone={timeZone} />
          ) : item.courseId ? (
            <CourseItem item={item} courseId={item.courseId} state={state} timeZone={timeZone} />
          ) : (
            <ExamItem item={item} />
          )}
        </li>
      ))}
    </ul>
  );
}

const ROW = 'flex min-h-12 items-center gap-3 px-4 py-3 text-sm font-medium hover:bg-base-200';

type CourseProps = Pick<Props, 'state' | 'timeZone'> & { item: Item; courseId: string };
function CourseItem({ item, courseId, state, timeZone }: CourseProps) {
  const t = useT();
  const { rooms, courses, progressOf, here, load, choose, pathOf } = state;
  const isHere = here.courseId === courseId;
  const [isOpen, setOpen] = useState(isHere);
  const [failed, setFailed] = useState(false);
  const heading = useRef<HTMLElement>(null);
  useEffect(() => {
    // Going on to the next course opens its part of the tree.
    if (!isHere) return;
    setOpen(true);
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  const room = rooms.get(courseId);
  const { studyProgress, status } = courses.get(courseId) ?? item;
  const toggle = ({ currentTarget: { open } }: SyntheticEvent<HTMLDetailsElement>) => {
    setOpen(open);
    if (!open) return;
    setFailed(false);
    load(courseId).catch(() => setFailed(true));
  };
  return (
    <details open={isOpen} onToggle={toggle} className="group/course">
      <summary
        ref={heading}
        aria-current={isHere ? 'true' : undefined}
        className={`${ROW} cursor-pointer list-none aria-[current=true]:text-primary [&::-webkit-details-marker]:hidden`}
      >
        <Icon name="chevron-right" className="size-4 text-muted transition-transform group-open/course:rotate-90" />
        <span className="min-w-0 grow">{item.title}</span>
        <CourseState status={status} percent={studyProgress} />
      </summary>
      {room ? (
        <ResourceTree
          pathOf={(id) => pathOf(courseId, id)}
          resources={room.resources}
          progressOf={progressOf}
          currentId={isHere ? here.resourceId : null}
          onChoose={(id) => void choose(courseId, id)}
          timeZone={timeZone}
        />
      ) : failed ? (
        <p className="px-4 pb-3 text-sm">{t('common:failedToLoad')}</p>
      ) : (
        <div className="px-4 pb-3">
          <div className="skeleton h-4 w-2/3" />
        </div>
      )}
      {room?.resources.length === 0 && <p className="px-4 pb-3 text-sm text-muted">{t('study:nothingHere')}</p>}
    </details>
  );
}

function LockedItem({ item, timeZone }: { item: Item; timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const { courseId, examId, lock, studyState } = item;
  const reasons = [
    ...(studyState === 'open' ? [] : [t(`room:locked.${studyState}`)]),
    ...(lock?.releaseAt ? [t('room:locked.until', { date: dateTimeText(lock.releaseAt, timeZone, locale) })] : []),
    ...(lock && lock.waitsFor.length > 0
      ? [t('room:locked.after', { titles: lock.waitsFor.join(t('study:why.separator')) })]
      : []),
  ];
  return (
    <a
      href={href(locale, courseId ? `/knowledge/course/${courseId}` : `/test/id?id=${examId}&resume=1`)}
      className={ROW}
    >
      <Icon name="lock" className="size-4 text-muted" />
      <span className="min-w-0 grow">
        <span className="block text-muted">{item.title}</span>
        <span className="block font-normal text-muted">{reasons.join(' · ')}</span>
      </span>
    </a>
  );
}

function ExamItem({ item }: { item: Item }) {
  const t = useT();
  return (
    <a href={href(useLocale(), `/test/id?id=${item.examId}&resume=1`)} className={ROW}>
      <Icon name="exam" className="size-4 text-muted" />
      <span className="min-w-0 grow">
        <span className="block">{item.title}</span>
        <span className="block font-normal text-muted">{t('room:exam')}</span>
      </span>
      {item.status === 'completed' && <CourseState status={item.status} percent={100} />}
    </a>
  );
}

function CourseState({ status, percent }: { status: Item['status']; percent: number }) {
  const t = useT();
  if (status !== 'completed') return <span className="font-normal text-muted tabular-nums">{percent}%</span>;
  return (
    <span className="text-success">
      <Icon name="check-circle" />
      <span className="sr-only">{t('enum:learningState.completed')}</span>
    </span>
  );
}

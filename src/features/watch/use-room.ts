import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { api } from '#src/client/api.ts';
import { navigate, replaceAddress, useBackAndForward } from '#src/client/router.ts';
import { useAction } from '#src/client/use-action.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { href } from '#src/i18n/locale.ts';
import type { Reported } from './player-reporter.ts';
import {
  firstResource,
  type Frame,
  framePath,
  leaves,
  nextCourseId,
  nextResource,
  type Room,
  roomPath,
  type ResourceProgress,
} from './room.ts';
import { sendLeftReports } from './study-player.ts';

type Given = {
  frame: Frame | null;
  room: Room | null;
  resourceId: string | null;
  /** Second or page to begin with. */
  at: number | null;
  locale: Locale;
};
/** Where the learner is. `at`: second or page to go to, of a note. */
type Here = { courseId: string | null; resourceId: string | null; at: { position: number } | null };
type CourseProgress = Pick<Room, 'studyProgress' | 'status'>;

/** The state of a study room: the courses loaded so far, the progress of everything, and where the learner is. */
export function useRoom({ frame: given, room: first, resourceId, at: beginAt, locale }: Given) {
  const [frame, setFrame] = useState(given);
  const [rooms, setRooms] = useState<ReadonlyMap<string, Room>>(() => new Map(first ? [[first.courseId, first]] : []));
  const [here, setHere] = useState<Here>({
    ...{ courseId: first?.courseId ?? null, resourceId },
    at: beginAt === null ? null : { position: beginAt },
  });
  const [courses, setCourses] = useState<ReadonlyMap<string, CourseProgress>>(() => new Map());
  const [progressOf, setProgressOf] = useState<ReadonlyMap<string, ResourceProgress>>(() => progressIn(first));
  const [loading] = useState(
    () => new Map<string, Promise<Room>>(first ? [[first.courseId, Promise.resolve(first)]] : []),
  );

  /** Adds what the server knows of a course, or replaces it. */
  const put = useCallback((room: Room) => {
    setRooms((before) => new Map(before).set(room.courseId, room));
    setCourses((before) => new Map(before).set(room.courseId, room));
    setProgressOf((before) => new Map([...before, ...progressIn(room)]));
  }, []);
  /** Loads the tree of a course, once. */
  const load = useCallback(
    (courseId: string): Promise<Room> => {
      const known = loading.get(courseId);
      if (known) return known;
      const asked = api('GET /course/auth/study/course/view', { courseId }).then((room) => (put(room), room));
      loading.set(courseId, asked);
      // The next attempt asks again.
      asked.catch(() => loading.delete(courseId));
      return asked;
    },
    [loading, put],
  );
  const pathOf = useCallback(
    (courseId: string, id?: string) => href(locale, frame ? framePath(frame, courseId, id) : roomPath(courseId, id)),
    [frame, locale],
  );
  const go = useCallback(
    async (courseId: string, wanted: string | null) => {
      const room = await load(courseId);
      const id = firstResource(room, wanted)?.subResourceId ?? null;
      setHere({ courseId, resourceId: id, at: null });
      return id;
    },
    [load],
  );
  const { run: choose } = useAction(async (courseId: string, wanted: string | null) => {
    const id = await go(courseId, wanted);
    navigate(pathOf(courseId, id ?? undefined));
  });
  useEffect(() => {
    // A room is entered without naming the course; the address does, so that a reload and going back lead here.
    if (frame && first && !new URLSearchParams(location.search).has('course'))
      replaceAddress(pathOf(first.courseId, resourceId ?? undefined));
  }, [frame, first, resourceId, pathOf]);
  useBackAndForward(
    useCallback(() => {
      const query = new URLSearchParams(location.search);
      const courseId = query.get('course') ?? first?.courseId;
      if (courseId) void go(courseId, query.get('resource') ?? (courseId === first?.courseId ? resourceId : null));
    }, [go, first, resourceId]),
  );

  const onReported = useCallback((courseId: string, id: string, reported: Reported) => {
    setProgressOf((before) => new Map(before).set(id, reported.resource));
    if (reported.course.status !== 'notStarted') setCourses((before) => new Map(before).set(courseId, reported.course));
  }, []);
  useEffect(() => {
    // What closed tabs left is about the course of this page, if it is shown at all.
    const isShown = (id: string) => leaves(first?.resources ?? []).some(({ subResourceId }) => subResourceId === id);
    void sendLeftReports().then((answers) =>
      answers
        .filter(({ resourceId: id }) => isShown(id))
        .forEach(({ resourceId: id, reported }) => onReported(first!.courseId, id, reported)),
    );
  }, [first, onReported]);
  const { run: refresh } = useAction(async () => {
    if (here.courseId) put(await api('GET /course/auth/study/course/view', { courseId: here.courseId }));
  });

  const { run: unlock } = useAction(async ({ type, id }: Frame) =>
    setFrame(await api('GET /course/auth/study/room/view', { type, id })),
  );
  const hasCompleted = frame?.items.some(
    ({ courseId, status }) => status !== 'completed' && courses.get(courseId ?? '')?.status === 'completed',
  );
  const isWaiting = frame?.items.some(({ lock }) => lock !== null);
  const readLocks = useEffectEvent(() => frame && void unlock(frame));
  useEffect(() => {
    // A completed course may open the items that wait for it.
    if (hasCompleted && isWaiting) readLocks();
  }, [hasCompleted, isWaiting]);

  const room = here.courseId ? (rooms.get(here.courseId) ?? null) : null;
  const current = leaves(room?.resources ?? []).find(({ subResourceId }) => subResourceId === here.resourceId) ?? null;
  const items = leaves(room?.resources ?? []);
  const done = items.filter(({ subResourceId }) => progressOf.get(subResourceId)?.completed).length;
  const opensMore =
    items.some(({ lock }) => lock?.waitsFor) && done > items.filter(({ completed }) => completed).length;
  const readItems = useEffectEvent(() => void refresh());
  useEffect(() => {
    // A completed item opens the one that waits for it.
    if (opensMore) readItems();
  }, [opensMore]);
  const within = room && current ? nextResource(room, current.subResourceId) : null;
  const following = frame && room && !within ? nextCourseId(frame, room.courseId) : null;
  useEffect(() => {
    // At the end of a course the next one is loaded, so that one can go on at once.
    if (following) load(following).catch(() => undefined);
  }, [following, load]);
  const followingRoom = following ? rooms.get(following) : undefined;
  const next = within ?? (followingRoom ? firstResource(followingRoom, null) : null);
  /** The course of a loaded resource. */
  const courseOf = (id: string) =>
    [...rooms.values()].find((each) => leaves(each.resources).some((leaf) => leaf.subResourceId === id))?.courseId;

  return {
    frame,
    rooms,
    courses,
    progressOf,
    here,
    room,
    current,
    next,
    load,
    choose,
    courseOf,
    pathOf,
    onReported,
    refresh,
  };
}

function progressIn(room: Room | null): Map<string, ResourceProgress> {
  return new Map(leaves(room?.resources ?? []).map((resource) => [resource.subResourceId, resource]));
}

import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { useSignedIn } from '#src/client/use-live.ts';
import { missingOfPage, pageRange, pagesSeen, PageTracker } from '#src/contract/rules/document-pages.ts';
import { countSeconds, mergeRanges, type Range } from '#src/lib/ranges.ts';
import type { Resource, ResourceProgress } from '../room.ts';
import type { StudyPlayer } from '../study-player.ts';
import { useStudiedSeconds } from '../use-studied-seconds.ts';
import type { DocumentView } from './body.ts';

const INTERVAL = 15_000;

type Options = {
  resource: Resource;
  progress: ResourceProgress;
  player: StudyPlayer;
  document: DocumentView;
  page: number;
  /** The page that can be seen; null while it is being loaded. */
  shown: number | null;
};

/**
 * Reports what is read: the seconds in which a page is on the screen, the tab is visible and the user is active, each
 * for the part of `totalDuration` that belongs to this page (decision 047).
 */
export function usePageCoverage({ resource, progress, player, document: doc, page, shown }: Options) {
  const { pageCount, totalDuration } = doc;
  const phase = useStore(player.$phase);
  const signedIn = useSignedIn(true);
  const [idle, wake] = useIdle(true);
  const [added, setAdded] = useState<Range[]>([]);
  const tracker = useRef<PageTracker | null>(null);
  const studied = useRef(0);
  const reading = phase === 'open' && !idle && shown === page;

  useStudiedSeconds(reading, false, (seconds) => {
    studied.current += seconds;
    player.set({ studiedSeconds: Math.floor(studied.current) });
    const counted = tracker.current?.see(page, seconds) ?? [];
    counted.forEach((range) => player.add(range));
    if (counted.length > 0) setAdded((before) => mergeRanges([...before, ...counted]));
  });

  const open = async (isCurrent: () => boolean) => {
    const opened = await player.open();
    if (!opened || !isCurrent()) return;
    studied.current = 0;
    tracker.current = new PageTracker(pageCount, totalDuration, opened.watched);
  };
  const start = useRef(open);
  useEffect(() => {
    let current = true;
    player.set({ active: true, playbackRate: 1, captionsOn: resource.captionsOn });
    // Again after a login, if it could not be opened before.
    if (signedIn) void start.current(() => current);
    return () => {
      current = false;
    };
  }, [player, resource, signedIn]);
  useEffect(() => {
    player.set({ position: pageRange(page, pageCount, totalDuration)[0] });
  }, [player, page, pageCount, totalDuration]);
  useEffect(() => {
    player.set({ active: reading });
    if (!reading) return void player.flush();
    const timer = setInterval(() => void player.flush(), INTERVAL);
    return () => clearInterval(timer);
  }, [reading, player]);
  useEffect(() => {
    const changed = () => {
      const hidden = document.visibilityState === 'hidden';
      player.set({ active: !hidden && reading });
      void player.flush({ keepalive: hidden });
    };
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, [player, reading]);

  const watched = mergeRanges([...progress.watched, ...added]);
  return {
    phase,
    idle,
    wake,
    goOn: () => void open(() => true),
    seen: pagesSeen(pageCount, totalDuration, watched),
    /** Seconds until the current page counts as seen. */
    left: countSeconds(missingOfPage(page, pageCount, totalDuration, watched)),
  };
}

/** Idle timeout, ms. */
const IDLE = 10 * 60_000;
const INPUT = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

/**
 * Whether the user was idle for ten minutes, and a function that resets it. Events inside a frame (the PDF viewer)
 * cannot be observed, so users who scroll there are asked too.
 */
function useIdle(enabled: boolean): [idle: boolean, wake: () => void] {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!enabled || idle) return;
    let timer = setTimeout(() => setIdle(true), IDLE);
    const touched = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE);
    };
    for (const type of INPUT) addEventListener(type, touched, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const type of INPUT) removeEventListener(type, touched, { capture: true });
    };
  }, [enabled, idle]);
  return [idle, () => setIdle(false)];
}

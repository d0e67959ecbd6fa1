import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { mergeRanges, type Range, resumeAt, SKIP_TOLERANCE } from '#src/lib/ranges.ts';
import { type Limit, playLimit } from './play-rules.ts';
import { leaves, type Resource, type ResourceProgress } from './room.ts';
import { sendLeftReports, type StudyPlayer } from './study-player.ts';
import { useReportWhenHidden } from './use-report-when-hidden.ts';
import { useQuestions } from './use-questions.ts';
import { useSource } from './use-source.ts';
import { useStudiedSeconds } from './use-studied-seconds.ts';
import { WatchTracker } from './watch-tracker.ts';

/** Milliseconds between two reports while playing. */
const INTERVAL = 15_000;

export type Media = ReturnType<typeof useMedia>;
type Options = { courseId: string; progress: ResourceProgress; maxPlaybackRate: number; noSkipping: boolean };

/**
 * Connects a media element with a study player: played time is reported every 15 s, on pause, seek, end and when the
 * page is hidden. A video pauses when the page is hidden; audio continues.
 */
export function useMedia(
  element: RefObject<HTMLVideoElement | null>,
  resource: Resource,
  player: StudyPlayer,
  { courseId, progress, maxPlaybackRate, noSkipping }: Options,
) {
  const isVideo = resource.resourceType === 2;
  const [time, setTime] = useState(resource.resumeAt);
  const [playing, setPlaying] = useState(false);
  const [ended, setEnded] = useState(false);
  const [rate, setRate] = useState(Math.min(resource.playbackRate, maxPlaybackRate));
  const [captionsOn, setCaptionsOn] = useState(resource.captionsOn);
  const [volume, setVolume] = useState(1);
  const [muted, setMuted] = useState(false);
  const [unanswered, setUnanswered] = useState<Range[]>([]);
  const tracker = useRef(new WatchTracker());
  const studied = useRef(0);
  const begun = useRef(false);
  /** Plays once a source is loaded: loading one pauses the element. */
  const playWhenLoaded = useRef(false);
  /** Why the last seek ended before its target. */
  const [held, setHeld] = useState<Limit['reason'] | null>(null);
  const asking = useQuestions(resource.questions, progress.completed);
  const watched = mergeRanges([...progress.watched, ...unanswered]);
  const limit = playLimit(asking.questions, { noSkipping, completed: progress.completed, watched });
  /** Position to seek to once the file is loaded. */
  const startAt = useRef(resource.resumeAt);

  const source = useSource(element, resource, () => {
    const video = element.current;
    tracker.current.cut();
    playWhenLoaded.current ||= Boolean(video && !video.paused);
    if (video && video.readyState > 0) startAt.current = Math.floor(video.currentTime);
  });

  const clip = (range: Range | null): void => {
    if (!range) return;
    const end = Math.min(range[1], resource.totalDuration);
    if (range[0] < end) player.add([range[0], end]);
    setUnanswered(player.unanswered);
  };
  const track = () => {
    const video = element.current;
    if (!video || video.seeking) return;
    clip(tracker.current.tick(video.currentTime, performance.now() / 1000, video.playbackRate));
    player.set({ position: video.currentTime });
    setTime(video.currentTime);
    const question = begun.current ? asking.pass(video.currentTime) : null;
    if (question) video.pause();
  };
  const start = () => {
    const video = element.current;
    if (!video) return;
    if (video.readyState === 0) playWhenLoaded.current = true;
    void video.play().catch(() => playWhenLoaded.current || setPlaying(false));
  };
  const play = () => {
    setHeld(null);
    // Started immediately, within the user activation; time played before the player is opened is kept.
    void player.open();
    start();
  };
  const toggle = () => {
    const video = element.current;
    if (!video || asking.current) return;
    if (!video.paused) return video.pause();
    if (playWhenLoaded.current) {
      playWhenLoaded.current = false;
      return setPlaying(false);
    }
    if (video.ended) video.currentTime = 0;
    play();
  };
  const seek = (to: number) => {
    const video = element.current;
    const last = Math.floor(video?.duration || resource.totalDuration);
    // Whole seconds, so that the target second is counted from its start.
    const wanted = Math.max(0, Math.min(Math.floor(to), last));
    const second = limit ? Math.min(wanted, limit.second) : wanted;
    setHeld(limit && wanted > limit.second + SKIP_TOLERANCE ? limit.reason : null);
    setTime(second);
    player.set({ position: second });
    setEnded(false);
    if (video && video.readyState > 0) video.currentTime = second;
    else startAt.current = second;
  };

  useEffect(() => {
    const video = element.current;
    if (!video) return;
    video.defaultPlaybackRate = rate;
    video.playbackRate = rate;
    player.set({ playbackRate: rate });
  }, [element, rate, player, source.src]);
  useEffect(() => {
    player.set({ captionsOn });
  }, [captionsOn, player]);
  useEffect(() => {
    const video = element.current;
    if (!video) return;
    video.volume = volume;
    video.muted = muted;
  }, [element, volume, muted]);
  const failedBefore = useEffectEvent(() => source.onError());
  useEffect(() => {
    // The media may have loaded before hydration, so its events have already fired.
    const video = element.current;
    if (video && video.readyState > 0 && video.currentTime === 0) video.currentTime = startAt.current;
    if (video?.error) failedBefore();
  }, [element]);
  useEffect(() => {
    // The last report of the previous page may be newer than the data of this page.
    void sendLeftReports().then((answers) => {
      const mine = answers.find(({ resourceId }) => resourceId === resource.subResourceId);
      if (mine && !begun.current) seek(resumeAt(mine.reported.resource.watched, resource.totalDuration));
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for this resource
  }, []);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => void player.flush(), INTERVAL);
    return () => clearInterval(timer);
  }, [playing, player]);
  useReportWhenHidden(element, isVideo, player);
  useEffect(
    () =>
      player.$phase.listen((phase) => {
        if (phase !== 'opening' && phase !== 'open') element.current?.pause();
      }),
    [element, player],
  );
  const goBack = useRef<() => void>(() => undefined);
  useEffect(() => {
    goBack.current = () => limit && seek(limit.second);
  });
  useEffect(
    // The server does not count what follows: the page knew less than the server, e.g. of another device.
    () => player.$refusal.listen((refusal) => refusal === 'skippedAhead' && goBack.current()),
    [player],
  );
  const jump = useEffectEvent((position: number) => {
    // Not moved to the resume position afterwards.
    begun.current = true;
    seek(position);
  });
  useEffect(() => player.$jump.listen((to) => to && jump(to.position)), [player]);
  useEffect(() => player.$record.listen(() => setUnanswered(player.unanswered)), [player]);
  useStudiedSeconds(playing, !isVideo, (seconds) => {
    studied.current += seconds;
    player.set({ studiedSeconds: Math.floor(studied.current) });
  });

  const resume = (fileUrl: string | null, at: number) => {
    studied.current = 0;
    if (fileUrl && source.failed) source.renew({ fileUrl, hlsUrl: null });
    seek(at);
    start();
  };
  /** The signed URL has expired, or the network was down: fetches a new one. */
  const reload = async () => {
    const found = await api('GET /course/auth/study/course/view', { courseId });
    const fresh = leaves(found.resources).find(({ subResourceId }) => subResourceId === resource.subResourceId);
    source.renew(fresh ?? resource);
  };

  return {
    source,
    asking,
    limit,
    held,
    watched,
    time,
    playing,
    ended,
    rate,
    captionsOn,
    volume,
    muted,
    toggle,
    play,
    seek,
    resume,
    reload: () => void reload().catch(() => source.fail()),
    setRate,
    setVolume: (to: number) => {
      setVolume(Math.max(0, Math.min(1, to)));
      setMuted(false);
    },
    toggleMuted: () => setMuted((before) => !before),
    toggleCaptions: () => setCaptionsOn((before) => !before),
    events: {
      onLoadedMetadata: () => {
        const video = element.current!;
        source.onLoaded();
        if (startAt.current > 0 && startAt.current < video.duration) video.currentTime = startAt.current;
        video.playbackRate = rate;
        const wanted = playWhenLoaded.current;
        playWhenLoaded.current = false;
        if (wanted && isVideo && document.hidden) setPlaying(false);
        else if (wanted) play();
      },
      onPlay: () => {
        begun.current = true;
        if (asking.current) return element.current?.pause();
        track();
        setPlaying(true);
        setEnded(false);
        player.set({ active: true });
        void player.open();
        void player.flush();
      },
      onPause: () => {
        playWhenLoaded.current = false;
        track();
        setPlaying(false);
        player.set({ active: false });
        void player.flush();
      },
      onTimeUpdate: track,
      onSeeking: () => {
        tracker.current.cut();
        const video = element.current!;
        // A seek by the browser's own controls, or a script.
        if (limit && video.currentTime > limit.second + SKIP_TOLERANCE) seek(video.currentTime);
        void player.flush();
      },
      onEnded: () => {
        clip(tracker.current.end(resource.totalDuration));
        setPlaying(false);
        setEnded(true);
        player.set({ active: false, position: resource.totalDuration });
        void player.flush();
      },
      // Extensions can set a speed above the maximum that counts.
      onRateChange: () => {
        const video = element.current!;
        if (video.playbackRate > maxPlaybackRate) video.playbackRate = maxPlaybackRate;
      },
      onError: source.onError,
    },
  };
}

import { type RefObject, useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { type Range, resumeAt } from '#src/lib/ranges.ts';
import { leaves, type Resource } from './room.ts';
import { settle, type StudyPlayer } from './study-player.ts';
import { useStudiedSeconds } from './use-studied-seconds.ts';
import { WatchTracker } from './watch-tracker.ts';

/** Milliseconds between two reports while playing (design section 9). */
const INTERVAL = 15_000;

export type Media = ReturnType<typeof useMedia>;

/**
 * Connects a media element with a study player: played time is reported every 15 s, on pause, seek, end and when the
 * page is hidden. A video pauses when the page is hidden; audio continues.
 */
export function useMedia(
  element: RefObject<HTMLVideoElement | null>,
  resource: Resource,
  player: StudyPlayer,
  maxPlaybackRate: number,
) {
  const isVideo = resource.resourceType === 2;
  const [src, setSrc] = useState(resource.fileUrl);
  const [time, setTime] = useState(resource.resumeAt);
  const [playing, setPlaying] = useState(false);
  const [ended, setEnded] = useState(false);
  const [failed, setFailed] = useState(false);
  const [rate, setRate] = useState(Math.min(resource.playbackRate, maxPlaybackRate));
  const [captionsOn, setCaptionsOn] = useState(resource.captionsOn);
  const [volume, setVolume] = useState(1);
  const [muted, setMuted] = useState(false);
  const [unanswered, setUnanswered] = useState<Range[]>([]);
  const tracker = useRef(new WatchTracker());
  const studied = useRef(0);
  const begun = useRef(false);
  /** Position to seek to once the file is loaded. */
  const startAt = useRef(resource.resumeAt);

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
  };
  const play = () => {
    // Started immediately, within the user activation; time played before the player is opened is kept.
    void player.open();
    void element.current?.play().catch(() => setPlaying(false));
  };
  const toggle = () => {
    const video = element.current;
    if (!video) return;
    if (!video.paused) return video.pause();
    if (video.ended) video.currentTime = 0;
    play();
  };
  const seek = (to: number) => {
    const video = element.current;
    const last = Math.floor(video?.duration || resource.totalDuration);
    // Whole seconds, so that the target second is counted from its start.
    const second = Math.max(0, Math.min(Math.floor(to), last));
    setTime(second);
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
  }, [element, rate, player, src]);
  useEffect(() => {
    const track = element.current?.textTracks[0];
    if (track) track.mode = captionsOn ? 'showing' : 'hidden';
    player.set({ captionsOn });
  }, [element, captionsOn, player]);
  useEffect(() => {
    const video = element.current;
    if (!video) return;
    video.volume = volume;
    video.muted = muted;
  }, [element, volume, muted]);
  useEffect(() => {
    // The media may have loaded before hydration, so its events have already fired.
    const video = element.current;
    if (video && video.readyState > 0 && video.currentTime === 0) video.currentTime = startAt.current;
    if (video?.error) setFailed(true);
  }, [element]);
  useEffect(() => {
    // The last report of the previous page may be newer than the data of this page.
    void settle().then((answers) => {
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
  useEffect(() => {
    const hidden = () => {
      const video = element.current;
      if (document.visibilityState !== 'hidden' || !video || video.paused) return;
      if (isVideo) {
        video.pause();
        player.set({ active: false });
      }
      void player.flush({ keepalive: true });
    };
    document.addEventListener('visibilitychange', hidden);
    return () => document.removeEventListener('visibilitychange', hidden);
  }, [element, isVideo, player]);
  useEffect(
    () =>
      player.$phase.listen((phase) => {
        if (phase !== 'opening' && phase !== 'open') element.current?.pause();
      }),
    [element, player],
  );
  useEffect(() => player.$record.listen(() => setUnanswered(player.unanswered)), [player]);
  useStudiedSeconds(playing, !isVideo, (seconds) => {
    studied.current += seconds;
    player.set({ studiedSeconds: Math.floor(studied.current) });
  });

  const resume = (fileUrl: string | null, at: number) => {
    studied.current = 0;
    if (fileUrl && failed) setSrc(fileUrl);
    setFailed(false);
    seek(at);
    void element.current?.play().catch(() => setPlaying(false));
  };
  /** The signed URL has expired, or the network was down: fetches a new one. */
  const reload = async () => {
    const found = await api('GET /course/auth/study/course/view', {
      courseId: new URLSearchParams(location.search).get('id')!,
    });
    const fresh = leaves(found.resources).find(({ subResourceId }) => subResourceId === resource.subResourceId);
    startAt.current = Math.floor(time);
    setFailed(false);
    setSrc(fresh?.fileUrl ?? resource.fileUrl);
    element.current?.load();
  };

  return {
    src,
    time,
    playing,
    ended,
    failed,
    rate,
    captionsOn,
    volume,
    muted,
    unanswered,
    toggle,
    seek,
    resume,
    reload: () => void reload().catch(() => setFailed(true)),
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
        setFailed(false);
        if (startAt.current > 0 && startAt.current < video.duration) video.currentTime = startAt.current;
        video.playbackRate = rate;
      },
      onPlay: () => {
        begun.current = true;
        track();
        setPlaying(true);
        setEnded(false);
        player.set({ active: true });
        void player.open();
        void player.flush();
      },
      onPause: () => {
        track();
        setPlaying(false);
        player.set({ active: false });
        void player.flush();
      },
      onTimeUpdate: track,
      onSeeking: () => {
        tracker.current.cut();
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
      onError: () => setFailed(true),
    },
  };
}

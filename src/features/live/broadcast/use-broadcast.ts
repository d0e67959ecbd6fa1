import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import type { LiveState } from '../use-live-news.ts';
import { openOutbox, type Outbox } from './outbox.ts';
import { type Broadcasting, OFF, Publisher, sendLeft } from './publisher.ts';
import { chooseType } from './recorder-type.ts';
import { Stage } from './stage.ts';
import type { Data } from '#src/contract/calls.ts';

/** Pictures of the broadcast, and their bits a second. */
export const QUALITIES = {
  high: { size: { width: 1280, height: 720 }, bitsPerSecond: 2_000_000 },
  medium: { size: { width: 854, height: 480 }, bitsPerSecond: 1_000_000 },
  low: { size: { width: 640, height: 360 }, bitsPerSecond: 600_000 },
} as const;
export type Quality = keyof typeof QUALITIES;

/** Attempts to send what an earlier page has left. Milliseconds. */
const RETRY_MS = 3_000;

/** What this browser can record for the portal; null: nothing, or it has no recorder at all. */
export function recorderType(canConvert: boolean) {
  if (typeof MediaRecorder === 'undefined' || !('mediaDevices' in navigator)) return null;
  return chooseType((type) => MediaRecorder.isTypeSupported(type), canConvert);
}

/**
 * The broadcast of this page: its stage while there is one, the publisher, and what an earlier page has left, which is sent at once.
 */
export function useBroadcast(led: Pick<Led, 'id' | 'canConvert'>, status: LiveState['status']) {
  const { id: sessionId, canConvert } = led;
  const [stage, setStage] = useState<Stage | null>(null);
  const [state, setState] = useState<Broadcasting>(OFF);
  const [isRestoring, setRestoring] = useState(false);
  const publisher = useRef<Publisher | null>(null);
  const outbox = useRef<Promise<Outbox> | null>(null);
  const current = useRef<Stage | null>(null);
  const bits = useRef(0);

  useEffect(() => {
    let isGone = false;
    const opened = openOutbox(sessionId);
    outbox.current = opened;
    const restore = async () => {
      const box = await opened;
      const left = await box.left();
      if (left.length === 0 || isGone) return;
      setRestoring(true);
      for (const each of left)
        while (!isGone)
          try {
            await sendLeft(box, each);
            break;
          } catch {
            await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
          }
      setRestoring(false);
    };
    void restore();
    return () => {
      isGone = true;
      current.current?.close();
    };
  }, [sessionId]);

  const isRehearsed = status === 'live' && state.rehearsal && state.phase === 'on';
  useEffect(() => {
    // Without it the server refuses the next fragment, and the publisher goes on then.
    if (isRehearsed) void publisher.current?.renew().catch(() => undefined);
  }, [isRehearsed]);
  const isSending = state.phase !== 'off';
  const warn = useEffectEvent((event: BeforeUnloadEvent) => {
    event.preventDefault();
  });
  useEffect(() => {
    if (!isSending) return undefined;
    const before = (event: BeforeUnloadEvent) => warn(event);
    addEventListener('beforeunload', before);
    return () => removeEventListener('beforeunload', before);
  }, [isSending]);

  const open = (quality: Quality) => {
    const { size, bitsPerSecond } = QUALITIES[quality];
    bits.current = bitsPerSecond;
    const next = new Stage(size);
    current.current = next;
    setStage(next);
    return next;
  };
  const close = () => {
    current.current?.close();
    current.current = null;
    setStage(null);
  };
  /** @throws ApiError 409 when somebody else sends, or the portal cannot convert what is recorded */
  const start = async (takeOver: boolean) => {
    const type = recorderType(canConvert);
    const { canvas, stream } = current.current!;
    if (!type) throw new ApiError(0, '');
    publisher.current = new Publisher({
      ...{ sessionId, type, stream, outbox: await outbox.current!, onChange: setState },
      ...{ size: { width: canvas.width, height: canvas.height }, bitsPerSecond: bits.current },
    });
    await publisher.current.start(takeOver);
  };
  const stop = async () => {
    const running = publisher.current;
    if (!running) return;
    await (running.state.rehearsal ? running.drop() : running.stop());
  };
  return { stage, state, isRestoring, open, close, start, stop };
}
export type Led = Data<'GET /course/auth/live/host/view'>;

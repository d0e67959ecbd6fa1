import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { whenOnline } from '#src/client/when-back.ts';
import type { Outbox } from './outbox.ts';
import type { RecorderType } from './recorder-type.ts';
import { isTemporary, sendFragment } from './send-fragment.ts';

/** Two fragments a second: viewers see what happens within a few seconds. */
const FRAGMENT_MS = 500;
/** Viewers can begin at key frames only. */
const KEY_FRAME_MS = 2_000;
const RETRY_MS = 2_000;
/** Broadcasts that are begun again after the server could not read one. */
const MAX_RESTARTS = 3;

export type Broadcasting = {
  phase: 'off' | 'starting' | 'on' | 'stopping';
  rehearsal: boolean;
  /** Fragments that the server has not acknowledged. */
  waiting: number;
  /** Whether the last attempt to send did not reach the server. */
  isCut: boolean;
  /** Why it ended by itself. */
  problem: string | null;
};

export const OFF: Broadcasting = { phase: 'off', rehearsal: false, waiting: 0, isCut: false, problem: null };

type Options = {
  sessionId: string;
  outbox: Outbox;
  type: RecorderType;
  stream: MediaStream;
  size: { width: number; height: number };
  bitsPerSecond: number;
  onChange: (state: Broadcasting) => void;
};

/**
 * Broadcasts a stream of this browser: records it, keeps each fragment until the server has acknowledged it, and sends them in
 * order, as long as it takes. A broadcast that the server cannot read is begun again.
 */
export class Publisher {
  readonly #options: Options;
  #state: Broadcasting = OFF;
  #recorder: MediaRecorder | null = null;
  #broadcastId: string | null = null;
  /** Numbers of the next fragment that is recorded, and that is sent. */
  #recorded = 0;
  #next = 0;
  #keeping: Promise<void> = Promise.resolve();
  #sending: Promise<void> | null = null;
  #wake: () => void = () => undefined;
  #restarts = 0;
  #isOver = false;
  #isRenewing = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get state(): Broadcasting {
    return this.#state;
  }

  /** Begins. @throws ApiError as the call */
  async start(takeOver: boolean): Promise<void> {
    this.#set({ phase: 'starting', problem: null });
    try {
      await this.#begin({ takeOver });
    } catch (error) {
      this.#set({ phase: 'off' });
      throw error;
    }
  }

  /** Ends the recording, sends what is left, then ends the broadcast. */
  async stop(): Promise<void> {
    if (this.#state.phase !== 'on') return;
    this.#set({ phase: 'stopping' });
    await this.#endRecording();
    await this.#keeping;
    this.#send();
    await this.#sending;
    this.#isOver = true;
    if (this.#broadcastId && !this.#state.problem)
      await api('POST /course/auth/live/broadcast/stop', { id: this.#broadcastId });
    this.#set({ phase: 'off', waiting: 0, isCut: false });
  }

  /** Ends a rehearsal; what is left of it is not wanted. */
  async drop(): Promise<void> {
    if (!this.#broadcastId) return;
    this.#isOver = true;
    this.#wake();
    await this.#endRecording();
    await this.#keeping;
    await api('POST /course/auth/live/broadcast/stop', { id: this.#broadcastId });
    await this.#options.outbox.forget(this.#broadcastId, this.#recorded);
    this.#set({ phase: 'off', waiting: 0 });
  }

  /** Goes on with a new broadcast: the class has started, and what was recorded before is not for it. */
  async renew(): Promise<void> {
    const replaces = this.#broadcastId;
    if (this.#isRenewing || !replaces || this.#state.phase !== 'on') return;
    this.#isRenewing = true;
    try {
      await this.#endRecording();
      await this.#keeping;
      await this.#options.outbox.forget(replaces, this.#recorded);
      await this.#begin({ takeOver: false, replaces });
    } finally {
      this.#isRenewing = false;
    }
  }

  async #begin(more: { takeOver: boolean; replaces?: string }): Promise<void> {
    const { sessionId: id, type, size, stream, bitsPerSecond } = this.#options;
    const { container, mimeType } = type;
    const started = await api(
      'POST /course/auth/live/broadcast/start',
      { id, container, ...size, ...more },
      { _No_dispose: true },
    );
    const { broadcastId } = started;
    this.#broadcastId = broadcastId;
    this.#recorded = 0;
    this.#next = 0;
    const options = { mimeType, videoBitsPerSecond: bitsPerSecond, audioBitsPerSecond: 96_000 };
    const recorder = new MediaRecorder(stream, {
      ...options,
      // Not in all browsers; those without write key frames often enough.
      ...({ videoKeyFrameIntervalDuration: KEY_FRAME_MS } as MediaRecorderOptions),
    });
    recorder.ondataavailable = ({ data }) => this.#keep(broadcastId, data);
    // The user has ended the permission of all devices: what was recorded is kept.
    recorder.onerror = () => void this.stop();
    recorder.start(FRAGMENT_MS);
    this.#recorder = recorder;
    this.#set({ phase: 'on', rehearsal: started.rehearsal, waiting: 0, isCut: false });
  }

  #keep(broadcastId: string, data: Blob): void {
    if (data.size === 0 || broadcastId !== this.#broadcastId) return;
    const number = this.#recorded;
    this.#recorded += 1;
    this.#keeping = this.#keeping.then(async () => {
      await this.#options.outbox.add(broadcastId, number, data);
      this.#send();
    });
    this.#set({ waiting: this.#recorded - this.#next });
  }

  #send(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
  }

  async #sendAll(): Promise<void> {
    const { outbox } = this.#options;
    for (;;) {
      const id = this.#broadcastId;
      if (this.#isOver || !id || this.#next >= this.#recorded) return;
      const bytes = await outbox.get(id, this.#next);
      // It is being kept: the next call sends it.
      if (!bytes) return;
      try {
        const next = await sendFragment(id, this.#next, bytes);
        await outbox.forget(id, next);
        if (id === this.#broadcastId) this.#next = Math.max(next, this.#next);
        this.#restarts = 0;
        this.#set({ waiting: this.#recorded - this.#next, isCut: false });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // A fragment of a rehearsal that came too late: what is recorded now belongs to the class.
        if (id !== this.#broadcastId) continue;
        if (!isTemporary(error)) return this.#refused(error);
        this.#set({ isCut: true });
        await this.#pause(Math.max(RETRY_MS, error.retryAfter * 1000));
      }
    }
  }

  /** Waits for a time, or until the network is back. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = whenOnline(() => this.#wake());
      const timer = setTimeout(() => this.#wake(), ms);
      this.#wake = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
    });
  }

  /** The server does not want more of this broadcast: it could not be read and is begun again, or it is over. */
  async #refused(error: ApiError): Promise<void> {
    const { sessionId, outbox } = this.#options;
    const broadcastId = this.#broadcastId!;
    // Its fragments are refused: another broadcast follows already.
    if (this.#isRenewing) return undefined;
    const wasOn = this.#state.phase === 'on';
    if (wasOn && error.code === 409 && this.#restarts < MAX_RESTARTS) {
      const led = await api('GET /course/auth/live/host/view', { id: sessionId }, { isShowErrTip: false }).catch(
        () => null,
      );
      // The class has started meanwhile.
      if (this.#isRenewing || broadcastId !== this.#broadcastId) return undefined;
      if (led && !led.broadcast && led.state.status !== 'ended' && led.state.status !== 'cancelled') {
        this.#restarts += 1;
        return this.renew();
      }
    }
    this.#set({ problem: error.message });
    await this.#endRecording();
    await this.#keeping;
    await outbox.forget(broadcastId, this.#recorded);
    this.#isOver = true;
    this.#set({ phase: 'off', waiting: 0, isCut: false });
    return undefined;
  }

  #endRecording(): Promise<void> {
    const recorder = this.#recorder;
    this.#recorder = null;
    if (!recorder || recorder.state === 'inactive') return Promise.resolve();
    return new Promise((resolve) => {
      recorder.addEventListener('stop', () => resolve(), { once: true });
      recorder.stop();
    });
  }

  #set(change: Partial<Broadcasting>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(this.#state);
  }
}

/**
 * Sends what an earlier page has left of a broadcast, which then ends. What the server does not want any more is forgotten.
 * @throws ApiError when the server cannot be reached: it is kept
 */
export async function sendLeft(outbox: Outbox, { broadcastId, number }: { broadcastId: string; number: number }) {
  try {
    for (let next = number; ;) {
      const bytes = await outbox.get(broadcastId, next);
      if (!bytes) break;
      next = await sendFragment(broadcastId, next, bytes);
      await outbox.forget(broadcastId, next);
    }
    await api('POST /course/auth/live/broadcast/stop', { id: broadcastId }, { _No_dispose: true });
  } catch (error) {
    if (!(error instanceof ApiError) || isTemporary(error)) throw error;
  }
  await outbox.forget(broadcastId, Number.MAX_SAFE_INTEGER);
}

import type { Data, Input } from '#src/contract/calls.ts';
import { mergeRanges, type Range, subtractRanges } from '#src/lib/ranges.ts';

export type Report = Input<'POST /course/auth/study/player/report'>;
export type Reported = Data<'POST /course/auth/study/player/report'>;
/**
 * State of the report: sent and counted, queued, waiting for the network, waiting for the learner to log in again, permanently
 * rejected.
 */
export type RecordState = 'recorded' | 'pending' | 'offline' | 'ended' | 'failed';

/** A report with its learner; those of earlier versions have none. */
type Kept = Report & { owner?: string };

/** Storage in which reports survive a closed tab, like `localStorage`. */
export type PendingStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

type Options = {
  playerId: string;
  resourceId: string;
  send: (report: Report, options: { keepalive: boolean }) => Promise<Reported>;
  /** Id of the learner: what a closed tab left is sent for them only. */
  owner: string;
  /** What an error that means "try again later" waits for: the network or server, or a login; null: never. */
  waitsFor: (error: unknown) => 'offline' | 'ended' | null;
  onReported: (reported: Reported) => void;
  onState: (state: RecordState) => void;
  onFailed: (error: unknown) => void;
  store: PendingStore | null;
};

/** Retry delay after the first, second, … consecutive failure, ms. */
const RETRY = [3_000, 5_000, 10_000, 20_000, 30_000];
const KEY = 'zhixing.study.';

/**
 * Reports watched seconds to the server (docs/specification.md, section "Study time"). Seconds are kept in memory and
 * in the browser's storage until the server has acknowledged them; seconds sent twice count once, so reports can always
 * be retried. All pending seconds are sent in one report, because the server compares it with the time since the last
 * one.
 */
export class PlayerReporter {
  private waiting: Range[] = [];
  private player = { position: 0, playbackRate: 1, captionsOn: false, active: false, studiedSeconds: 0 };
  private sending: Promise<void> | null = null;
  private again = false;
  private failures = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  /** Seconds `[start, end)` were watched. */
  add(start: number, end: number): void {
    if (end <= start) return;
    this.waiting = mergeRanges([...this.waiting, [start, end]]);
    this.keep();
  }

  /** Watched seconds that are not acknowledged yet. */
  get unanswered(): Range[] {
    return this.waiting;
  }

  /** Position of the player; sent with the next report. */
  set(player: Partial<PlayerReporter['player']>): void {
    Object.assign(this.player, player);
  }

  /** Reports now. One report at a time, except while the page is being unloaded. */
  flush({ keepalive = false } = {}): Promise<void> {
    if (this.closed) return Promise.resolve();
    if (this.sending && !keepalive) {
      this.again = true;
      return this.sending;
    }
    clearTimeout(this.retry);
    const sending = this.send(keepalive).finally(() => {
      if (this.sending === sending) this.sending = null;
      if (this.again) {
        this.again = false;
        void this.flush();
      }
    });
    this.sending = sending;
    return sending;
  }

  /** No more reports from this player, e.g. because another one took over. */
  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    this.options.store?.removeItem(KEY + this.options.playerId);
  }

  private async send(keepalive: boolean): Promise<void> {
    const { playerId, resourceId, send, waitsFor, onReported, onState, onFailed } = this.options;
    const ranges = this.waiting;
    if (ranges.length > 0) onState('pending');
    try {
      const position = Math.max(0, Math.floor(this.player.position));
      const reported = await send({ playerId, resourceId, ranges, ...this.player, position }, { keepalive });
      this.failures = 0;
      this.waiting = subtractRanges(this.waiting, ranges);
      this.keep();
      if (this.closed) return;
      onState(this.waiting.length > 0 ? 'pending' : 'recorded');
      onReported(reported);
    } catch (error) {
      if (this.closed) return;
      const waiting = waitsFor(error);
      if (waiting) {
        onState(waiting);
        this.retry = setTimeout(() => void this.flush(), RETRY[Math.min(this.failures, RETRY.length - 1)]);
        this.failures += 1;
      } else {
        this.close();
        onState('failed');
        onFailed(error);
      }
    }
  }

  private keep(): void {
    const { store, playerId, resourceId, owner } = this.options;
    if (this.closed || !store) return;
    try {
      if (this.waiting.length === 0) store.removeItem(KEY + playerId);
      else {
        const report: Kept = {
          owner,
          playerId,
          resourceId,
          ranges: this.waiting,
          ...this.player,
          position: Math.max(0, Math.floor(this.player.position)),
          active: false,
        };
        store.setItem(KEY + playerId, JSON.stringify(report));
      }
    } catch {
      // Storage is full or blocked: the seconds are still in memory.
    }
  }
}

/** Reports of a learner that a closed tab left behind. */
export function unsentReports(store: Storage, learner: string): Report[] {
  const keys = Array.from({ length: store.length }, (_, i) => store.key(i)!).filter((key) => key.startsWith(KEY));
  return keys.flatMap((key) => {
    try {
      const { owner = learner, ...report } = JSON.parse(store.getItem(key)!) as Kept;
      return owner === learner ? [report] : [];
    } catch {
      store.removeItem(key);
      return [];
    }
  });
}

/** Acknowledged by the server. */
export function forget(store: Storage, playerId: string): void {
  store.removeItem(KEY + playerId);
}

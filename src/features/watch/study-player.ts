import { atom } from 'nanostores';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { toLogin } from '#src/client/login-redirect.ts';
import type { Data } from '#src/contract/calls.ts';
import type { Range } from '#src/lib/ranges.ts';
import { forget, leftBehind, PlayerReporter, type RecordState, type Report, type Reported } from './player-reporter.ts';

export type Opened = Data<'POST /course/auth/study/player/open'>;
/** `closed`: not started; `takenOver`: another tab or device is active; `refused`: must not be studied. */
export type Phase = 'closed' | 'opening' | 'open' | 'takenOver' | 'refused' | 'offline';

/** Network error, restart or overload: retry. */
const isPassing = (error: unknown) =>
  !(error instanceof ApiError) || error.code === 0 || error.code === 429 || error.code >= 500;

const send = (report: Report, keepalive = false) =>
  api('POST /course/auth/study/player/report', report, { _No_dispose: true, keepalive });

/** A response to a report left by a closed tab. */
export type Settled = { resourceId: string; reported: Reported };
let settled: Promise<Settled[]> | undefined;
/** The last report of the previous player: must be sent before the next one opens. */
let leaving: Promise<void> = Promise.resolve();

/**
 * Sends reports left by closed tabs, once per page and before any player opens, because opening ends the older player.
 * A reloaded page gets its actual progress from the response.
 */
export function settle(): Promise<Settled[]> {
  settled ??= (async () => {
    const answers: Settled[] = [];
    for (const report of leftBehind(localStorage)) {
      try {
        answers.push({ resourceId: report.resourceId, reported: await send(report) });
      } catch (error) {
        if (isPassing(error)) continue;
      }
      forget(localStorage, report.playerId);
    }
    return answers;
  })();
  return settled;
}

/** A player session on one resource: opens when study starts, reports studied time, and exposes its state. */
export class StudyPlayer {
  readonly $phase = atom<Phase>('closed');
  readonly $record = atom<RecordState | null>(null);
  /** Why the last report was not counted completely. */
  readonly $refusal = atom<Reported['refusal']>(null);
  /** The server's message why nothing can be studied here. */
  readonly $message = atom('');
  private reporter: PlayerReporter | null = null;
  private early: Range[] = [];
  private tabs: BroadcastChannel | null = null;
  private standing: Parameters<PlayerReporter['set']>[0] = {};
  private readonly resourceId: string;
  private readonly onReported: (reported: Reported) => void;

  constructor(resourceId: string, onReported: (reported: Reported) => void) {
    this.resourceId = resourceId;
    this.onReported = onReported;
  }

  /** Opens it, also again after another tab took over. @returns null if that was not possible */
  async open(): Promise<Opened | null> {
    if (this.$phase.get() === 'opening' || this.$phase.get() === 'open') return null;
    this.$phase.set('opening');
    try {
      await settle();
      await leaving;
      const opened = await api(
        'POST /course/auth/study/player/open',
        { resourceId: this.resourceId },
        { _No_dispose: true },
      );
      this.begin(opened.playerId);
      return opened;
    } catch (error) {
      if (error instanceof ApiError && error.needsLogin) toLogin();
      this.$message.set(error instanceof ApiError ? error.message : '');
      this.$phase.set(isPassing(error) ? 'offline' : 'refused');
      return null;
    }
  }

  private begin(playerId: string): void {
    this.reporter = new PlayerReporter({
      playerId,
      resourceId: this.resourceId,
      send: (report, { keepalive }) => send(report, keepalive),
      isPassing,
      onReported: (reported) => {
        this.$refusal.set(reported.refusal);
        if (reported.takenOver) {
          this.close('takenOver');
        }
        this.onReported(reported);
      },
      onState: (state) => this.$record.set(state),
      onFailed: (error) => {
        if (error instanceof ApiError && error.needsLogin) toLogin();
        this.$message.set(error instanceof ApiError ? error.message : '');
        this.close('refused');
      },
      store: localStorage,
    });
    this.reporter.set(this.standing);
    for (const [start, end] of this.early.splice(0)) this.reporter.add(start, end);
    this.$phase.set('open');
    void this.reporter.flush();
    this.listen(playerId);
  }

  /** Tabs of the same browser are notified immediately when another one opens a player. */
  private listen(playerId: string): void {
    this.tabs?.close();
    this.tabs = new BroadcastChannel('zhixing.study');
    this.tabs.onmessage = () => void this.flush();
    this.tabs.postMessage(playerId);
  }

  /** Adds studied seconds; those from before the player was opened are kept. */
  add(range: Range): void {
    if (this.reporter) this.reporter.add(...range);
    else if (this.$phase.get() === 'opening') this.early.push(range);
  }

  set(standing: Parameters<PlayerReporter['set']>[0]): void {
    Object.assign(this.standing, standing);
    this.reporter?.set(standing);
  }

  flush(options?: { keepalive?: boolean }): Promise<void> {
    return this.reporter?.flush(options) ?? Promise.resolve();
  }

  /** The resource is closed. */
  leave(): void {
    this.set({ active: false });
    this.tabs?.close();
    leaving = this.flush({ keepalive: true });
  }

  get unanswered(): Range[] {
    return this.reporter?.unanswered ?? [];
  }

  private close(phase: Phase): void {
    this.reporter?.close();
    this.reporter = null;
    this.tabs?.close();
    this.standing = { ...this.standing, active: false, studiedSeconds: 0 };
    this.$phase.set(phase);
  }
}

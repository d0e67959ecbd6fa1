import { atom } from 'nanostores';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import { viewerCalls } from '#src/client/viewer-calls.ts';
import type { Data, Input } from '#src/contract/calls.ts';
import type { Range } from '#src/lib/ranges.ts';
import {
  forget,
  unsentReports,
  PlayerReporter,
  type RecordState,
  type Report,
  type Reported,
} from './player-reporter.ts';

export type Opened = Data<'POST /course/auth/study/player/open'>;
type RoomOf = Input<'POST /course/auth/study/player/open'>['room'];
/** `closed`: not started; `takenOver`: another tab or device is active; `refused`: must not be studied. */
export type Phase = 'closed' | 'opening' | 'open' | 'takenOver' | 'refused' | 'offline';

/** Network error, restart or overload: later. A session that has ended: when the learner has logged in again. */
function waitsFor(error: unknown): 'offline' | 'ended' | null {
  if (!(error instanceof ApiError) || error.code === 0 || error.code === 429 || error.code >= 500) return 'offline';
  return error.needsLogin ? 'ended' : null;
}

const call = viewerCalls(api);
const send = (report: Report, keepalive = false) =>
  call('POST /course/auth/study/player/report', report, { _No_dispose: true, keepalive });

/** Seconds after which the first report is sent, so that the learner sees early that studying is counted. */
const FIRST_REPORT_SECONDS = 3;

/** A response to a report left by a closed tab. */
export type SentReport = { resourceId: string; reported: Reported };
let sent: Promise<SentReport[]> | undefined;
/** The last report of the previous player: must be sent before the next one opens. */
let leaving: Promise<void> = Promise.resolve();

/**
 * Sends reports left by closed tabs, once per page and before any player opens, because opening ends the older player.
 * A reloaded page gets its actual progress from the response.
 */
export function sendLeftReports(): Promise<SentReport[]> {
  sent ??= (async () => {
    const answers: SentReport[] = [];
    for (const report of unsentReports(localStorage, PAGE_OWNER)) {
      try {
        answers.push({ resourceId: report.resourceId, reported: await send(report) });
      } catch (error) {
        if (waitsFor(error)) continue;
      }
      forget(localStorage, report.playerId);
    }
    return answers;
  })();
  return sent;
}

/** A player session on one resource: opens when study starts, reports studied time, and exposes its state. */
export class StudyPlayer {
  readonly $phase = atom<Phase>('closed');
  readonly $record = atom<RecordState | null>(null);
  /** Why the last report was not counted completely. */
  readonly $refusal = atom<Reported['refusal']>(null);
  /** The server's message why nothing can be studied here. */
  readonly $message = atom('');
  /** Where a note leads: a second of a media file, a page of a document. Players and readers go there when it is set. */
  readonly $jump = atom<{ position: number } | null>(null);
  /** Page that a reader of documents shows, from 1. */
  readonly $page = atom<number | null>(null);
  private reporter: PlayerReporter | null = null;
  private early: Range[] = [];
  /** Seconds added since it was opened. */
  private added = 0;
  private tabs: BroadcastChannel | null = null;
  private state: Parameters<PlayerReporter['set']>[0] = {};
  private readonly resourceId: string;
  private readonly onReported: (reported: Reported) => void;
  private readonly room: RoomOf | undefined;

  /** @param room the study room over several courses in which it is played; `/watch` returns there */
  constructor(resourceId: string, onReported: (reported: Reported) => void, room?: RoomOf) {
    this.resourceId = resourceId;
    this.onReported = onReported;
    this.room = room;
  }

  /** Current second of a media file, as set by the player; null before. */
  get position(): number | null {
    return this.state.position ?? null;
  }

  /** Opens it, also again after another tab took over. @returns null if that was not possible */
  async open(): Promise<Opened | null> {
    if (this.$phase.get() === 'opening' || this.$phase.get() === 'open') return null;
    this.$phase.set('opening');
    try {
      await sendLeftReports();
      await leaving;
      const opened = await call(
        'POST /course/auth/study/player/open',
        { resourceId: this.resourceId, room: this.room },
        { _No_dispose: true },
      );
      this.begin(opened.playerId);
      return opened;
    } catch (error) {
      const waiting = waitsFor(error);
      this.$message.set(error instanceof ApiError ? error.message : '');
      if (waiting === 'ended') this.$record.set(waiting);
      this.$phase.set(waiting === 'ended' ? 'closed' : (waiting ?? 'refused'));
      return null;
    }
  }

  private begin(playerId: string): void {
    this.reporter = new PlayerReporter({
      playerId,
      resourceId: this.resourceId,
      send: (report, { keepalive }) => send(report, keepalive),
      owner: PAGE_OWNER,
      waitsFor,
      onReported: (reported) => {
        this.$refusal.set(reported.refusal);
        if (reported.takenOver) {
          this.close('takenOver');
        }
        this.onReported(reported);
      },
      // The report of the start contains no seconds: nothing is recorded yet.
      onState: (state) => this.$record.set(state === 'recorded' && this.added === 0 ? null : state),
      onFailed: (error) => {
        this.$message.set(error instanceof ApiError ? error.message : '');
        this.close('refused');
      },
      store: localStorage,
    });
    this.reporter.set(this.state);
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
    const before = this.added;
    this.added += range[1] - range[0];
    if (this.reporter) this.reporter.add(...range);
    else if (this.$phase.get() === 'opening') this.early.push(range);
    if (before < FIRST_REPORT_SECONDS && this.added >= FIRST_REPORT_SECONDS) void this.flush();
  }

  set(state: Parameters<PlayerReporter['set']>[0]): void {
    Object.assign(this.state, state);
    this.reporter?.set(state);
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
    this.state = { ...this.state, active: false, studiedSeconds: 0 };
    this.$phase.set(phase);
  }
}

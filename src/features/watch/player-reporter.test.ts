import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unsentReports, PlayerReporter, type RecordState, type Report, type Reported } from './player-reporter.ts';

class Memory implements Storage {
  private readonly map = new Map<string, string>();
  get length() {
    return this.map.size;
  }
  clear = () => this.map.clear();
  getItem = (key: string) => this.map.get(key) ?? null;
  key = (n: number) => [...this.map.keys()][n] ?? null;
  removeItem = (key: string) => void this.map.delete(key);
  setItem = (key: string, value: string) => void this.map.set(key, value);
}

const answer = { acceptedSeconds: 0, takenOver: false } as Reported;

function setUp(send: (report: Report) => Promise<Reported> = () => Promise.resolve(answer)) {
  const sent: Report[] = [];
  const states: RecordState[] = [];
  const store = new Memory();
  const failed = vi.fn();
  const reporter = new PlayerReporter({
    playerId: 'p',
    resourceId: 'r',
    send: (report) => {
      sent.push(structuredClone(report));
      return send(report);
    },
    owner: 'me',
    waitsFor: (error) => (error === 'offline' || error === 'ended' ? error : null),
    onReported: () => undefined,
    onState: (state) => states.push(state),
    onFailed: failed,
    store,
  });
  return { reporter, sent, states, store, failed };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the player’s reporter', () => {
  it('sends all that is waiting in one report, and forgets it once it is answered', async () => {
    const { reporter, sent, states, store } = setUp();
    reporter.add(0, 5);
    reporter.add(5, 9);
    reporter.add(20, 22);
    reporter.set({ position: 22.7, active: true });
    expect(unsentReports(store, 'me')).toMatchObject([
      {
        playerId: 'p',
        ranges: [
          [0, 9],
          [20, 22],
        ],
        active: false,
      },
    ]);
    await reporter.flush();
    expect(sent).toMatchObject([
      {
        ranges: [
          [0, 9],
          [20, 22],
        ],
        position: 22,
        active: true,
      },
    ]);
    expect(states).toEqual(['pending', 'recorded']);
    expect(reporter.unanswered).toEqual([]);
    expect(unsentReports(store, 'me')).toEqual([]);
  });

  it('keeps trying while the network is away, and then sends the whole stretch', async () => {
    let online = false;
    const { reporter, sent, states } = setUp(() => (online ? Promise.resolve(answer) : Promise.reject('offline')));
    reporter.add(0, 10);
    await reporter.flush();
    expect(states.at(-1)).toBe('offline');
    reporter.add(10, 25);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(sent).toHaveLength(2);
    online = true;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(sent.at(-1)!.ranges).toEqual([[0, 25]]);
    expect(states.at(-1)).toBe('recorded');
  });

  it('keeps what was watched while a report was under way, and never has two under way', async () => {
    const open: (() => void)[] = [];
    const { reporter, sent } = setUp(() => new Promise((resolve) => open.push(() => resolve(answer))));
    reporter.add(0, 10);
    const first = reporter.flush();
    reporter.add(10, 12);
    void reporter.flush();
    void reporter.flush();
    expect(sent).toHaveLength(1);
    open[0]!();
    await first;
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(({ ranges }) => ranges)).toEqual([[[0, 10]], [[10, 12]]]);
  });

  it('sends at once when the page is hidden, even during another request', () => {
    const { reporter, sent } = setUp(() => new Promise(() => undefined));
    reporter.add(0, 10);
    void reporter.flush();
    void reporter.flush({ keepalive: true });
    expect(sent).toHaveLength(2);
  });

  it('gives up on permanently rejected reports, and shows it', async () => {
    const { reporter, states, failed, sent } = setUp(() => Promise.reject('gone'));
    reporter.add(0, 10);
    await reporter.flush();
    expect(states.at(-1)).toBe('failed');
    expect(failed).toHaveBeenCalledWith('gone');
    await reporter.flush();
    expect(sent).toHaveLength(1);
  });

  it('keeps what was studied while the learner is logged out, for them only', async () => {
    let loggedIn = false;
    const { reporter, sent, states, store } = setUp(() =>
      loggedIn ? Promise.resolve(answer) : Promise.reject('ended'),
    );
    reporter.add(0, 10);
    await reporter.flush();
    expect(states.at(-1)).toBe('ended');
    expect(unsentReports(store, 'somebody else')).toEqual([]);
    expect(unsentReports(store, 'me')).toMatchObject([{ playerId: 'p', ranges: [[0, 10]] }]);
    loggedIn = true;
    await reporter.flush();
    expect(sent.at(-1)!.ranges).toEqual([[0, 10]]);
    expect(unsentReports(store, 'me')).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import type { RehearsalKind } from './tables.ts';
import type { Action } from './actions.ts';
import type { Candidate } from './candidate.ts';
import type { PlayedDay } from './exam-day.ts';
import { aimsOf, judgeDay } from './judge-day.ts';
import { markdownOf } from './markdown.ts';
import { partsOf, quantile, reportOf } from './report.ts';

const NOTHING_LOST = { acknowledged: 100, lost: 0, divergent: 0 };
const PLAN = { enter: 60, submit: 60 };
/** Moments of the day: the last paper, and the begin of submitting. */
const [ENTERED, SUBMIT] = [60_000, 120_000];

const action = (kind: RehearsalKind, due: number, more: Partial<Action> = {}): Action => ({
  ...{ kind, due, ms: 10, requests: 1, refused: 0, broken: 0, unanswered: 0 },
  ...more,
});
const times = (count: number, make: (n: number) => Action) => Array.from({ length: count }, (_, n) => make(n));
/** Quick saves in each phase. */
const SAVES = [10_000, 70_000, 130_000].flatMap((due) => times(100, (n) => action('save', due + n)));

/** A day of two candidates that meets all aims, with these actions. */
function day(actions: Action[], more: Partial<PlayedDay> = {}): PlayedDay {
  const candidate = { hall: {}, waitedMs: 40, lostMs: 0, receiptCount: 20 } as Candidate;
  return {
    candidates: [candidate, candidate],
    actions,
    saves: actions.filter(({ kind }) => kind === 'save'),
    ...{ enteredAt: ENTERED, submitAt: SUBMIT, enteringSeconds: 58, leavingSeconds: 59 },
    generator: { cores: 0.1, lateness: [1, 2, 3] },
    failures: [],
    ...more,
  };
}

const judged = (played: PlayedDay, compared = NOTHING_LOST) => judgeDay(reportOf(played, compared), PLAN);

test('a day that meets all aims is held', () => {
  const step = judged(day([...SAVES, action('submit', SUBMIT), action('examPage', 0, { requests: 2, refused: 1 })]));
  expect(step).toMatchObject({
    held: true,
    faults: [],
    takers: 2,
    saves: 300,
    saveP95: 10,
    pageRetries: 1,
    refused: 0,
  });
  expect(step).toMatchObject({ unavailable: 1, enteringSeconds: 58, leavingSeconds: 59, generatorCores: 0.1 });
});

test.each([
  ['enter', 10_000],
  ['answer', 70_000],
  ['submit', 130_000],
] as const)('slow saves in the phase %s alone miss the aim', (phase, due) => {
  const others = SAVES.filter((save) => save.due < due || save.due > due + 1_000);
  const slow = (count: number, ms: number) => times(100, (n) => action('save', due + n, n < count ? { ms } : {}));
  expect(judged(day([...others, ...slow(6, 160)]))).toMatchObject({ faults: ['saveP95'], saveP95: 160 });
  expect(judged(day([...others, ...slow(6, 149)]))).toMatchObject({ held: true });
  expect(judged(day([...others, ...slow(2, 700)]))).toMatchObject({ faults: ['saveP99'], saveP99: 700 });
  const parts = partsOf(day([...others, ...slow(6, 160)]));
  expect(parts.map((part) => [part.phase, part.p95])).toEqual(
    (['enter', 'answer', 'submit'] as const).map((each) => [each, each === phase ? 160 : 10]),
  );
});

test('an action belongs to the phase in which it was due, by the last paper', () => {
  const late = day([action('save', 90_000), action('save', 119_999), action('save', 120_000)], { enteredAt: 110_000 });
  expect(partsOf(late).map(({ phase, count }) => [phase, count])).toEqual([
    ['enter', 1],
    ['answer', 1],
    ['submit', 1],
  ]);
  // Where the last paper came after submitting had begun, what was due then is submitting nevertheless.
  expect(partsOf({ ...late, enteredAt: 130_000 }).map(({ phase, count }) => [phase, count])).toEqual([
    ['enter', 2],
    ['submit', 1],
  ]);
});

test('a 503 misses an aim for what candidates wait for, and not for a page', () => {
  const refused = { requests: 2, refused: 1 };
  for (const kind of ['start', 'save', 'beat', 'submit'] as const)
    expect(judged(day([action(kind, 0, refused)]))).toMatchObject({ faults: ['refused'], refused: 1 });
  for (const kind of ['examPage', 'hallPage', 'resultPage', 'leave'] as const)
    expect(judged(day([action(kind, 0, refused)]))).toMatchObject({ faults: [], refused: 0, unavailable: 1 });
});

test('a page may be repeated once', () => {
  const pages = (requests: number) => day([action('resultPage', SUBMIT, { requests }), action('examPage', 0)]);
  expect(judged(pages(2))).toMatchObject({ held: true, pageRetries: 1 });
  expect(judged(pages(3))).toMatchObject({ faults: ['pageRetries'], pageRetries: 2 });
  expect(partsOf(pages(3)).map(({ retries, retriesMax }) => [retries, retriesMax])).toEqual([
    [0, 0],
    [2, 2],
  ]);
});

test('whoever is late, lost something or could not go on misses an aim', () => {
  expect(judged(day([], { enteringSeconds: 60.1 })).faults).toEqual(['late']);
  expect(judged(day([], { leavingSeconds: 61 })).faults).toEqual(['lateOut']);
  const [candidate] = day([]).candidates;
  const without = (change: Partial<Candidate>) =>
    day([], { candidates: [candidate!, { ...candidate!, ...change } as Candidate] });
  expect(judged(without({ hall: null, receiptCount: null })).faults).toEqual(['late', 'lateOut']);
  expect(judged(without({ lostMs: 1_400 }))).toMatchObject({ faults: ['timeLost'], lostSeconds: 1 });
  expect(judged(without({ lostMs: 400 })).held).toBe(true);
  expect(judged(day([], { failures: ['start: HTTP status 403'] })).faults).toEqual(['givenUp']);
  expect(judged(day([action('leave', 0, { broken: 1 })])).faults).toEqual(['broken']);
  expect(judged(day([action('beat', 0, { unanswered: 1 })])).faults).toEqual(['unanswered']);
  expect(judged(day([]), { acknowledged: 9, lost: 1, divergent: 0 }).faults).toEqual(['lost']);
  expect(judged(day([]), { acknowledged: 9, lost: 0, divergent: 1 }).faults).toEqual(['divergent']);
});

test('quantiles are those of all numbers', () => {
  const numbers = Array.from({ length: 200 }, (_, n) => 200 - n);
  expect([0.5, 0.95, 0.99, 1].map((part) => quantile(numbers, part))).toEqual([101, 191, 199, 200]);
  expect(quantile([], 0.5)).toBeNull();
});

test('the figures are printed as tables in Markdown', () => {
  const report = reportOf(day([...SAVES, action('examPage', 0)]), NOTHING_LOST);
  const lines = markdownOf(report, aimsOf(report, PLAN)).split('\n');
  expect(lines).toContain('| takers              |     2 |');
  expect(lines.find((line) => line.includes('exam page'))).toMatch(/^\| entering +\| exam page \| +1 \| +10 \|/);
  expect(lines.filter((line) => line.endsWith('| pass   |'))).toHaveLength(12);
});

import type { PlayedDay } from './exam-day.ts';
import type { Compared } from './compare-answers.ts';

/** Returns the value within which this part of the numbers lies; null without numbers. */
export function quantile(numbers: number[], part: number): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted.length === 0
    ? null
    : Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!);
}

export type DayReport = ReturnType<typeof reportOf>;

/** The figures of an exam day; times in milliseconds unless their name says otherwise. */
export function reportOf({ candidates, samples, saves, enteringSeconds, failures }: PlayedDay, compared: Compared) {
  const entered = candidates.filter(({ hall }) => hall);
  const waited = entered.map(({ waitedMs }) => waitedMs);
  const lost = entered.map(({ lostMs }) => lostMs);
  const lastEntry = Math.max(...samples.filter(({ what }) => what === 'received').map(({ at, ms }) => at + ms));
  const msOf = (list: typeof saves) => list.map(({ ms }) => ms);
  const early = msOf(saves.filter(({ at }) => at < lastEntry));
  const later = msOf(saves.filter(({ at }) => at >= lastEntry));
  const count = (test: (status: number) => boolean) => samples.filter(({ status }) => test(status)).length;
  return {
    takers: candidates.length,
    entered: entered.length,
    'entering, seconds': Number(enteringSeconds.toFixed(1)),
    'entered per second': Number((entered.length / enteringSeconds).toFixed(1)),
    'start to paper, p50': quantile(waited, 0.5),
    'start to paper, p95': quantile(waited, 0.95),
    'start to paper, max': quantile(waited, 1),
    'exam time lost, p50': quantile(lost, 0.5),
    'exam time lost, max': quantile(lost, 1),
    saves: saves.length,
    'save p50': quantile(later, 0.5),
    'save p95': quantile(later, 0.95),
    'save p99': quantile(later, 0.99),
    'save p95 while entering': quantile(early, 0.95),
    'save p99 while entering': quantile(early, 0.99),
    submitted: candidates.filter(({ receiptCount }) => receiptCount !== null).length,
    'answers 503': count((status) => status === 503),
    'other 5xx': count((status) => status >= 500 && status !== 503),
    'not answered': count((status) => status === 0),
    'given up': failures.length,
    acknowledged: compared.acknowledged,
    lost: compared.lost,
    divergent: compared.divergent,
  };
}

import type { RehearsalFault, RehearsalStep } from '#src/server/core/db/schema/rehearsal.ts';
import type { DayReport } from './report.ts';

/** Aims of an exam day (issue 13), ms. */
const SAVE_P95_MS = 150;
const SAVE_P99_MS = 500;
/** The last candidate presses "start" at the end of the time for entering, and has the paper so many seconds later at most. */
const PAPER_SECONDS = 5;

/**
 * Compares an exam day with the aims: nothing lost, no error but 503 (which the hall repeats), everybody entered in time, and
 * saves are fast.
 * @param enterSeconds within which all candidates press "start"
 */
export function judgeDay(report: DayReport, enterSeconds: number): RehearsalStep {
  const figures = {
    takers: report.takers,
    entered: report.entered,
    enteringSeconds: report['entering, seconds'],
    startP95: report['start to paper, p95'],
    saves: report.saves,
    saveP50: report['save p50'],
    // Where entering took longer than the whole day, no save was later.
    saveP95: report['save p95'] ?? report['save p95 while entering'],
    saveP99: report['save p99'] ?? report['save p99 while entering'],
    submitted: report.submitted,
    unavailable: report['answers 503'],
    broken: report['other 5xx'],
    unanswered: report['not answered'],
    givenUp: report['given up'],
    acknowledged: report.acknowledged,
    lost: report.lost,
    divergent: report.divergent,
  };
  const missed: Record<RehearsalFault, boolean> = {
    lost: figures.lost > 0,
    divergent: figures.divergent > 0,
    broken: figures.broken > 0,
    unanswered: figures.unanswered > 0,
    givenUp: figures.givenUp > 0,
    late: figures.entered < figures.takers || figures.enteringSeconds > enterSeconds + PAPER_SECONDS,
    saveP95: (figures.saveP95 ?? 0) > SAVE_P95_MS,
    saveP99: (figures.saveP99 ?? 0) > SAVE_P99_MS,
  };
  const faults = (Object.keys(missed) as RehearsalFault[]).filter((fault) => missed[fault]);
  return { ...figures, held: faults.length === 0, faults };
}

import type { RehearsalFault, RehearsalKind as Kind, RehearsalStep } from './tables.ts';
import type { DayPlan } from './candidate-plan.ts';
import type { DayReport } from './report.ts';

/** Aims of an exam day, ms: saves take less, in each of its phases. */
const SAVE_P95_MS = 150;
const SAVE_P99_MS = 500;
/** What is never refused: a candidate would wait in front of a button. */
const NEVER_REFUSED: Kind[] = ['start', 'save', 'beat', 'submit'];
const PAGES: Kind[] = ['examPage', 'hallPage', 'resultPage'];
/** A page is loaded a second time at most. */
const PAGE_RETRIES = 1;

/** An aim and what came of it; `fault` names it where it was missed. */
export type Aim = { fault: RehearsalFault; aim: string; value: number | null; held: boolean };

/** Compares an exam day with the aims. @param plan the seconds within which all are in, and out */
export function aimsOf({ figures, parts }: DayReport, plan: Pick<DayPlan, 'enter' | 'submit'>): Aim[] {
  const { takers, entered, submitted } = figures;
  const most = (kinds: Kind[], of: 'p95' | 'p99' | 'retriesMax'): number | null => {
    const found = parts.filter(({ kind }) => kinds.includes(kind)).map((part) => part[of]);
    return found.length === 0 ? null : Math.max(...found);
  };
  const refused = parts
    .filter(({ kind }) => NEVER_REFUSED.includes(kind))
    .reduce((all, { refused: count }) => all + count, 0);
  const zero = (fault: RehearsalFault, aim: string, value: number): Aim => ({ fault, aim, value, held: value === 0 });
  const [inSeconds, outSeconds] = [figures['all in, seconds'], figures['all out, seconds']];
  const [saveP95, saveP99, pageRetries] = [most(['save'], 'p95'), most(['save'], 'p99'), most(PAGES, 'retriesMax')];
  const lostSeconds = Math.round((figures['exam time lost, max'] ?? 0) / 1_000);
  return [
    zero('lost', 'acknowledged answers lost: 0', figures.lost),
    zero('divergent', 'divergent attempts: 0', figures.divergent),
    zero('broken', '5xx other than 503: 0', figures['other 5xx']),
    zero('unanswered', 'requests without an answer: 0', figures['not answered']),
    zero('givenUp', 'candidates who could not go on: 0', figures['given up']),
    {
      fault: 'late',
      aim: `all in within ${plan.enter} s`,
      value: inSeconds,
      held: entered === takers && inSeconds <= plan.enter,
    },
    {
      fault: 'lateOut',
      aim: `all out within ${plan.submit} s`,
      value: outSeconds,
      held: submitted === takers && outSeconds <= plan.submit,
    },
    {
      fault: 'saveP95',
      aim: `saves, p95 of the worst phase: < ${SAVE_P95_MS} ms`,
      value: saveP95,
      held: (saveP95 ?? 0) < SAVE_P95_MS,
    },
    {
      fault: 'saveP99',
      aim: `saves, p99 of the worst phase: < ${SAVE_P99_MS} ms`,
      value: saveP99,
      held: (saveP99 ?? 0) < SAVE_P99_MS,
    },
    zero('refused', '503 for save, beat, start, submit: 0', refused),
    {
      fault: 'pageRetries',
      aim: `retries of a page: at most ${PAGE_RETRIES}`,
      value: pageRetries,
      held: (pageRetries ?? 0) <= PAGE_RETRIES,
    },
    zero('timeLost', 'exam time lost: 0 s', lostSeconds),
  ];
}

/** The result of an exam day as it is stored and shown: its figures, and the aims that it has missed. */
export function judgeDay(report: DayReport, plan: Pick<DayPlan, 'enter' | 'submit'>): RehearsalStep {
  const { figures, parts } = report;
  const aims = aimsOf(report, plan);
  const valueOf = (fault: RehearsalFault) => aims.find((aim) => aim.fault === fault)!.value;
  const faults = aims.filter(({ held }) => !held).map(({ fault }) => fault);
  return {
    ...{ held: faults.length === 0, faults, parts },
    takers: figures.takers,
    entered: figures.entered,
    enteringSeconds: figures['all in, seconds'],
    leavingSeconds: figures['all out, seconds'],
    startP95: figures['start to paper, p95'],
    lostSeconds: valueOf('timeLost') ?? 0,
    saves: figures.saves,
    saveP50: figures['save p50'],
    saveP95: valueOf('saveP95'),
    saveP99: valueOf('saveP99'),
    submitted: figures.submitted,
    unavailable: figures['answers 503'],
    refused: valueOf('refused') ?? 0,
    pageRetries: valueOf('pageRetries') ?? 0,
    broken: figures['other 5xx'],
    unanswered: figures['not answered'],
    givenUp: figures['given up'],
    acknowledged: figures.acknowledged,
    lost: figures.lost,
    divergent: figures.divergent,
    generatorCores: figures['generator, cores'],
    generatorLate: figures['generator late, p99'],
  };
}

import type { RehearsalPart } from './tables.ts';
import { KINDS, type Action } from './actions.ts';
import type { Compared } from './compare-answers.ts';
import type { PlayedDay } from './exam-day.ts';

/** Part of an exam day: until the last paper, until submitting begins, and from then on. */
const PHASES = ['enter', 'answer', 'submit'] as const;

/** Returns the value within which this part of the numbers lies; null without numbers. */
export function quantile(numbers: number[], part: number): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted.length === 0
    ? null
    : Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!);
}

export type DayReport = ReturnType<typeof reportOf>;

/** The figures of an exam day; times in milliseconds unless their name says otherwise. */
export function reportOf(day: PlayedDay, compared: Compared) {
  const { candidates, actions, enteringSeconds, leavingSeconds, generator, failures } = day;
  const entered = candidates.filter(({ hall }) => hall);
  const waited = entered.map(({ waitedMs }) => waitedMs);
  const lost = entered.map(({ lostMs }) => lostMs);
  const saves = day.saves.map(({ ms }) => ms);
  const sum = (count: 'refused' | 'broken' | 'unanswered') => actions.reduce((all, each) => all + each[count], 0);
  const seconds = (number: number) => Number(number.toFixed(1));
  return {
    parts: partsOf(day),
    figures: {
      takers: candidates.length,
      entered: entered.length,
      submitted: candidates.filter(({ receiptCount }) => receiptCount !== null).length,
      'all in, seconds': seconds(enteringSeconds),
      'all out, seconds': seconds(leavingSeconds),
      'start to paper, p50': quantile(waited, 0.5),
      'start to paper, p95': quantile(waited, 0.95),
      'start to paper, max': quantile(waited, 1),
      'exam time lost, p50': quantile(lost, 0.5),
      'exam time lost, max': quantile(lost, 1),
      saves: saves.length,
      'save p50': quantile(saves, 0.5),
      'save p95': quantile(saves, 0.95),
      'save p99': quantile(saves, 0.99),
      'answers 503': sum('refused'),
      'other 5xx': sum('broken'),
      'not answered': sum('unanswered'),
      'given up': failures.length,
      acknowledged: compared.acknowledged,
      lost: compared.lost,
      divergent: compared.divergent,
      'generator, cores': Number(generator.cores.toFixed(2)),
      'generator late, p99': quantile(generator.lateness, 0.99),
    },
  };
}

/** The figures of each phase and kind. An action belongs to the phase in which it was due. */
export function partsOf({ actions, enteredAt, submitAt }: Pick<PlayedDay, 'actions' | 'enteredAt' | 'submitAt'>) {
  const phaseOf = ({ due }: Action): RehearsalPart['phase'] =>
    due >= submitAt ? 'submit' : due < enteredAt ? 'enter' : 'answer';
  const groups = Map.groupBy(actions, (action) => `${phaseOf(action)} ${action.kind}`);
  return PHASES.flatMap((phase) =>
    KINDS.flatMap((kind): RehearsalPart[] => {
      const group = groups.get(`${phase} ${kind}`);
      if (!group) return [];
      const times = group.map(({ ms }) => ms);
      const retries = group.map(({ requests }) => Math.max(0, requests - 1));
      return [
        {
          ...{ phase, kind, count: group.length },
          ...{ p50: quantile(times, 0.5)!, p95: quantile(times, 0.95)!, p99: quantile(times, 0.99)! },
          max: quantile(times, 1)!,
          refused: group.reduce((all, each) => all + each.refused, 0),
          retries: retries.reduce((all, each) => all + each, 0),
          ...{ retriesP95: quantile(retries, 0.95)!, retriesMax: quantile(retries, 1)! },
        },
      ];
    }),
  );
}

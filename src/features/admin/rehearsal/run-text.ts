import type { Data } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { amountText } from '#src/lib/amount-text.ts';

export type Run = Data<'GET /exam/auth/exam/rehearsal/view'>['list'][number];
export type Step = Run['steps'][number];

export const isActive = ({ status }: Run): boolean => status === 'waiting' || status === 'running';

/** The number that is tried first (server/rehearsal/next-takers.ts), and the seconds around an exam day. */
const FIRST = 250;
const AROUND_SECONDS = 40;

/** Minutes that a rehearsal takes on an installation that holds all candidates. */
export function minutesOf({
  takers,
  enterSeconds,
  answerSeconds,
}: Pick<Run, 'takers' | 'enterSeconds' | 'answerSeconds'>): number {
  const days = takers <= FIRST ? 1 : 1 + Math.ceil(Math.log2(takers / FIRST));
  return Math.ceil((days * (2 * enterSeconds + answerSeconds + AROUND_SECONDS)) / 60);
}

/** What came of a rehearsal, in sentences: "Holds 1,000 candidates." "2,000 candidates are too many: …" */
export function resultLines(t: Translate, locale: Locale, { status, failure, held, steps }: Run): string[] {
  const ended = failure ? t(`rehearsal:failure.${failure}`) : status === 'stopped' ? t('rehearsal:wasStopped') : null;
  return [
    ...(held > 0 ? [t('rehearsal:holds', { takers: amountText(held, locale) })] : []),
    ...steps
      .filter((step) => !step.held)
      .map((step) =>
        t('rehearsal:tooMany', { takers: amountText(step.takers, locale), why: faultsText(t, locale, step) }),
      ),
    ...(ended ? [ended] : []),
  ];
}

function faultsText(t: Translate, locale: Locale, step: Step): string {
  const values: Record<Step['faults'][number], number> = {
    ...{ lost: step.lost, divergent: step.divergent, broken: step.broken, unanswered: step.unanswered },
    ...{ givenUp: step.givenUp, late: step.enteringSeconds, lateOut: step.leavingSeconds ?? 0 },
    ...{ saveP95: step.saveP95 ?? 0, saveP99: step.saveP99 ?? 0, timeLost: step.lostSeconds },
    ...{ refused: step.refused, pageRetries: step.pageRetries },
  };
  return step.faults
    .map((fault) => t(`rehearsal:fault.${fault}`, { n: amountText(values[fault], locale) }))
    .join(t('rehearsal:comma'));
}

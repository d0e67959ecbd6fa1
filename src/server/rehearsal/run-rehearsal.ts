import { systemNow } from '#src/lib/system-clock.ts';
import type { RehearsalPhase, RehearsalProgress, RehearsalStep } from './tables.ts';
import { OperatorError } from '#src/server/core/operator-error.ts';
import { compareAnswers } from './compare-answers.ts';
import { createExam } from './create-exam.ts';
import { type DayProgress, playExamDay } from './exam-day.ts';
import type { DayPlan } from './candidate-plan.ts';
import { closeEnterprise, openEnterprise } from './installation/synthetic-tenant.ts';
import { openSessions } from './installation/open-sessions.ts';
import { type Aim, aimsOf, judgeDay } from './judge-day.ts';
import { nextTakers } from './next-takers.ts';
import type { Portal } from './portal-client.ts';
import { type DayReport, quantile, reportOf } from './report.ts';

/** `takers`: the largest number that is tried; `find`: smaller ones are tried before. Seconds: see `DayPlan`. */
export type RehearsalPlan = DayPlan & { takers: number; find: boolean };
/** Where the portal listens, and `TENANT_HOSTS`. */
export type Installation = { address: string; port: number; tenantHosts: string[] };
type PlayedStep = { step: RehearsalStep; figures: DayReport; aims: Aim[]; failures: string[] };
type Report = {
  progress: (progress: RehearsalProgress) => void;
  step: (played: PlayedStep) => Promise<void> | void;
};

/** Saves whose times are shown while a day is played. */
const RECENT_SAVES = 2_000;

/**
 * Plays exam days in the enterprise of rehearsals (decision 067), which is closed afterwards, whatever happens. The caller
 * holds the lock of rehearsals.
 * @returns the exam days, one for each number of candidates
 * @throws the reason of the signal; OperatorError when the portal cannot be reached at any host
 */
export async function runRehearsal(
  { address, port, tenantHosts }: Installation,
  plan: RehearsalPlan,
  { signal, report }: { signal: AbortSignal; report: Report },
): Promise<RehearsalStep[]> {
  const steps: RehearsalStep[] = [];
  await closeEnterprise(systemNow());
  try {
    const { enterpriseId, key } = await openEnterprise();
    const portal = { address, port, host: hostOf(key, tenantHosts) };
    const next = () => (plan.find ? nextTakers(steps, plan.takers) : steps.length ? null : plan.takers);
    for (let takers = next(); takers; takers = next()) {
      signal.throwIfAborted();
      steps.push(await playStep(portal, { ...plan, enterpriseId, takers }, { signal, report }));
    }
  } finally {
    await closeEnterprise(systemNow());
  }
  return steps;
}

async function playStep(
  portal: Portal,
  { enterpriseId, takers, ...plan }: RehearsalPlan & { enterpriseId: string },
  { signal, report }: { signal: AbortSignal; report: Report },
): Promise<RehearsalStep> {
  const say = (phase: RehearsalPhase, day?: DayProgress) => report.progress(progressOf(takers, phase, day));
  say('prepare');
  const now = systemNow();
  const examId = await createExam(enterpriseId, now);
  const sessions = await openSessions(enterpriseId, { takers, now });
  const played = await playExamDay(
    portal,
    { examId, takers: sessions, plan },
    { signal, observe: (day) => say(phaseAt(day.seconds, plan), day) },
  );
  say('compare', { ...played, seconds: 0 });
  const figures = reportOf(played, await compareAnswers(enterpriseId, played.candidates));
  const step = judgeDay(figures, plan);
  await report.step({ step, figures, aims: aimsOf(figures, plan), failures: played.failures });
  return step;
}

const phaseAt = (seconds: number, { enter, answer }: DayPlan): RehearsalPhase =>
  seconds < enter ? 'enter' : seconds < enter + answer ? 'answer' : 'submit';

function progressOf(takers: number, phase: RehearsalPhase, day?: DayProgress): RehearsalProgress {
  const candidates = day?.candidates ?? [];
  const recent = (day?.saves ?? []).slice(-RECENT_SAVES).map(({ ms }) => ms);
  return {
    ...{ takers, phase },
    entered: candidates.filter(({ hall }) => hall).length,
    saves: day?.saves.length ?? 0,
    saveP95: quantile(recent, 0.95),
    submitted: candidates.filter(({ receiptCount }) => receiptCount !== null).length,
  };
}

/** A host of its own; where hosts name no enterprise, the cookie of the candidates does. */
function hostOf(key: string, tenantHosts: string[]): string {
  const pattern = tenantHosts.find((host) => host.startsWith('*.'));
  const host = pattern ? key + pattern.slice(1) : tenantHosts[0];
  if (!host) throw new OperatorError('TENANT_HOSTS is empty: the portal serves no host.');
  return host;
}

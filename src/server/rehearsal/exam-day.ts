import { ActionLog, type Action } from './actions.ts';
import { Candidate, type Taker } from './candidate.ts';
import { planOf, type DayPlan } from './candidate-plan.ts';
import { PortalClient, type Portal } from './portal-client.ts';

export type PlayedDay = {
  candidates: Candidate[];
  actions: Action[];
  saves: Action[];
  /** Moments of `performance.now()`: the last paper, and when submitting was to begin. */
  enteredAt: number;
  submitAt: number;
  /** Seconds from the begin to the last paper, and from the begin of submitting to the last receipt. */
  enteringSeconds: number;
  leavingSeconds: number;
  /** Of this process: processor cores used, and how late it was when something was due, ms. */
  generator: { cores: number; lateness: number[] };
  failures: string[];
};
/** How far a day is: what has been done, and the seconds since its begin. */
export type DayProgress = { candidates: Candidate[]; saves: Action[]; seconds: number };

/** Seconds between two calls of `observe`. */
const OBSERVE_SECONDS = 2;

/**
 * Plays an exam day: every taker does what people do, at times that are known before, whatever the portal does (open workload), so
 * that its delays are seen in full. Only what a late page prevents is late itself: takers who enter late save from then on.
 * @param options `observe` is called every two seconds; `signal` ends the day
 * @throws the reason of the signal
 */
export async function playExamDay(
  portal: Portal,
  { examId, takers, plan }: { examId: string; takers: Taker[]; plan: DayPlan },
  { signal, observe }: { signal?: AbortSignal; observe?: (progress: DayProgress) => void } = {},
): Promise<PlayedDay> {
  const client = new PortalClient(portal, signal);
  const log = new ActionLog();
  const candidates = takers.map((taker, n) => new Candidate(client, log, taker, n));
  const failures: string[] = [];
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const submitAt = begun + (plan.enter + plan.answer) * 1_000;
  let enteredAt = begun;
  let leftAt = submitAt;

  const play = async (candidate: Candidate, n: number) => {
    const its = planOf(n, candidates.length, plan);
    const moment = (seconds: number) => begun + seconds * 1_000;
    const begins = async (seconds: number) => {
      await client.until(moment(seconds));
      return moment(seconds);
    };
    // Nobody presses a button that is not there yet.
    const beginsNowOr = async (seconds: number) => {
      const now = performance.now();
      return Math.max(now, await begins(seconds));
    };
    await candidate.openExam(examId, await begins(its.examPageAt));
    await candidate.start(examId, await beginsNowOr(its.startAt));
    enteredAt = Math.max(enteredAt, performance.now());
    const problems = await answer(candidate, its, begins);
    await candidate.submit(await beginsNowOr(its.submitAt), its.pending);
    leftAt = Math.max(leftAt, performance.now());
    if (problems.length > 0) throw problems[0];
    if (its.resultAfter !== null) {
      const due = performance.now() + its.resultAfter * 1_000;
      await client.until(due);
      await candidate.openResult(due);
    }
    candidate.leave();
  };
  const observing = setInterval(
    () => observe?.({ candidates, saves: log.saves, seconds: (performance.now() - begun) / 1_000 }),
    OBSERVE_SECONDS * 1_000,
  );
  try {
    await Promise.all(
      candidates.map((candidate, n) =>
        play(candidate, n).catch((error: unknown) => {
          signal?.throwIfAborted();
          candidate.leave();
          failures.push(String(error));
        }),
      ),
    );
  } finally {
    clearInterval(observing);
    client.close();
  }
  const { user, system } = process.cpuUsage(cpu);
  const generator = {
    cores: (user + system) / 1_000 / (performance.now() - begun),
    lateness: client.lateness,
  };
  return {
    ...{ candidates, actions: log.all, saves: log.saves, enteredAt, submitAt, generator, failures },
    enteringSeconds: (enteredAt - begun) / 1_000,
    leavingSeconds: (leftAt - submitAt) / 1_000,
  };
}

/**
 * From the paper to the submission: nothing waits for what was begun before.
 * @returns the problems of what is still under way
 * @throws Error when the candidate cannot go on
 */
async function answer(
  candidate: Candidate,
  { saves, beats, takeOverAt }: ReturnType<typeof planOf>,
  begins: (seconds: number) => Promise<number>,
): Promise<unknown[]> {
  const things = [
    ...saves.map(({ at, awaySeconds }) => ({ at, act: (due: number) => candidate.save(due, awaySeconds) })),
    ...beats.map((at) => ({ at, act: (due: number) => candidate.beat(due) })),
    ...(takeOverAt === null ? [] : [{ at: takeOverAt, act: null }]),
  ].toSorted((a, b) => a.at - b.at);
  const problems: unknown[] = [];
  let ready = performance.now();
  for (const { at, act } of things) {
    const due = await begins(at);
    if (problems.length > 0) throw problems[0];
    // There was no hall then, and so nothing to do.
    if (due < ready) continue;
    if (act) void act(due).catch((error: unknown) => problems.push(error));
    else {
      await candidate.takeOver(due);
      ready = performance.now();
    }
  }
  return problems;
}

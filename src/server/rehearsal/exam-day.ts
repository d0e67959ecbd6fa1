import { Candidate } from './candidate.ts';
import { PortalClient, type Credentials, type Portal, type Sample } from './portal-client.ts';

/** Seconds: all enter within `enter`, then everybody saves every `saveEvery` during `answer`, and all submit within `submit`. */
export type DayPlan = { enter: number; saveEvery: number; answer: number; submit: number };
export type PlayedDay = {
  candidates: Candidate[];
  samples: Sample[];
  /** Saves, measured from the moment at which they were due. */
  saves: Sample[];
  /** Seconds from the first request of entering to the last paper. */
  enteringSeconds: number;
  failures: string[];
};
/** How far a day is: what has been done, and the seconds since its begin. */
export type DayProgress = Pick<PlayedDay, 'candidates' | 'saves'> & { seconds: number };

/** Seconds between two calls of `observe`. */
const OBSERVE_SECONDS = 2;

/**
 * Plays an exam day: every taker enters, saves and submits at fixed times, whatever the portal does (open workload), so that
 * its delays are seen in full. Takers who enter late save from then on.
 * @param options `observe` is called every two seconds; `signal` ends the day
 * @throws the reason of the signal
 */
export async function playExamDay(
  portal: Portal,
  { examId, takers, plan }: { examId: string; takers: Credentials[]; plan: DayPlan },
  { signal, observe }: { signal?: AbortSignal; observe?: (progress: DayProgress) => void } = {},
): Promise<PlayedDay> {
  const client = new PortalClient(portal, signal);
  const candidates = takers.map((credentials) => new Candidate(client, credentials));
  const begun = performance.now();
  const until = (seconds: number) => client.wait(Math.max(0, begun + seconds * 1_000 - performance.now()));
  const saves: Sample[] = [];
  const failures: string[] = [];
  let lastEntered = begun;

  const save = async (candidate: Candidate, due: number) => {
    const status = await candidate.save();
    saves.push({ what: 'save', status, ms: performance.now() - due, at: due });
  };
  const play = async (candidate: Candidate, n: number) => {
    const share = n / candidates.length;
    await until(share * plan.enter);
    await candidate.enter(examId);
    lastEntered = performance.now();
    const end = begun + (plan.enter + plan.answer) * 1_000;
    for (let due = lastEntered + plan.saveEvery * 1_000; due < end; due += plan.saveEvery * 1_000) {
      await until((due - begun) / 1_000);
      await save(candidate, due);
    }
    await until(plan.enter + plan.answer + share * plan.submit);
    await candidate.submit();
  };
  const observing = setInterval(
    () => observe?.({ candidates, saves, seconds: (performance.now() - begun) / 1_000 }),
    OBSERVE_SECONDS * 1_000,
  );
  try {
    await Promise.all(
      candidates.map((candidate, n) =>
        play(candidate, n).catch((error: unknown) => {
          signal?.throwIfAborted();
          failures.push(String(error));
        }),
      ),
    );
  } finally {
    clearInterval(observing);
    client.close();
  }
  return { candidates, samples: client.samples, saves, enteringSeconds: (lastEntered - begun) / 1_000, failures };
}

import { parseArgs } from 'node:util';
import type { RehearsalFailure } from '#src/server/rehearsal/tables.ts';
import { isForOperator, OperatorError } from '#src/server/core/operator-error.ts';
import type { Settings } from '#src/server/core/settings.ts';
import type { AskedRun } from '#src/server/rehearsal/asked-run.ts';
import type { RehearsalPlan } from '#src/server/rehearsal/run-rehearsal.ts';
import { progress, type Step } from './progress.ts';
import { withDatabase } from './with-database.ts';

/*
 * `npm run rehearse -- --takers 2000`: an exam day with synthetic candidates on the running portal of this installation, in an
 * enterprise of their own (docs/operations.md). The portal itself starts it with `--asked ENTERPRISE:ID` when an administrator
 * has asked for it: then the plan is in the table, and so is the result.
 */

const USAGE = `usage: npm run rehearse -- [--takers 200] [--find] [--enter 60] [--minutes 1] [--every 15] [--submit 60] [--results 100]

  --takers N    synthetic candidates
  --find        try fewer candidates before, and say how many the installation holds
  --enter N     seconds within which all enter
  --minutes N   for how long they answer
  --every N     seconds between two saves of a candidate
  --submit N    seconds within which all submit; without it, as for entering
  --results N   percentage of them who look at their result`;

/** Connections of this process: those of the portal are what is measured. */
const POOL = '4';
const MAX_TAKERS = 20_000;
const SAVE_EVERY_SECONDS = 15;
/** For how long a rehearsal tries to begin, seconds. */
const TRY_SECONDS = 5;

type Order = { plan: RehearsalPlan } | { asked: AskedRun };

const { step, say } = progress();
const controller = new AbortController();
try {
  const order = parse(process.argv.slice(2));
  if (order) await main(order);
  else {
    say(USAGE);
    process.exitCode = 2;
  }
} catch (error) {
  if (!isForOperator(error)) console.error(error);
  process.exitCode = 1;
}
// The channel to the portal would keep this process alive.
if (process.connected) process.disconnect();

/** Returns undefined for a command line that is not understood. */
function parse(args: string[]): Order | undefined {
  const number = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  try {
    const { values } = parseArgs({
      args,
      options: {
        ...{ takers: number('200'), enter: number('60'), minutes: number('1'), every: number('15') },
        ...{ submit: { type: 'string' }, results: number('100') },
        ...{ find: { type: 'boolean', default: false }, asked: { type: 'string' } },
      },
    });
    const [enterpriseId, id] = (values.asked ?? '').split(':');
    if (enterpriseId && id) return { asked: { enterpriseId, id } };
    const { takers, enter, minutes, every, submit, results } = Object.fromEntries(
      Object.entries({ ...values, submit: values.submit ?? values.enter }).map(([name, value]) => [
        name,
        Number(value),
      ]),
    ) as Record<'takers' | 'enter' | 'minutes' | 'every' | 'submit' | 'results', number>;
    const plan = {
      ...{ takers, find: values.find, enter, answer: minutes * 60, submit, saveEvery: every },
      resultShare: results / 100,
    };
    const isValid =
      Number.isInteger(takers) &&
      takers <= MAX_TAKERS &&
      [takers, enter, minutes, every, submit].every((n) => n > 0) &&
      results >= 0 &&
      results <= 100;
    return isValid ? { plan } : undefined;
  } catch (error) {
    say((error as Error).message);
    return undefined;
  }
}

async function main(order: Order): Promise<void> {
  process.env.DATABASE_POOL = POOL;
  if ('plan' in order) await withDatabase({ step, say }, (settings) => rehearse(settings, order.plan));
  else await withDatabase({ step, say }, (settings) => rehearseAsked(settings, order.asked), false);
}

/** The rehearsal of an operator: prints the figures. */
async function rehearse(settings: Settings, plan: RehearsalPlan): Promise<void> {
  await step('portal', () => requirePortal(settings));
  const { largestHeld } = await import('#src/server/rehearsal/next-takers.ts');
  const { withPortal } = await import('#src/server/core/db/tenant.ts');
  const { examsUnderWay } = await import('#src/server/rehearsal/installation/read-state.ts');
  await step('exams', async () => {
    if ((await withPortal((db) => examsUnderWay(db, new Date()))).any)
      throw new OperatorError('An exam is being taken on this installation, or opens within an hour: rehearse later.');
  });
  const steps = await step('exam days', (at) => play(settings, () => Promise.resolve(plan), { at }));
  const held = largestHeld(steps);
  if (held > 0) say(`✓ This installation holds ${held} candidates.`);
  for (const { takers, faults } of steps.filter((each) => !each.held))
    say(`✗ ${takers} candidates are too many: ${faults.join(', ')}.`);
  // With --find the limit is what was asked for.
  if (held === 0) process.exitCode = 1;
}

/** The rehearsal of an administrator: its row receives progress and result. */
async function rehearseAsked(settings: Settings, asked: AskedRun): Promise<void> {
  const { beginRun, endRun } = await import('#src/server/rehearsal/asked-run.ts');
  const begin = async (): Promise<RehearsalPlan | undefined> => {
    const row = await beginRun(asked, new Date());
    if (!row) return undefined;
    const { takers, enterSeconds, answerSeconds } = row;
    const saveEvery = Math.min(SAVE_EVERY_SECONDS, answerSeconds / 4);
    return { takers, enter: enterSeconds, answer: answerSeconds, submit: enterSeconds, saveEvery, find: true };
  };
  try {
    await requirePortal(settings);
    await play(settings, begin, { asked });
    await endRun(asked, 'done', new Date());
  } catch (error) {
    const result = await resultOf(error);
    if (result === 'error') console.error(error);
    await endRun(asked, result, new Date());
  }
}

async function resultOf(error: unknown): Promise<'stopped' | RehearsalFailure> {
  const { RehearsalEnded } = await import('#src/server/rehearsal/guard.ts');
  if (error instanceof RehearsalEnded) return error.why;
  return error instanceof OperatorError ? 'portal' : 'error';
}

/**
 * Plays exam days, and ends them for a real exam, on a signal, and with the portal that has started this process.
 * @param begin called with the lock: without it the sweep would take a rehearsal that runs by its table for a dead one.
 * Returns undefined when it does not wait any longer
 */
async function play(
  settings: Settings,
  begin: () => Promise<RehearsalPlan | undefined>,
  { asked, at }: { asked?: AskedRun; at?: Step },
) {
  const { runRehearsal } = await import('#src/server/rehearsal/run-rehearsal.ts');
  const { guard, RehearsalEnded } = await import('#src/server/rehearsal/guard.ts');
  const { markdownOf } = await import('#src/server/rehearsal/markdown.ts');
  const { isStopAsked, saveProgress, saveStep } = await import('#src/server/rehearsal/asked-run.ts');
  const { withRehearsalLock } = await import('#src/server/rehearsal/installation/rehearsal-lock.ts');
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.once(event, () => controller.abort(new RehearsalEnded('ended')));
  let saving: Promise<unknown> = Promise.resolve();
  let steps: Awaited<ReturnType<typeof runRehearsal>> = [];
  const isAlone = await withRehearsalLock(async (lock) => {
    const plan = await begin();
    if (!plan) return;
    const unguard = guard(controller, { lock, isStopAsked: async () => asked !== undefined && isStopAsked(asked) });
    try {
      steps = await runRehearsal({ ...addressOf(settings), tenantHosts: settings.tenantHosts }, plan, {
        signal: controller.signal,
        report: {
          progress: (now) => {
            at?.now(`${now.takers} candidates: ${now.phase}, ${now.entered} entered, ${now.saves} saves`);
            if (asked) saving = saving.then(() => saveProgress(asked, now)).catch((error) => controller.abort(error));
          },
          step: async ({ step: played, figures, aims, failures }) => {
            await saving;
            if (asked) return saveStep(asked, played);
            for (const failure of new Set(failures)) say(`  ${failure}`);
            say(`\n${markdownOf(figures, aims)}\n`);
          },
        },
      });
    } finally {
      await saving;
      await unguard();
    }
  }, TRY_SECONDS);
  if (!isAlone) throw new RehearsalEnded('notStarted');
  return steps;
}

async function requirePortal(settings: Settings): Promise<void> {
  const { address, port } = addressOf(settings);
  try {
    await fetch(`http://${address}:${port}/healthz`);
  } catch {
    throw new OperatorError(`No portal answers at ${address}:${port}: start it first, and name its PORT.`);
  }
}

function addressOf({ host, port }: Settings): { address: string; port: number } {
  return { address: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port };
}

import { join } from 'node:path';
import { clusterOf } from '#src/server/embedded-postgres/folder.ts';
import { readPostmaster } from '#src/server/embedded-postgres/postmaster.ts';
import { changesDevice, type DayPlan } from '#src/server/rehearsal/candidate-plan.ts';
import { compareAnswers } from '#src/server/rehearsal/compare-answers.ts';
import { playExamDay } from '#src/server/rehearsal/exam-day.ts';
import { aimsOf } from '#src/server/rehearsal/judge-day.ts';
import { markdownOf, markdownTable } from '#src/server/rehearsal/markdown.ts';
import { reportOf } from '#src/server/rehearsal/report.ts';
import type { PortalProcess } from '../config/portal-process.ts';
import { companionCookie, mintSession } from '../factories/session.ts';
import type { ExamSetup } from '../fault/exam-setup.ts';
import { forgetPeaks, usageOfTree } from './measure.ts';

/**
 * All candidates of the setup sit its exam. @returns the figures as tables in Markdown, and whether something went wrong that no slow
 * machine explains
 */
export async function examDay(
  { portal, tenant, examId, people }: ExamSetup,
  plan: DayPlan,
): Promise<{ text: string; isBroken: boolean }> {
  const takers = await Promise.all(
    people.map(async ({ token, userId }, n) => ({
      ...credentialsOf(token),
      ...(changesDevice(n) ? { other: credentialsOf(await mintSession(userId, tenant.id)) } : {}),
    })),
  );
  const usage = usageMeter(portal);
  const played = await playExamDay(
    { address: '127.0.0.1', port: portal.port, host: tenant.host },
    { examId, takers, plan },
  );
  const machine = usage();
  for (const failure of new Set(played.failures)) console.error(failure);
  const report = reportOf(played, await compareAnswers(tenant.id, played.candidates));
  const aims = aimsOf(report, plan);
  const isBroken = aims.some(({ fault, held }) => BROKEN.includes(fault) && !held);
  return { text: `${markdownOf(report, aims)}\n\n${machine}`, isBroken };
}

const BROKEN = ['lost', 'divergent', 'broken', 'givenUp'];

const credentialsOf = (token: string) => ({ token, cookie: companionCookie(token) });

/** Begins to measure processor and memory. @returns a function that ends it and returns a table */
function usageMeter(portal: PortalProcess): () => string {
  const database = readPostmaster(clusterOf(join(portal.dataDir, 'database')))?.pid;
  const read = () => ({
    portal: usageOfTree(portal.pid!, { without: database ? [database] : [] }),
    database: database ? usageOfTree(database) : undefined,
    generator: usageOfTree(process.pid, { without: [portal.pid!] }),
  });
  const [before, begun] = [read(), performance.now()];
  forgetPeaks(Object.values(before).flatMap((usage) => usage?.pids ?? []));
  return () => {
    const [after, seconds] = [read(), (performance.now() - begun) / 1_000];
    const cores = (of: keyof typeof after) =>
      after[of] && before[of] ? ((after[of].seconds - before[of].seconds) / seconds).toFixed(2) : null;
    // Processes of PostgreSQL share most of their memory: a sum would count it many times.
    const memory = (of: keyof typeof after) => after[of]?.peaks.filter((peak) => peak > 0).join(' + ') ?? null;
    return markdownTable([
      ['processes', 'cores', 'peak memory of each, MB'],
      ['portal', cores('portal'), memory('portal')],
      ['database', cores('database'), null],
      ['generator', cores('generator'), memory('generator')],
    ]);
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../config/until.ts';
import { mintCourse, mintResource } from '../factories/course.ts';
import { callRemote } from '../factories/remote.ts';
import type { TestPerson } from '../factories/tenant.ts';
import type { ExamSetup } from './exam-setup.ts';
import type { KillReport } from './kills.ts';

/** Maximum time until a killed portal serves again, milliseconds. */
const RETURN_MS = 60_000;
const VIDEO_SECONDS = 3600;
/** Pause between two reports of a learner, milliseconds: enough wall-clock time for one second at double speed. */
const BETWEEN_REPORTS = 600;

type Learner = { person: TestPerson; resourceId: string; playerId: string; acknowledged: number };

/**
 * Kills the portal repeatedly while learners report watched seconds, and after each restart compares the stored seconds
 * of every learner with the highest number that was acknowledged.
 */
export async function killDuringStudy(
  setup: ExamSetup,
  { kills, random, kill }: { kills: number; random: () => number; kill: (n: number) => Promise<void> },
): Promise<KillReport> {
  const courseId = await mintCourse(setup.tenant);
  const resourceId = await mintResource(setup.tenant, courseId, { totalDuration: VIDEO_SECONDS });
  const learners: Learner[] = [];
  for (const person of setup.people) learners.push(await open(setup, person, resourceId));
  const report: KillReport = { kills: 0, acknowledged: 0, unanswered: 0, lost: [], slowestReturn: 0 };

  let watching = true;
  const watchers = learners.map((learner) => watch(setup, learner, () => watching, report));
  try {
    for (let n = 0; n < kills; n++) {
      const next = report.acknowledged + Math.ceil(random() * 2 * learners.length);
      await until(() => report.acknowledged >= next, { what: 'reports arrive', timeout: RETURN_MS, every: 1 });
      const killedAt = performance.now();
      await kill(n);
      report.kills += 1;
      const before = report.acknowledged;
      await until(() => report.acknowledged > before + learners.length, {
        what: 'reports go on after a kill',
        timeout: RETURN_MS,
        every: 20,
      });
      report.slowestReturn = Math.max(report.slowestReturn, performance.now() - killedAt);
      for (const learner of learners) report.lost.push(...(await missing(setup, learner)));
    }
  } finally {
    watching = false;
    await Promise.all(watchers);
  }
  return report;
}

async function open({ portal }: ExamSetup, person: TestPerson, resourceId: string): Promise<Learner> {
  const { code, msg, data } = await callRemote(portal.port, person, 'POST /course/auth/study/player/open', {
    resourceId,
  });
  if (code !== 200) throw new Error(`player/open: ${code} ${msg}`);
  return { person, resourceId, playerId: data.playerId, acknowledged: 0 };
}

/** Reports the next second of the video again and again, as the player does: from the first second not acknowledged. */
async function watch(
  { portal }: ExamSetup,
  learner: Learner,
  isRunning: () => boolean,
  report: KillReport,
): Promise<void> {
  const { person, resourceId, playerId } = learner;
  while (isRunning()) {
    await pause(BETWEEN_REPORTS);
    const until = learner.acknowledged + 1;
    const reply = await callRemote(portal.port, person, 'POST /course/auth/study/player/report', {
      playerId,
      resourceId,
      ranges: [[learner.acknowledged, until]],
      position: until,
      playbackRate: 2,
      captionsOn: false,
      active: true,
      studiedSeconds: 0,
    }).catch(() => null);
    if (reply?.code === 200) {
      learner.acknowledged = reply.data.resource.watchedSeconds;
      report.acknowledged += reply.data.acceptedSeconds;
    } else {
      if (reply && reply.code !== 503 && reply.code !== 500) throw new Error(`report: ${JSON.stringify(reply)}`);
      report.unanswered += 1;
    }
  }
}

/** Returns the learner if fewer seconds are stored than were acknowledged. */
async function missing({ portal }: ExamSetup, { person, resourceId, acknowledged }: Learner): Promise<string[]> {
  const promised = acknowledged;
  const explained = await until(
    () => callRemote(portal.port, person, 'GET /course/auth/study/explain', { resourceId }).catch(() => null),
    { what: 'the standing can be read', timeout: RETURN_MS },
  );
  const stored = explained.code === 200 ? explained.data.watchedSeconds : 0;
  return stored < promised ? [`${person.userId}: ${promised} seconds acknowledged, ${stored} stored`] : [];
}

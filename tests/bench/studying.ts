import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { PortalProcess } from '../config/portal-process.ts';
import { http } from '../config/http.ts';
import { mintCourse, mintResource } from '../factories/course.ts';
import { callRemote } from '../factories/remote.ts';
import { companionCookie, mintSession } from '../factories/session.ts';
import { mintLive } from '../factories/live.ts';
import { mintTenant, type TestTenant } from '../factories/tenant.ts';
import { peakMemory } from './measure.ts';
import { byTheClock, quantile } from './open-workload.ts';
import { openStreams, writeMessages } from './viewing.ts';

/** Seconds between two reports of a player. */
const INTERVAL = 15;
const VIDEO_SECONDS = 3600;
/** Messages in the live class per second. */
const CHAT_RATE = 2;

/** Time for the last messages to arrive. */
const DELIVERY_MS = 3_000;

/** `watched`: seconds reported so far; null before the first report, which starts the playback. */
type Learner = { token: string; playerId: string; watched: number | null };

type Size = { people: number; viewers: number; seconds: number };

/**
 * Learners who report every 15 seconds, at fixed times (open workload), for `seconds`, beside the viewers of a live class who
 * receive messages at a fixed rate: how long a report takes, when messages arrive, and the memory of the portal.
 */
export async function studyReports(portal: PortalProcess, { people, viewers, seconds }: Size) {
  const tenant = await mintTenant(`Studying ${people}`);
  const resourceId = await mintResource(tenant, await mintCourse(tenant), { totalDuration: VIDEO_SECONDS });
  const learners = await openPlayers(portal.port, tenant, resourceId, people);
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const report = async (n: number) => {
    const begun = performance.now();
    const learner = learners[n % people]!;
    const from = learner.watched;
    const until = from === null ? 0 : from + INTERVAL;
    learner.watched = until;
    const answer = await http(portal.port, tenant.host, '/gateway/course/auth/study/player/report', {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${learner.token}`,
        cookie: companionCookie(learner.token),
      },
      body: JSON.stringify({
        playerId: learner.playerId,
        resourceId,
        ranges: from === null ? [] : [[from, until]],
        position: until,
        playbackRate: 1,
        captionsOn: false,
        active: true,
        studiedSeconds: until,
      }),
    }).catch(() => null);
    return { ms: performance.now() - begun, status: answer?.status ?? 0 };
  };
  const tokens = learners.slice(0, viewers).map(({ token }) => token);
  const { id: sessionId } = await mintLive(tenant, await mintCourse(tenant, { courseType: 3 }), { status: 'live' });
  const room = { port: portal.port, host: tenant.host, sessionId };
  const watching = await openStreams(room, tokens);
  // Everybody starts once before the measurement.
  await byTheClock(people, INTERVAL, report);
  const [outcomes, written] = await Promise.all([
    byTheClock(Math.round((people * seconds) / INTERVAL), seconds, report),
    writeMessages(room, tokens, { perSecond: CHAT_RATE, seconds }),
  ]);
  await sleep(DELIVERY_MS);
  watching.close();
  agent.destroy();
  return {
    learners: people,
    'reports/s': Math.round(people / INTERVAL),
    reports: outcomes.length,
    'p50, ms': quantile(outcomes, 0.5),
    'p99, ms': quantile(outcomes, 0.99),
    failed: [...outcomes, ...written].filter(({ status }) => status !== 200).length,
    viewers: watching.streams,
    messages: written.length,
    'delivery p50, ms': quantile(watching.received, 0.5),
    'delivery p99, ms': quantile(watching.received, 0.99),
    'not delivered': watching.lost(),
    'peak memory, MB': peakMemory(portal.pid),
  };
}

async function openPlayers(port: number, tenant: TestTenant, resourceId: string, count: number): Promise<Learner[]> {
  const people = Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    phone: `16${String(n).padStart(9, '0')}`,
  }));
  await withTenant(tenant.id, async (db) => {
    await db.insert(userAccount).values(people);
    await db
      .insert(enterpriseUser)
      .values(people.map(({ id, phone }) => ({ enterpriseId: tenant.id, userId: id, userName: `Person ${phone}` })));
  });
  const learners: Learner[] = [];
  for (const { id } of people) {
    const token = await mintSession(id, tenant.id);
    const { code, msg, data } = await callRemote(
      port,
      { host: tenant.host, token },
      'POST /course/auth/study/player/open',
      { resourceId },
    );
    if (code !== 200) throw new Error(`player/open: ${code} ${msg}`);
    learners.push({ token, playerId: data.playerId, watched: null });
  }
  return learners;
}

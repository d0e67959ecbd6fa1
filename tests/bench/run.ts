import { parseArgs } from 'node:util';
import { closePool } from '#src/server/core/db/pool.ts';
import { freePort, PortalProcess } from '../config/portal-process.ts';
import { openHall } from '../fault/hall.ts';
import { BareServers } from './bare-servers.ts';
import { largePages } from './large.ts';
import { makeLargeTenant } from './large-tenant.ts';
import { interactions } from './interaction.ts';
import { lighthouseScores } from './lighthouse.ts';
import { answerSave, home, landingPage, learner, type Pair } from './loads.ts';
import { compare, CONNECTIONS, peakMemory } from './measure.ts';
import { signInStorms } from './sign-ins.ts';
import { pageWeights } from './weights.ts';

/*
 * `npm run bench`: what the portal does in a second, beside what the bare parts under it can do on the same machine in the
 * same minutes (issue 2, "Proof"). Prints tables; no timing fails it, but an answer other than 200 does.
 * `-- --seconds 8 --rounds 3 --learners 96 --people 2000 --only abcsw` (s: storms of sign-ins, w: the weights of the pages,
 * l: the pages of a large tenant, of `--large` people and its fiftieth of courses; h: Lighthouse,
 * i: what each island takes to answer on a slow processor)
 */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    learners: { type: 'string', default: '96' },
    people: { type: 'string', default: '2000' },
    only: { type: 'string', default: 'abcswlhi' },
    large: { type: 'string', default: '100000' },
  },
});
const [seconds, rounds, learners] = [values.seconds, values.rounds, values.learners].map(Number) as [
  number,
  number,
  number,
];
const wanted = (part: string) => values.only.includes(part);

const portal = new PortalProcess({ port: await freePort(), env: { LOG_LEVEL: 'error', TRUSTED_PROXIES: '127.0.0.1' } });
const bare = new BareServers();
try {
  console.log('starting the portal with its demo tenants …');
  await portal.start();
  const hall = await openHall(portal, learners);
  const databaseUrl = process.env.DATABASE_URL!;
  const rows: Record<string, unknown>[] = [];
  const add = async (pair: Pair) => {
    console.log(`${pair.what} …`);
    rows.push(await measure(pair));
  };
  if (wanted('a')) await add(await landingPage(hall, bare));
  if (wanted('b')) await add(await home(hall, bare, databaseUrl));
  if (wanted('c')) await add(await answerSave(hall, bare, databaseUrl));
  if (wanted('l')) {
    const people = Number(values.large);
    console.log(`a tenant of ${people} people …`);
    const size = { people, courses: Math.round(people / 50), announcements: Math.round(people / 10) };
    const tenant = await makeLargeTenant(databaseUrl, size);
    const { first, pairs } = await largePages(portal, tenant, bare, databaseUrl);
    console.log('\nPages of the large tenant, made for the first time:');
    console.table(first);
    for (const pair of pairs) await add(pair);
  }

  if (rows.length > 0) {
    console.log(
      `\n${CONNECTIONS} connections, median of ${rounds} rounds of ${seconds} s each, ours and bare in turns, load generator on the same machine:`,
    );
    console.table(rows);
  }
  if (wanted('s')) {
    console.log('storms of sign-ins …');
    const storms = await signInStorms(hall, Number(values.people));
    console.log('\nSign-ins beside 200 answer saves a second, ms; aim: no 5xx, save p99 < 500 ms on 2 cores:');
    console.table(storms);
    if (storms.some((storm) => storm['5xx'] || storm['other failures'])) process.exitCode = 1;
  }
  if (wanted('w')) {
    console.log('JavaScript of each page, KB brotli:');
    console.table(await pageWeights(portal.port, await learner(portal.port)));
  }
  if (wanted('h')) {
    console.log('Lighthouse, mobile …');
    const { rows: scores, faults } = await lighthouseScores(portal.port, 'huaxin.localhost');
    console.table(scores);
    if (faults.length > 0) console.table(faults);
  }
  if (wanted('i')) {
    console.log('interactions with each island, processor slowed down four times …');
    const { rows: islands, lines } = await interactions(portal.port);
    console.log('\nMedian of 3 page loads; aims: INP ≤ 100 ms, CLS 0, nothing in the console:');
    console.table(islands);
    for (const line of lines) console.log(line);
  }
  console.log(`peak memory of the portal: ${peakMemory(portal.pid) ?? 'not known on this system'} MB`);
} finally {
  bare.stop();
  await closePool();
  await portal.dispose();
}

async function measure({ what, aim, ours, bare: limit }: Pair) {
  const [one, other] = await compare(ours, limit, { rounds, seconds });
  if (one.failed || other.failed) {
    console.error(`${what}: ${one.failed} requests failed, ${other.failed} of the bare server`);
    process.exitCode = 1;
  }
  return {
    what,
    rps: Math.round(one.rps),
    'p99 ms': one.p99,
    'bare rps': Math.round(other.rps),
    'bare p99 ms': other.p99,
    ratio: Number((one.rps / other.rps).toFixed(2)),
    aim,
  };
}

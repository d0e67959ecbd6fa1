import { parseArgs } from 'node:util';
import { closePool } from '#src/server/core/db/pool.ts';
import { freePort, PortalProcess } from '../config/portal-process.ts';
import { openHall } from './hall.ts';
import { killDuringSaves, type KillReport, strikeDatabase, strikePortal } from './kills.ts';
import { raceSavesAndSubmit } from './races.ts';
import { seeded } from './random.ts';

/*
 * `npm run test:fault`: kills the portal and PostgreSQL while answers are saved, and lets saves race submits. Prints a
 * table and ends with 1 when an acknowledged answer was lost or an attempt diverged.
 * `-- --seed 7 --kills 20 --races 300 --seats 8` are its settings; the seed decides when things happen.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '20' },
    races: { type: 'string', default: '300' },
    seats: { type: 'string', default: '8' },
  },
});
const [seed, kills, races, seats] = [values.seed, values.kills, values.races, values.seats].map(Number) as [
  number,
  number,
  number,
  number,
];
const random = seeded(seed);
const begun = performance.now();
const seconds = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`;
const stage = (text: string) => console.log(`[${seconds()}] ${text}`);

const portal = new PortalProcess({ port: await freePort(), env: { DEMO: 'off', LOG_LEVEL: 'silent' } });
try {
  stage('starting a portal …');
  await portal.start();
  const hall = await openHall(portal, seats);
  stage(`${kills} × kill -9 of the portal during saves …`);
  const ofPortal = await killDuringSaves(hall, { kills, random, strike: strikePortal(hall) });
  stage(`${kills} × kill -9 of PostgreSQL during saves …`);
  const ofDatabase = await killDuringSaves(hall, { kills, random, strike: strikeDatabase(hall) });
  stage(`${races} races of save and submit …`);
  const raced = await raceSavesAndSubmit(hall, { races, random });

  const row = (name: string, { kills: n, acknowledged, unanswered, lost, slowestReturn }: KillReport) => ({
    what: name,
    times: n,
    'answers acknowledged': acknowledged,
    'saves sent again': unanswered,
    'slowest return': `${(slowestReturn / 1000).toFixed(1)} s`,
    'lost or divergent': lost.length,
  });
  console.table([
    row('kill -9 portal', ofPortal),
    row('kill -9 PostgreSQL', ofDatabase),
    {
      what: 'save/submit races',
      times: raced.races,
      'answers acknowledged': raced.savedBefore,
      'saves sent again': `${raced.cameLater} came after`,
      'slowest return': '',
      'lost or divergent': raced.divergent.length,
    },
  ]);
  const wrong = [...ofPortal.lost, ...ofDatabase.lost, ...raced.divergent];
  for (const line of wrong.slice(0, 20)) console.error(line);
  // A race that one side always wins proves nothing.
  if (raced.savedBefore === 0 || raced.cameLater === 0) wrong.push('no real race');
  console.log(wrong.length ? `FAILED, seed ${seed}, ${seconds()}` : `0 lost, 0 divergent, seed ${seed}, ${seconds()}`);
  process.exitCode = wrong.length ? 1 : 0;
} catch (error) {
  console.error(`The portal said:\n${portal.output.split('\n').slice(-30).join('\n')}`);
  throw error;
} finally {
  await closePool();
  await portal.dispose();
}

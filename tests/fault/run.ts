import { parseArgs } from 'node:util';
import { closePool } from '#src/server/core/db/pool.ts';
import { freePort, PortalProcess } from '../config/portal-process.ts';
import { mintCourse } from '../factories/course.ts';
import { mintPerson } from '../factories/tenant.ts';
import { createExamSetup } from './exam-setup.ts';
import { killDuringLive } from './live-kills.ts';
import { killDuringSaves, type KillReport, killDatabase, killPortal } from './kills.ts';
import { raceSavesAndSubmit } from './races.ts';
import { seeded } from './random.ts';
import { killDuringStudy } from './study-kills.ts';

/*
 * `npm run test:fault`: kills the portal and PostgreSQL while answers are saved, watched seconds are
 * reported and a live class is running, and races saves
 * against submits. Prints a table and exits with 1 if something acknowledged was lost or an attempt diverged.
 * Options: `-- --seed 7 --kills 20 --races 300 --seats 8 --saves 4000`; the seed determines the timing, `saves` is the number of
 * acknowledged saves during which portal and database are killed, at least. In full (about an hour on two cores):
 * `-- --kills 200 --saves 1000000 --seats 100 --races 10000`.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '20' },
    races: { type: 'string', default: '300' },
    seats: { type: 'string', default: '8' },
    saves: { type: 'string', default: '4000' },
  },
});
const [seed, kills, races, seats, saves] = [values.seed, values.kills, values.races, values.seats, values.saves].map(
  Number,
) as [number, number, number, number, number];
const savesBetween = saves / 2 / kills;
const random = seeded(seed);
const begun = performance.now();
const seconds = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`;
const stage = (text: string) => console.log(`[${seconds()}] ${text}`);
/** A run that is cut has told what it had found. */
const told = ({ acknowledged, lost }: KillReport) => stage(`  ${acknowledged} acknowledged, ${lost.length} lost`);

const portal = new PortalProcess({ port: await freePort(), env: { DEMO: 'off', LOG_LEVEL: 'silent' } });
try {
  stage('starting a portal …');
  await portal.start();
  const setup = await createExamSetup(portal, seats);
  stage(`${kills} × kill -9 of the portal during saves …`);
  const ofPortal = await killDuringSaves(setup, { kills, savesBetween, random, kill: killPortal(setup) });
  told(ofPortal);
  stage(`${kills} × kill -9 of PostgreSQL during saves …`);
  const ofDatabase = await killDuringSaves(setup, { kills, savesBetween, random, kill: killDatabase(setup) });
  told(ofDatabase);
  stage(`${kills} × kill -9 of the portal during study …`);
  const ofStudy = await killDuringStudy(setup, { kills, random, kill: killPortal(setup) });
  told(ofStudy);
  stage(`${kills} × kill -9 of the portal during a live class …`);
  const live = {
    portal,
    host: await mintPerson(setup.tenant, { isAdmin: true }),
    viewers: setup.people,
    courseId: await mintCourse(setup.tenant, { courseType: 3 }),
  };
  const ofLive = await killDuringLive(live, { kills, random, kill: killPortal(setup) });
  told(ofLive);
  stage(`${races} races of save and submit …`);
  const raced = await raceSavesAndSubmit(setup, { races, random });

  const row = (name: string, { kills: n, acknowledged, unanswered, lost, slowestReturn }: KillReport) => ({
    what: name,
    times: n,
    acknowledged,
    'sent again': unanswered,
    'slowest return': `${(slowestReturn / 1000).toFixed(1)} s`,
    'lost or divergent': lost.length,
  });
  console.table([
    row('kill -9 portal', ofPortal),
    row('kill -9 PostgreSQL', ofDatabase),
    row('kill -9 portal, watched seconds', ofStudy),
    row('kill -9 portal, live class', ofLive),
    {
      what: 'save/submit races',
      times: raced.races,
      acknowledged: raced.savedBefore,
      'sent again': `${raced.cameLater} came after`,
      'slowest return': '',
      'lost or divergent': raced.divergent.length,
    },
  ]);
  const wrong = [...ofPortal.lost, ...ofDatabase.lost, ...ofStudy.lost, ...ofLive.lost, ...raced.divergent];
  for (const line of wrong.slice(0, 20)) console.error(line);
  // If one side always wins, there was no race.
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

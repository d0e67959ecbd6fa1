import { parseArgs } from 'node:util';
import { closePool } from '#src/server/core/db/pool.ts';
import { freePort, PortalProcess } from '../config/portal-process.ts';
import { mintCourse } from '../factories/course.ts';
import { mintPerson } from '../factories/tenant.ts';
import { startSmtp } from '../stand-ins/smtp.ts';
import { createExamSetup } from './exam-setup.ts';
import { killDuringLive } from './live-kills.ts';
import { killDuringSaves, type KillReport, killDatabase, killPortal } from './kills.ts';
import { killDuringNotices } from './notice-kills.ts';
import { raceSavesAndSubmit } from './races.ts';
import { seeded } from './random.ts';
import { killDuringStudy } from './study-kills.ts';
import { killDuringUpload } from './upload-kills.ts';

/** Stages, in their order. */
const STAGES = ['portal', 'database', 'study', 'live', 'upload', 'notices', 'races'];
/** Bytes of a megabyte. */
const MB = 1024 * 1024;
/** People who study and follow the live class, at most: every report of theirs is a request of its own. */
const LEARNERS = 16;
/** Kills while notices are sent: what was in doubt at one is sent again minutes later. */
const NOTICE_KILLS = 3;

/*
 * `npm run test:fault`: kills the portal and PostgreSQL while answers are saved, watched seconds are
 * reported, a live class is running, a large file arrives and notices are sent by e-mail, and races saves
 * against submits. Prints a table and exits with 1 if something acknowledged was lost or an attempt diverged.
 * Options: `-- --seed 7 --kills 20 --races 300 --seats 8 --saves 4000 --upload 512 --notices 600 --only portal,races`; the seed determines the timing, `saves` is
 * the number of acknowledged saves during which portal and database are killed, at least,
 * `upload` the size of the file in MB, `notices` the number of e-mails, during which the portal is killed three times. In full (about two hours on two cores):
 * `-- --kills 200 --saves 1000000 --seats 100 --races 10000 --upload 4096 --notices 20000`.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '20' },
    races: { type: 'string', default: '300' },
    seats: { type: 'string', default: '8' },
    saves: { type: 'string', default: '4000' },
    upload: { type: 'string', default: '512' },
    notices: { type: 'string', default: '600' },
    only: { type: 'string', default: STAGES.join() },
  },
});
const { seed, kills, races, seats, saves, upload, notices } = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, Number(value)]),
) as Record<keyof typeof values, number>;
const stages = values.only.split(',');
for (const name of stages) if (!STAGES.includes(name)) throw new Error(`--only ${name}: one of ${STAGES.join(', ')}`);
const savesBetween = saves / 2 / kills;
const random = seeded(seed);
const begun = performance.now();
const seconds = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`;
const stage = (text: string) => console.log(`[${seconds()}] ${text}`);

const smtp = await startSmtp({ plain: true });
const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Portal <no-reply@example.com>', MAIL_PER_MINUTE: '1000000' };
// This process sends notices, too.
Object.assign(process.env, mail);
const portal = new PortalProcess({ port: await freePort(), env: { DEMO: 'off', LOG_LEVEL: 'silent', ...mail } });
try {
  stage('starting a portal …');
  await portal.start();
  const setup = await createExamSetup(portal, seats);
  const ofPortal = killPortal(setup);
  const learners = setup.people.slice(0, LEARNERS);
  const rows: Record<string, unknown>[] = [];
  const wrong: string[] = [];
  /** Runs a stage if it is wanted. A run that is cut has told what it had found. */
  const play = async (name: string, what: string, run: () => Promise<KillReport>) => {
    if (!stages.includes(name)) return;
    stage(`kill -9 of ${what} …`);
    const { kills: times, acknowledged, unanswered, lost, slowestReturn } = await run();
    stage(`  ${acknowledged} acknowledged, ${lost.length} lost`);
    rows.push({
      what: `kill -9 of ${what}`,
      times,
      acknowledged,
      'sent again': unanswered,
      'slowest return': `${(slowestReturn / 1000).toFixed(1)} s`,
      'lost or divergent': lost.length,
    });
    wrong.push(...lost);
  };
  await play('portal', 'the portal during saves', () =>
    killDuringSaves(setup, { kills, savesBetween, random, kill: ofPortal }),
  );
  await play('database', 'PostgreSQL during saves', () =>
    killDuringSaves(setup, { kills, savesBetween, random, kill: killDatabase(setup) }),
  );
  await play('study', 'the portal during study', () =>
    killDuringStudy({ ...setup, people: learners }, { kills, random, kill: ofPortal }),
  );
  await play('live', 'the portal during a live class', async () => {
    const host = await mintPerson(setup.tenant, { isAdmin: true });
    const courseId = await mintCourse(setup.tenant, { courseType: 3 });
    return killDuringLive({ portal, host, viewers: learners, courseId }, { kills, random, kill: ofPortal });
  });
  await play('upload', `the portal during an upload of ${upload} MB`, async () => {
    const editor = await mintPerson(setup.tenant, { isAdmin: true });
    return killDuringUpload({ portal, editor }, { kills, random, kill: ofPortal, bytes: upload * MB });
  });
  await play('notices', `the portal during ${notices} e-mails`, () =>
    killDuringNotices(setup.tenant, { kills: NOTICE_KILLS, random, kill: ofPortal, smtp, count: notices }),
  );
  if (stages.includes('races')) {
    stage(`${races} races of save and submit …`);
    const raced = await raceSavesAndSubmit(setup, { races, random });
    rows.push({
      what: 'save/submit races',
      times: raced.races,
      acknowledged: raced.savedBefore,
      'sent again': `${raced.cameLater} came after`,
      'slowest return': '',
      'lost or divergent': raced.divergent.length,
    });
    wrong.push(...raced.divergent);
    // If one side always wins, there was no race.
    if (raced.savedBefore === 0 || raced.cameLater === 0) wrong.push('no real race');
  }

  console.table(rows);
  for (const line of wrong.slice(0, 20)) console.error(line);
  console.log(wrong.length ? `FAILED, seed ${seed}, ${seconds()}` : `0 lost, 0 divergent, seed ${seed}, ${seconds()}`);
  process.exitCode = wrong.length ? 1 : 0;
} catch (error) {
  console.error(`The portal said:\n${portal.output.split('\n').slice(-30).join('\n')}`);
  throw error;
} finally {
  await closePool();
  await portal.dispose();
  await smtp.stop();
}

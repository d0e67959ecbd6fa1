import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { closePool } from '#src/server/core/db/pool.ts';
import { readTable, writeTable } from '../config/performance-tables.ts';
import { freePort, PortalProcess, ROOT } from '../config/portal-process.ts';
import { createExamSetup } from '../fault/exam-setup.ts';
import { BareServers } from './bare-servers.ts';
import { backOfficeTimes, contentTimes } from './back-office.ts';
import { communityTimes } from './community.ts';
import { countedEntering } from './entering.ts';
import { examDay } from './exam-day.ts';
import { largePages } from './large.ts';
import { noticeLogTimes } from './large-notices.ts';
import { organisationTimes } from './large-organisation.ts';
import { requirementStatements } from './large-requirements.ts';
import { examStatements } from './many-exams.ts';
import { makeLargeTenant } from './large-tenant.ts';
import { interactions } from './interaction.ts';
import { lighthouseScores } from './lighthouse.ts';
import { answerSave, home, landingPage, learner, type Pair, verification } from './loads.ts';
import { compare, CONNECTIONS, peakMemory } from './measure.ts';
import { partitionReads, title } from './partitions.ts';
import { studyPages } from './study-page.ts';
import { studyReports } from './studying.ts';
import { signInStorms } from './sign-ins.ts';
import { pageWeights } from './weights.ts';

/*
 * `npm run bench`: throughput of the portal relative to baseline servers on the same machine at the same time. Prints tables; timings do not fail it, but responses other than 200 do.
 * `-- --seconds 8 --rounds 3 --learners 96 --people 2000 --only abcsw` (v: the page that verifies a certificate, s: peaks of sign-ins, w: JavaScript size of pages,
 * l: pages of a large tenant with `--large` users, a fiftieth as many courses and `--exams` exams, and its statements about exams; h: Lighthouse,
 * i: response time of each island on a slow processor, of those that `--island` names, r: statements on partitioned tables of `--rows` answers,
 * q: statements about `--required` requirements that `--large` people have; o: lists of the back office with `--large` people and a matrix of 20,000 people
 * with 60 requirements, ready reports of five years, and a million entries of the audit log; d: lists of 10,000 courses and 100,000 files; g: lists of the organisation centre of 20,000 people; n: the log of `--rows` notices; e: an import of 20,000 people into `--large`; f: `--certificates` certificates as PDF; k: community with `--posts` posts and ten times as many votes; m: reports of `--studying`
 * learners beside `--viewers` of a live class, for a minute; p: the study page on a slow phone)
 * `npm run bench -- exam-day --takers 500 --minutes 2`: all enter an exam within `--enter` seconds (60), save every 15 s, submit within
 * `--submit` seconds (60) and look at their result (`--results 100`, percent), on `--processes` portal processes (1); before it, the
 * statements of entering are counted (not with `--no-statements`). It prints tables in Markdown. Lost answers, 5xx other than 503 and
 * candidates who cannot go on fail it, speed does not.
 * `--record`: the ratios replace those of the same figures in docs/performance.md.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    learners: { type: 'string', default: '96' },
    people: { type: 'string', default: '2000' },
    only: { type: 'string', default: 'abcvswlhirkmpqognedf' },
    certificates: { type: 'string', default: '10000' },
    large: { type: 'string', default: '100000' },
    exams: { type: 'string', default: '2000' },
    required: { type: 'string', default: '12' },
    island: { type: 'string', default: '' },
    rows: { type: 'string', default: '1000000' },
    posts: { type: 'string', default: '100000' },
    studying: { type: 'string', default: '2000' },
    viewers: { type: 'string', default: '500' },
    takers: { type: 'string', default: '500' },
    minutes: { type: 'string', default: '2' },
    enter: { type: 'string', default: '60' },
    submit: { type: 'string', default: '60' },
    results: { type: 'string', default: '100' },
    processes: { type: 'string', default: '1' },
    'no-statements': { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const [seconds, rounds, learners] = [values.seconds, values.rounds, values.learners].map(Number) as [
  number,
  number,
  number,
];
const isExamDay = positionals.includes('exam-day');
const wanted = (part: string) => !isExamDay && values.only.includes(part);

const port = await freePort();
const portal = new PortalProcess({
  port,
  env: {
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '127.0.0.1',
    PROCESSES: isExamDay ? values.processes : '1',
  },
});
const bare = new BareServers();
try {
  console.log('starting the portal with its demo tenants …');
  await portal.start();
  const setup = await createExamSetup(portal, isExamDay ? Number(values.takers) : learners);
  const databaseUrl = process.env.DATABASE_URL!;
  const rows: Awaited<ReturnType<typeof measure>>[] = [];
  const add = async (pair: Pair) => {
    console.log(`${pair.what} …`);
    rows.push(await measure(pair));
  };
  if (isExamDay) {
    if (!values['no-statements']) {
      console.log('statements of entering …');
      console.table(await countedEntering(setup, databaseUrl));
    }
    console.log(`an exam day of ${setup.people.length} candidates …`);
    const { text, isBroken } = await examDay(setup, {
      ...{ enter: Number(values.enter), saveEvery: 15, answer: Number(values.minutes) * 60 },
      ...{ submit: Number(values.submit), resultShare: Number(values.results) / 100 },
    });
    console.log(`\n${text}\n`);
    if (isBroken) process.exitCode = 1;
  }
  if (wanted('a')) await add(await landingPage(setup, bare));
  if (wanted('b')) await add(await home(setup, bare, databaseUrl));
  if (wanted('c')) await add(await answerSave(setup, bare, databaseUrl));
  if (wanted('v')) await add(await verification(setup, bare, databaseUrl));
  if (wanted('l')) {
    const people = Number(values.large);
    console.log(`a tenant of ${people} people …`);
    const size = {
      people,
      courses: Math.round(people / 50),
      announcements: Math.round(people / 10),
      exams: Number(values.exams),
    };
    const tenant = await makeLargeTenant(databaseUrl, size);
    const { first, pairs } = await largePages(portal, tenant, bare, databaseUrl);
    console.log('\nPages of the large tenant, made for the first time:');
    console.table(first);
    console.log('\nStatements about exams of the large tenant, medians:');
    console.table(await examStatements(databaseUrl, tenant));
    for (const pair of pairs) await add(pair);
  }
  if (wanted('q')) {
    const size = { people: Number(values.large), requirements: Number(values.required) };
    console.log(`${size.requirements} requirements of ${size.people} people …`);
    console.table(await requirementStatements(databaseUrl, size));
  }

  if (wanted('o')) {
    console.log('lists of the back office …');
    const size = { people: Number(values.large), matrixPeople: 20_000, requirements: 60 };
    console.table(await backOfficeTimes(portal, databaseUrl, size));
  }
  if (wanted('g')) {
    console.log('lists of the organisation centre of 20,000 people …');
    console.table(await organisationTimes(portal, databaseUrl, 20_000));
  }
  if (wanted('n')) {
    console.log(`the log of ${values.rows} notices …`);
    console.table(await noticeLogTimes(portal, databaseUrl, Number(values.rows)));
  }
  if (wanted('d')) {
    console.log('lists of 10,000 courses and 100,000 files …');
    console.table(await contentTimes(portal, databaseUrl, { courses: 10_000, files: 100_000 }));
  }
  if (wanted('f')) {
    console.log('certificates as PDF …');
    execFileSync(process.execPath, ['tests/bench/certificates.ts', '--certificates', values.certificates], {
      cwd: ROOT,
      stdio: 'inherit',
    });
  }
  if (wanted('e')) {
    console.log('an import of people …');
    execFileSync(process.execPath, ['tests/bench/people-import.ts', '--members', values.large], {
      cwd: ROOT,
      stdio: 'inherit',
    });
  }

  if (rows.length > 0) {
    console.log(
      `\n${CONNECTIONS} connections, median of ${rounds} rounds of ${seconds} s each, ours and bare in turns, load generator on the same machine:`,
    );
    console.table(rows);
    if (values.record) await record(rows);
  }
  if (wanted('s')) {
    console.log('storms of sign-ins …');
    const storms = await signInStorms(setup, Number(values.people));
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
    const { rows: islands, lines } = await interactions(portal.port, { only: new RegExp(values.island) });
    console.log('\nMedian of 3 page loads; aims: INP ≤ 100 ms, CLS 0, nothing in the console:');
    console.table(islands);
    for (const line of lines) console.log(line);
  }
  if (wanted('r')) {
    console.log(`${title(Number(values.rows))} …`);
    console.table(await partitionReads(Number(values.rows)));
  }
  if (wanted('k')) {
    const posts = Number(values.posts);
    console.log(`a community of ${posts} posts …`);
    const times = await communityTimes(portal, databaseUrl, posts);
    console.log('\nCommunity, one request at a time, 300 after the first:');
    console.table(times);
  }
  if (wanted('p')) {
    console.log('study page on a phone: 390 px, processor slowed down four times, slow 4G …');
    console.table(await studyPages(portal.port));
  }
  if (wanted('m')) {
    const [people, viewers] = [Number(values.studying), Number(values.viewers)];
    console.log(`${people} learners, ${viewers} of them in a live class …`);
    const studying = await studyReports(portal, { people, viewers, seconds: 60 });
    // One row for each figure: they are too many for one line.
    console.table(studying);
    if (studying.failed || studying['not delivered']) process.exitCode = 1;
  }
  if (!isExamDay) console.log(`peak memory of the portal: ${peakMemory(portal.pid) ?? 'not known on this system'} MB`);
} finally {
  bare.stop();
  await closePool();
  await portal.dispose();
}

/** Writes measured ratios to docs/performance.md; the other rows of its table stay. */
async function record(measured: Awaited<ReturnType<typeof measure>>[]): Promise<void> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const about = {
    machine: `${cpus().length} × ${cpus()[0]!.model.trim()}`,
    commit: git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes'),
    date: new Date().toISOString().slice(0, 10),
  };
  const recorded = new Map(readTable('ratios').map((row) => [row.figure!, row]));
  // The size of a page is no part of its name.
  for (const { what, ratio, aim } of measured) {
    const figure = what.replace(/, \d+ KB$/, '');
    recorded.set(figure, { figure, ratio: ratio.toFixed(2), aim, ...about });
  }
  await writeTable(
    'ratios',
    [...recorded.values()].sort((a, b) => a.figure!.localeCompare(b.figure!)),
  );
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

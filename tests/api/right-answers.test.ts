import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, calls, type Input } from '#src/contract/calls.ts';
import { exam as examTable } from '#src/server/exam/tables/exam.ts';
import { questionVersion, type QuestionKey, type QuestionType } from '#src/server/question/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintExam, type TestExam } from '../factories/exam.ts';
import { inputs } from '../factories/inputs/all-inputs.ts';
import { call, ok, request } from '../factories/portal.ts';
import { openBank } from '../factories/practice.ts';
import { startWorldProviders, type Providers } from '../factories/providers.ts';
import { companionCookie, mintSession } from '../factories/session.ts';
import type { TestPerson } from '../factories/tenant.ts';
import { mintMember, mintWorld, type World } from '../factories/world.ts';

/*
 * The right answer never leaves early: every call of the contract is made by those who could sit an exam, before, during and
 * after it, with its ids, and every response is searched for what the questions of this exam have as right answers,
 * explanations, accepted texts and criteria. Its review opens after its window.
 */

const START = 'POST /exam/auth/user/exam/start';
const SUBMIT = 'POST /exam/auth/user/exam/submit';
const PRACTISE = 'POST /exam/auth/user/practice/start';
const CHECK = 'POST /exam/auth/user/practice/answer/check';
const PRACTICE = 'GET /exam/auth/user/practice/view';
const MISTAKES = 'POST /exam/auth/user/mistake/page';

/** Texts that no candidate may see, and the keys of choices that a response may not call an answer. */
const PLANTED = { reference: 'PlantedReference', blank: 'PlantedBlank', analysis: 'PlantedAnalysis' };
const RUBRIC = 'PlantedCriterion';
const KEYS: Record<QuestionType, QuestionKey> = {
  single: 'B',
  multiple: ['A', 'C'],
  judge: true,
  blank: [[PLANTED.blank, 'PlantedBlankToo'], ['PlantedBlankAgain']],
  short: PLANTED.reference,
};
const WRONG = { single: 'A', multiple: ['B', 'D'], judge: false, blank: ['x', 'y'], short: 'Something else' };

let providers: Providers;
let world: World;
let exam: TestExam;
/** Of the same bank; its own review is open. */
let sharing: TestExam;
let typeOf: Map<string, QuestionType>;
/** A submitted attempt of somebody. */
let somebodyElses: string;
/** Candidates who make all the calls that only read. */
let readers: Map<string, Candidate>;
/** Has practised the bank, everything wrongly, before the exam was published. */
let practised: { person: TestPerson; runId: string };

beforeAll(async () => {
  providers = await startWorldProviders();
  world = await mintWorld(providers, 'Answers');
  const { tenant, lecturer } = world;
  exam = await mintExam(tenant, { published: false, reviewPolicy: 'after_window', reviewEarly: false, maxAttempts: 1 });
  typeOf = new Map(Object.entries(exam.ids).flatMap(([type, ids]) => ids.map((id) => [id, type as QuestionType])));
  await withTenant(tenant.id, async (db) => {
    for (const [questionId, type] of typeOf) {
      const own = and(eq(questionVersion.enterpriseId, tenant.id), eq(questionVersion.questionId, questionId));
      const [{ texts }] = (await db.select({ texts: questionVersion.texts }).from(questionVersion).where(own)) as [
        { texts: typeof questionVersion.$inferSelect.texts },
      ];
      const zh = { ...texts.zh!, analysis: `**${PLANTED.analysis}**` };
      const planted = { texts: { zh, en: { ...zh, stem: 'In English ____ ____' } }, answer: KEYS[type] };
      await db.update(questionVersion).set(planted).where(own);
    }
  });
  await ok(lecturer, 'PUT /exam/auth/exam/marking/rubric/save', {
    questionId: exam.ids.short[0]!,
    criteria: [{ text: RUBRIC, points: 20 }],
  });
  await openBank(tenant, exam.bankId);
  const person = await mintMember(world);
  const { id: runId } = await ok(person, PRACTISE, { kind: 'bank', bankId: exam.bankId, count: 100 });
  // What somebody may see who practises a bank that no exam uses: the search finds it.
  expect(tells(await answerAll(person, runId)).sort()).toEqual(Object.values(PLANTED).sort());
  practised = { person, runId };
  await publish();
  sharing = await mintExam(tenant, { sharing: exam, reviewPolicy: 'immediately', maxAttempts: 1 });
  somebodyElses = await submit(await mintMember(world), exam.id);
  const stages = Object.entries(STAGES).map(async ([stage, mint]) => [stage, await mint()] as const);
  readers = new Map(await Promise.all(stages));
});
afterAll(() => providers.stop());

const publish = () =>
  withTenant(world.tenant.id, (db) =>
    db
      .update(examTable)
      .set({ published: true })
      .where(and(eq(examTable.enterpriseId, world.tenant.id), eq(examTable.id, exam.id))),
  );

/** Answers everything of a practice wrongly. @returns the responses as text */
async function answerAll(person: TestPerson, id: string): Promise<string> {
  const replies: unknown[] = [];
  for (const [questionId, type] of typeOf)
    replies.push(await call(person, CHECK, { id, questionId, answer: WRONG[type] }));
  replies.push(await call(person, PRACTICE, { id }));
  return JSON.stringify(replies);
}

const ANSWERS = /answer|right|key|correct/i;
const SHOWN = new Set(['options', 'other', 'html']);

/** Returns what a response tells of the right answers. */
function tells(text: string): string[] {
  const found = new Set([...Object.values(PLANTED), RUBRIC].filter((each) => text.includes(each)));
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (typeof value !== 'object' || value === null) return;
    const { questionId, id, ...more } = value as Record<string, unknown>;
    const type = typeOf.get(String(questionId ?? id));
    for (const [name, each] of Object.entries(more)) {
      const isKey = type && ANSWERS.test(name) && JSON.stringify(each) === JSON.stringify(KEYS[type]);
      // Whether an own answer is right tells the same.
      if (isKey || (type && name === 'right' && each !== null)) found.add(`${name} of ${type}`);
      if (!SHOWN.has(name)) walk(each);
    }
  };
  if (text.startsWith('{') || text.startsWith('[')) walk(JSON.parse(text));
  return [...found];
}

async function submit(person: TestPerson, examId: string): Promise<string> {
  const { attemptId } = await ok(person, START, { id: examId });
  const answers = [...typeOf].map(([questionId, type]) => ({
    ...{ questionId, epoch: 1, revision: 1 },
    answer: WRONG[type],
  }));
  await ok(person, SUBMIT, { attemptId, epoch: 1, answers });
  return attemptId;
}

/** `attemptId`: the one to ask for; null: somebody else's. */
type Candidate = { person: TestPerson; attemptId: string | null };
const STAGES: Record<string, () => Promise<Candidate>> = {
  before: async () => ({ person: await mintMember(world), attemptId: null }),
  during: async () => {
    const person = await mintMember(world);
    return { person, attemptId: (await ok(person, START, { id: exam.id })).attemptId };
  },
  after: async () => {
    const person = await mintMember(world);
    await submit(person, sharing.id);
    return { person, attemptId: await submit(person, exam.id) };
  },
  'as a lecturer': async () => {
    const person = await mintMember(world, { userType: 2 });
    await ok(person, START, { id: exam.id });
    return { person, attemptId: null };
  },
};

/** The input with the ids of the exam, once for each thing that `id` may be. */
function aimed(input: unknown, attemptId: string): unknown[] {
  const question = exam.ids.short[0]!;
  const ids = { examId: exam.id, exam: exam.id, attemptId, questionId: question, bankId: exam.bankId };
  const replaced = (value: unknown, id: string | null): unknown => {
    if (Array.isArray(value)) return value.map((each) => replaced(each, id));
    if (typeof value !== 'object' || value === null || value instanceof Blob) return value;
    const entries = Object.entries(value).map(([name, each]) => {
      if (name === 'id' && id) return [name, id];
      return [name, name in ids ? ids[name as keyof typeof ids] : replaced(each, id)];
    });
    return Object.fromEntries(entries);
  };
  const isNamed = typeof input === 'object' && input !== null && 'id' in input;
  const things = isNamed ? [null, exam.id, attemptId, exam.bankId, question] : [null];
  return things.map((id) => replaced(input, id));
}

const make = async (name: Call, input: unknown, person: TestPerson | null): Promise<string> => {
  // Some calls end the session.
  const token = person ? await mintSession(person.userId, world.tenant.id) : undefined;
  const caller = { host: world.tenant.host, ...(token && { token, cookie: companionCookie(token) }) };
  return (await request(caller, name, input as Input<Call>)).text();
};

const EXAMS = /^\w+ \/(exam|data)\//;
const ALL = Object.keys(calls) as Call[];

describe.each(ALL.filter((name) => EXAMS.test(name)))('%s', (name) => {
  it('tells no candidate and no visitor a right answer', async () => {
    const made = await inputs[name]({ world, person: await mintMember(world) });
    const findings: string[] = [];
    for (const [stage, mint] of Object.entries(STAGES)) {
      // Calls that only read leave a candidate as they are.
      const isRead = name.startsWith('GET ') || name.endsWith('/page');
      const { person, attemptId } = await ((isRead && readers.get(stage)) || mint());
      for (const input of [made, ...aimed(made, attemptId ?? somebodyElses)])
        for (const who of stage === 'before' ? [person, null] : [person]) {
          const told = tells(await make(name, input, who));
          if (told.length > 0)
            findings.push(`${who ? stage : 'visitor'}: ${told.join(', ')}: ${JSON.stringify(input)}`);
        }
    }
    expect(findings).toEqual([]);
  });
});

describe('other calls', () => {
  it('tell no candidate and no visitor a right answer', async () => {
    const people = await Promise.all(Object.values(STAGES).map((mint) => mint()));
    const findings: string[] = [];
    for (const name of ALL.filter((each) => !EXAMS.test(each))) {
      const input = await inputs[name]({ world, person: await mintMember(world) });
      for (const person of [...people.map((each) => each.person), null]) {
        const told = tells(await make(name, input, person));
        if (told.length > 0) findings.push(`${name}: ${told.join(', ')}`);
      }
    }
    expect(findings).toEqual([]);
  }, 240_000);
});

describe('a bank that an exam uses', () => {
  it('is not practised before the exam is over, and mistakes of earlier practices are hidden', async () => {
    const { person, runId } = practised;
    const { bankId } = exam;
    const fresh = await mintMember(world);
    const started = await call(fresh, PRACTISE, { kind: 'bank', bankId, count: 100 });
    const replies = [
      started,
      ...(started.code === 200 ? [await answerAll(fresh, started.data.id)] : []),
      await answerAll(person, runId),
      await call(person, MISTAKES, { bankId, pageSize: 50 }),
      await call(person, PRACTISE, { kind: 'mistakes', bankId }),
      await call(person, 'POST /exam/auth/user/practice/finish', { id: runId }),
      await call(person, PRACTICE, { id: runId }),
    ];
    expect(tells(JSON.stringify(replies))).toEqual([]);
  });
});

describe('what is written', () => {
  it('has right answers in the bank and on papers only: not in notices, the search index, exports or logs', async () => {
    const holders = await withTenant(world.tenant.id, async (_db, client) => {
      const tables = await client.query<{ name: string }>(
        `select tablename as name from pg_tables where schemaname = 'public'`,
      );
      const found: string[] = [];
      for (const { name } of tables.rows) {
        const { rowCount } = await client.query(`select from public."${name}" t where to_jsonb(t)::text ~ $1 limit 1`, [
          Object.values(PLANTED).join('|'),
        ]);
        if (rowCount) found.push(name.replace(/_\d{4}_?\d\d$/, ''));
      }
      return [...new Set(found)].sort();
    });
    expect(holders).toEqual(['exam_attempt', 'practice_run', 'question_version']);
  });
});

describe('the search', () => {
  it('finds keys by their questions, and whether an own answer is right', () => {
    const [single, judge] = [exam.ids.single[0]!, exam.ids.judge[0]!];
    const own = { questionId: single, answer: 'A', options: [{ key: 'B', text: 'B' }], right: null };
    expect(tells(JSON.stringify({ data: { questions: [own, { id: judge, mine: false }] } }))).toEqual([]);
    const told = { data: { list: [{ ...own, rightAnswer: 'B' }, { id: judge, right: false }, PLANTED.analysis] } };
    expect(tells(JSON.stringify(told)).sort()).toEqual([PLANTED.analysis, 'right of judge', 'rightAnswer of single']);
  });
});

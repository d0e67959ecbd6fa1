import type { Call, Input } from '#src/contract/calls.ts';
import { http } from '../config/http.ts';
import type { PortalProcess } from '../config/portal-process.ts';
import { callRemote } from '../factories/remote.ts';
import { companionCookie, mintSession } from '../factories/session.ts';
import { makeCommunity, type LargeCommunity } from './large-community.ts';
import { expectOk } from './loads.ts';
import { wordsOf } from './words.ts';

const REQUESTS = 300;
/** The nearly empty tenant that the large one is compared with. */
const SMALL = { posts: 50, votes: 100, people: 50 };

type Signed = { host: string; token: string };
/** `n` counts the requests: each is about something else. */
type Request = { what: string; make: (community: LargeCommunity, me: Signed, n: number) => Promise<unknown> };
type Times = { first: number; median: number; p99: number };

/**
 * The community of a tenant with so many posts and ten times as many votes, beside a nearly empty one in the same database:
 * milliseconds of the first request and of the following 300, one after another.
 */
export async function communityTimes(
  portal: PortalProcess,
  databaseUrl: string,
  posts: number,
): Promise<Record<string, unknown>[]> {
  const small = await makeCommunity(databaseUrl, SMALL);
  const large = await makeCommunity(databaseUrl, { posts, votes: posts * 10, people: Math.max(50, posts / 5) });
  const table: Record<string, unknown>[] = [];
  for (const request of requests(portal.port)) {
    const [less, more] = [await timesOf(request, small), await timesOf(request, large)];
    table.push({
      what: request.what,
      'first made, ms': more.first,
      'median, ms': more.median,
      'p99, ms': more.p99,
      'nearly empty: first': less.first,
      'median ': less.median,
      'p99 ': less.p99,
      'ratio of medians': Number((more.median / less.median).toFixed(2)),
    });
  }
  return table;
}

async function timesOf({ make }: Request, community: LargeCommunity): Promise<Times> {
  const { tenant, memberId } = community;
  const me = { host: tenant.host, token: await mintSession(memberId, tenant.id) };
  const times: number[] = [];
  for (let n = 0; n <= REQUESTS; n++) {
    const begun = performance.now();
    await make(community, me, n);
    times.push(performance.now() - begun);
  }
  const [first, ...others] = times as [number, ...number[]];
  others.sort((a, b) => a - b);
  const at = (share: number) => Math.round(others[Math.floor((others.length - 1) * share)]! * 10) / 10;
  return { first: Math.round(first * 10) / 10, median: at(0.5), p99: at(0.99) };
}

const FEED = 'POST /community/api/post/page';
const ORDERS = ['newest', 'helpful', 'unanswered', 'followed'] as const;

function requests(port: number): Request[] {
  const { chinese } = wordsOf(11);
  const answerOf = async <K extends Call>(me: Signed, name: K, input: Input<K>) => {
    const { code, msg, data } = await callRemote(port, me, name, input);
    if (code !== 200) throw new Error(`${name}: ${code} ${msg}`);
    return data;
  };
  const page = async ({ host, token }: Signed, path: string) =>
    expectOk(
      path,
      await http(port, host, path, { headers: { cookie: `ET_WEB_TOKEN=${token}; ${companionCookie(token)}` } }),
    );
  const pick = <T>(list: T[], n: number) => list[n % list.length]!;
  /** Cursors of the feed that is being read on. */
  const cursors = new Map<string, string | null>();
  return [
    ...ORDERS.map((order): Request => ({
      what: `feed, ${order}`,
      make: (_, me) => answerOf(me, FEED, { order }),
    })),
    ...ORDERS.map((order): Request => ({
      what: `feed, ${order}, read on and on`,
      make: async ({ tenant }, me) => {
        const key = `${tenant.id} ${order}`;
        const { next } = await answerOf(me, FEED, { order, pageSize: 50, after: cursors.get(key) ?? undefined });
        cursors.set(key, next);
      },
    })),
    { what: 'feed of a label', make: ({ labelIds }, me, n) => answerOf(me, FEED, { labelId: pick(labelIds, n) }) },
    { what: 'feed of an author', make: ({ authorIds }, me, n) => answerOf(me, FEED, { authorId: pick(authorIds, n) }) },
    {
      what: 'an author',
      make: ({ authorIds }, me, n) => answerOf(me, 'GET /community/api/author/view', { userId: pick(authorIds, n) }),
    },
    {
      what: 'answers to a question, the most answered ones',
      make: ({ questionIds }, me, n) =>
        answerOf(me, 'POST /community/api/answer/page', { questionId: pick(questionIds, n % 10) }),
    },
    { what: 'page of the community', make: (_, me) => page(me, '/community') },
    {
      what: 'page of a question',
      make: ({ questionIds }, me, n) => page(me, `/community/question/${pick(questionIds, n * 7)}`),
    },
    {
      what: 'page of a question, the most answered ones',
      make: ({ questionIds }, me, n) => page(me, `/community/question/${pick(questionIds, n % 10)}`),
    },
    {
      what: 'similar questions while asking',
      make: (_, me, n) => answerOf(me, 'POST /community/auth/post/similar', { title: chinese(4 + (n % 12)) }),
    },
  ];
}

import fc from 'fast-check';
import { BROWSER_COOKIE } from '#src/server/account/login-methods/login-attempt.ts';
import { rateLimit } from '#src/server/core/tables.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { openApiDocument } from '#src/server/http/openapi.ts';
import { mintCast, type Role } from '../factories/cast.ts';
import { inputs } from '../factories/inputs/all-inputs.ts';
import { foreignMarks, marksOf } from '../factories/marks.ts';
import { portal } from '../factories/portal.ts';
import type { Providers } from '../factories/providers.ts';
import { BROWSER } from '../factories/scene.ts';
import { companionCookie, mintSession } from '../factories/session.ts';
import { mintMember, mintWorld } from '../factories/world.ts';
import { callsOf, sentTo, type FuzzCall, type OpenApi, type Sent } from './calls.ts';

type Actor = Exclude<Role, 'colleague'> | 'visitor' | 'stranger';
const ACTORS: Actor[] = ['visitor', 'outsider', 'learner', 'lecturer', 'organisation', 'administrator', 'stranger'];
/** Number of concurrent requests. */
const PARALLEL = 8;
/** Number of requests after which rate limits are reset: otherwise most responses would be 429. */
const RESET_EVERY = 200;
/** Internal details that a response must not contain. */
const INSIDE = /node_modules|\.ts:\d+|\bat \S+ \(|Failed query|SQLSTATE|DatabaseError|ECONN|\bselect .+ from\b/;
/** Number of ids per tenant that are used as replacements. */
const IDS_OF_EACH = 60;

export type Finding = { seed: number; actor: Actor; name: string; sent: string; what: string; response: string };
export type FuzzReport = { requests: number; codes: Record<string, number>; findings: Finding[] };

/**
 * Sends generated requests to one tenant, as every role. The same seed generates the same requests, except for ids, which
 * belong to two new tenants.
 */
export async function fuzz(options: { seed: number; requests: number; providers: Providers }): Promise<FuzzReport> {
  const { seed, requests, providers } = options;
  const [here, elsewhere] = [await mintWorld(providers, 'WorldHere'), await mintWorld(providers, 'WorldThere')];
  const [cast, strangers] = [await mintCast(here), await mintCast(elsewhere)];
  const [own, foreign] = [await marksOf(here), await marksOf(elsewhere)];
  const isId = (mark: string) => mark.length === 36;
  const ids = [here, elsewhere]
    .flatMap((world) => named(world).filter(isId))
    .concat([...own].filter(isId).slice(0, IDS_OF_EACH), [...foreign].filter(isId).slice(0, IDS_OF_EACH));
  // Sent ids may occur in this and later responses.
  for (const id of ids) foreign.delete(id);
  const marks = { mark: elsewhere.mark, key: elsewhere.tenant.key };
  const report: FuzzReport = { requests: 0, codes: {}, findings: [] };
  const tokens = new Map<Actor, string>();

  const personOf = (actor: Actor) =>
    actor === 'visitor' ? null : actor === 'stranger' ? strangers.learner : cast[actor];
  async function tokenOf(actor: Actor): Promise<string | null> {
    const person = personOf(actor);
    if (!person) return null;
    const enterpriseId = actor === 'outsider' ? null : (actor === 'stranger' ? elsewhere : here).tenant.id;
    if (!tokens.has(actor)) tokens.set(actor, await mintSession(person.userId, enterpriseId));
    return tokens.get(actor)!;
  }

  async function one(call: FuzzCall, actor: Actor, sent: Sent): Promise<void> {
    const response = await send(here.tenant.host, await tokenOf(actor), call, sent);
    const text = await response.text();
    report.requests += 1;
    if (report.requests % RESET_EVERY === 0) await resetLimits();
    report.codes[response.status] = (report.codes[response.status] ?? 0) + 1;
    // Some calls end their own session.
    if (response.status === 401) tokens.delete(actor);
    const asked = inspect(sent);
    const leaked = foreignMarks(text, marks, foreign);
    const what = [
      ...(response.status >= 500 ? [`status ${response.status}`] : []),
      ...(INSIDE.test(text) ? ['contains internal details'] : []),
      ...(leaked.length > 0 ? [`contains ${leaked[0]} of the other tenant`] : []),
    ];
    if (what.length === 0) return;
    const told = { what: what.join(', '), response: text.slice(0, 300), sent: asked.slice(0, 300) };
    report.findings.push({ seed, actor, name: call.name, ...told });
  }

  const all = callsOf(JSON.parse(openApiDocument()) as OpenApi);
  const perActor = Math.max(1, Math.ceil(requests / all.length / ACTORS.length));
  for (const [number, call] of all.entries()) {
    await resetLimits();
    const valid = await inputs[call.name]({ world: here, person: await mintMember(here) });
    const drawn = fc.sample(sentTo(call, valid, ids), { seed: seed + number, numRuns: perActor * ACTORS.length });
    const left = [...drawn.entries()];
    const worker = async () => {
      for (let next = left.pop(); next; next = left.pop()) await one(call, ACTORS[next[0] % ACTORS.length]!, next[1]);
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
  }
  return report;
}

const resetLimits = () => withPortal((db) => db.delete(rateLimit));

/** Returns the texts of a world, which include the ids that valid inputs use. */
const named = (world: object): string[] =>
  Object.values(world).flatMap((value: unknown) => (typeof value === 'string' ? [value] : []));

/** Returns a request as JSON, or the error if it is nested too deep for that. */
function inspect(sent: Sent): string {
  try {
    return JSON.stringify(sent);
  } catch (error) {
    return String(error);
  }
}

/** Sends a request without checking it against the contract. */
function send(host: string, token: string | null, { name, channel }: FuzzCall, sent: Sent): Promise<Response> {
  const [method, path] = name.split(' ') as [string, string];
  const address = `http://${host}/gateway${path}`;
  const cookie = [`${BROWSER_COOKIE}=${BROWSER}`, ...(token ? [companionCookie(token)] : [])].join('; ');
  const headers = {
    host,
    cookie,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(channel === 'json' ? { 'content-type': 'application/json' } : {}),
  };
  const get = (query: string) => Promise.resolve(portal.request(`${address}?${query}`, { method, headers }));
  const post = (body: string | FormData) => Promise.resolve(portal.request(address, { method, headers, body }));
  if ('rawQuery' in sent) return get(sent.rawQuery);
  if ('rawBody' in sent) return post(sent.rawBody);
  const fields = Object.entries(Object(sent.input) as Record<string, unknown>);
  if (channel === 'query')
    return get(new URLSearchParams(fields.map(([key, value]) => [key, textOf(value)])).toString());
  if (channel === 'form') {
    const form = new FormData();
    for (const [key, value] of fields) form.append(key, value instanceof Blob ? value : textOf(value));
    return post(form);
  }
  return post(inspect({ input: sent.input }).slice('{"input":'.length, -1));
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : inspect({ input: value });

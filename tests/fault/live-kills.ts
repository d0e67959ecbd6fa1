import { setTimeout as pause } from 'node:timers/promises';
import type { Call, Data, Input } from '#src/contract/calls.ts';
import { http } from '../config/http.ts';
import type { PortalProcess } from '../config/portal-process.ts';
import { until } from '../config/until.ts';
import { followClass } from '../factories/live-remote.ts';
import { playlistOf } from '../factories/playlist.ts';
import type { Caller } from '../factories/portal.ts';
import { callRemote } from '../factories/remote.ts';
import { type KillReport, tell } from './kills.ts';

/** A live course, who leads it, and who follows its class, on the portal under test. */
export type LiveSetup = { portal: PortalProcess; host: Caller; viewers: Caller[]; courseId: string };

type Viewer = { person: Caller; minutes: number; heard: Set<string> };
type Class = {
  id: string;
  ingestPath: string;
  /** Number of segments that were acknowledged with their place in the playlist. */
  segments: number;
  /** Acknowledged messages by id. */
  said: Map<string, string>;
  viewers: Viewer[];
  /** How much of what was acknowledged has been compared: each kill compares what is new, the end everything. */
  compared: { segments: number; said: number };
};

/** Maximum time until a killed portal serves again, milliseconds. */
const RETURN_MS = 60_000;
/** Pauses, milliseconds: a member may write 8 messages in 20 s, and an encoder send 600 requests a minute. */
const BETWEEN = { segments: 400, beats: 500, messages: 3_000 };
/** How long a playlist is reused for all viewers, and a bit more. */
const PLAYLIST_MS = 1_200;
/** Segments that a playlist of the encoder names. */
const LISTED = 10;

const nameOf = (n: number) => `out${n}.ts`;
const bytesOf = (n: number) => `segment ${n} `.repeat(1000);

/**
 * Kills the portal repeatedly during a live class: an encoder sends segments, viewers report that they are present, write and
 * listen. After each restart, what is stored is compared with what was acknowledged; after the end, the recording,
 * the attendance, and what every viewer has heard.
 */
export async function killDuringLive(
  setup: LiveSetup,
  { kills, random, kill }: { kills: number; random: () => number; kill: (n: number) => Promise<void> },
): Promise<KillReport> {
  const running = await startClass(setup);
  const report: KillReport = { kills: 0, acknowledged: 0, unanswered: 0, lost: [], slowestReturn: 0 };
  let isRunning = true;
  const stops = running.viewers.map(({ person, heard }) =>
    followClass(setup.portal.port, person, running.id, ({ messages }) => messages.forEach(({ id }) => heard.add(id))),
  );
  const repeat = async (ms: number, act: () => Promise<boolean>) => {
    while (isRunning) {
      await pause(ms);
      if (await act()) report.acknowledged += 1;
      else report.unanswered += 1;
    }
  };
  const work = [
    repeat(BETWEEN.segments, () => sendSegment(setup, running)),
    ...running.viewers.map((viewer) => repeat(BETWEEN.beats, () => beat(setup, running, viewer))),
    ...running.viewers.map((viewer) => repeat(BETWEEN.messages, () => say(setup, running, viewer))),
  ];
  try {
    for (let n = 0; n < kills; n++) {
      const next = report.acknowledged + Math.ceil((1 + random()) * 4 * running.viewers.length);
      const [segments, said] = [running.segments, running.said.size];
      await until(() => report.acknowledged >= next && running.segments > segments && running.said.size > said, {
        what: 'the class goes on',
        timeout: RETURN_MS,
        every: 1,
      });
      const killedAt = performance.now();
      await kill(n);
      report.kills += 1;
      const before = running.segments;
      await until(() => running.segments > before, { what: 'segments arrive again', timeout: RETURN_MS, every: 20 });
      report.slowestReturn = Math.max(report.slowestReturn, performance.now() - killedAt);
      report.lost.push(...(await missing(setup, running)));
      tell(report);
    }
  } finally {
    isRunning = false;
    await Promise.all(work);
    try {
      running.compared = { segments: 0, said: 0 };
      report.lost.push(...(await missing(setup, running)), ...(await missingAfterEnd(setup, running)));
    } finally {
      stops.forEach((stop) => stop());
    }
  }
  return report;
}

async function ask<C extends Call>({ portal }: LiveSetup, who: Caller, name: C, input: Input<C>): Promise<Data<C>> {
  const { code, msg, data } = await callRemote(portal.port, who, name, input);
  if (code !== 200) throw new Error(`${name}: ${code} ${msg}`);
  return data;
}

/** As `ask`, for what may meet a killed portal. @returns null if there was no answer, or 500 or 503 */
async function tryAsk<C extends Call>(setup: LiveSetup, who: Caller, name: C, input: Input<C>) {
  const reply = await callRemote(setup.portal.port, who, name, input).catch(() => null);
  if (!reply || reply.code === 500 || reply.code === 503) return null;
  if (reply.code !== 200) throw new Error(`${name}: ${JSON.stringify(reply)}`);
  return reply.data;
}

async function startClass(setup: LiveSetup): Promise<Class> {
  const { host, viewers, courseId } = setup;
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const period = { startAt: at(1), endAt: at(481) };
  const save = 'POST /course/auth/live/session/save';
  const { id } = await ask(setup, host, save, { courseId, title: 'Class with failures', ...period });
  const { url } = await ask(setup, host, 'POST /course/auth/live/key/issue', { id });
  await ask(setup, host, 'POST /course/auth/live/status/save', { id, status: 'live' });
  const ingestPath = new URL('.', url).pathname;
  const people = viewers.map((person) => ({ person, minutes: 0, heard: new Set<string>() }));
  return { id, ingestPath, segments: 0, said: new Map(), viewers: people, compared: { segments: 0, said: 0 } };
}

/** Sends the next segment and the playlist that names it, as an encoder that repeats what was not acknowledged. */
async function sendSegment({ portal, host }: LiveSetup, running: Class): Promise<boolean> {
  const n = running.segments;
  const first = Math.max(0, n - LISTED + 1);
  const names = Array.from({ length: n - first + 1 }, (_, i) => nameOf(first + i));
  for (const [name, body] of [
    [nameOf(n), bytesOf(n)],
    ['out.m3u8', playlistOf(names, first)],
  ] as const) {
    const path = running.ingestPath + name;
    const answer = await http(portal.port, host.host, path, { method: 'PUT', body }).catch(() => null);
    if (!answer || answer.status === 500 || answer.status === 503) return false;
    if (answer.status !== 200) throw new Error(`ingest: ${answer.status} ${answer.text}`);
  }
  running.segments += 1;
  return true;
}

async function beat(setup: LiveSetup, { id }: Class, viewer: Viewer): Promise<boolean> {
  const presence = await tryAsk(setup, viewer.person, 'POST /course/auth/live/attend', { id });
  if (!presence) return false;
  viewer.minutes = Math.max(viewer.minutes, presence.minutes);
  return true;
}

async function say(setup: LiveSetup, { id, said, viewers }: Class, viewer: Viewer): Promise<boolean> {
  const body = `Message ${said.size} of ${viewers.indexOf(viewer)}`;
  const message = await tryAsk(setup, viewer.person, 'POST /course/auth/live/message/save', { id, body });
  if (message) said.set(message.id, body);
  return message !== null;
}

/** Returns what was acknowledged since the last comparison and is not stored. */
async function missing(setup: LiveSetup, running: Class): Promise<string[]> {
  const { id, compared } = running;
  const promised = {
    segments: running.segments,
    said: [...running.said].slice(compared.said),
    minutes: running.viewers.map(({ minutes }) => minutes),
  };
  await pause(PLAYLIST_MS);
  const lost: string[] = [];
  const stored = await readMessages(setup, id, compared.said);
  for (const [messageId, body] of promised.said)
    if (stored.get(messageId) !== body) lost.push(`message "${body}": ${stored.get(messageId) ?? 'missing'}`);
  for (const [index, { person }] of running.viewers.entries()) {
    const { presence } = await ask(setup, person, 'GET /course/auth/live/view', { id });
    if (presence.minutes < promised.minutes[index]!)
      lost.push(`viewer ${index}: ${promised.minutes[index]} minutes acknowledged, ${presence.minutes} stored`);
  }
  const { previewUrl } = await ask(setup, setup.host, 'GET /course/auth/live/host/view', { id });
  lost.push(...(await missingSegments(setup, previewUrl!, { from: compared.segments, to: promised.segments })));
  running.compared = { segments: promised.segments, said: compared.said + promised.said.length };
  return lost;
}

/** Reads the messages of a class from the page before that of message `from`: messages of one second have no order. */
async function readMessages(setup: LiveSetup, id: string, from: number): Promise<Map<string, string>> {
  const pageSize = 100;
  const stored = new Map<string, string>();
  for (let pageCurrent = Math.max(1, Math.floor(from / pageSize)); ; pageCurrent++) {
    const { list, totalPage } = await ask(setup, setup.host, 'POST /course/auth/live/message/page', {
      ...{ id, pageSize, pageCurrent },
    });
    for (const message of list) stored.set(message.id, message.body);
    if (pageCurrent >= totalPage) return stored;
  }
}

/** Reads segments of a stream: each has its place and its bytes, and the playlist no gap or interruption. */
async function missingSegments(
  { portal, host }: LiveSetup,
  url: string,
  { from, to }: { from: number; to: number },
): Promise<string[]> {
  const get = (path: string) => http(portal.port, host.host, path);
  const playlist = (await get(url)).text;
  if (/GAP|DISCONTINUITY/.test(playlist)) return [`the stream is interrupted: ${playlist}`];
  const names = playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const lost: string[] = [];
  for (let n = from; n < to; n++) {
    if (names[n] !== `0-${n}.ts`) lost.push(`segment ${n}: ${names[n] ?? 'missing'}`);
    else if ((await get(url.replace('index.m3u8', names[n]!))).text !== bytesOf(n))
      lost.push(`segment ${n}: other bytes`);
  }
  return lost;
}

/** Ends the class. @returns what is missing in the recording, the attendance, and of what the viewers have heard */
async function missingAfterEnd(setup: LiveSetup, running: Class): Promise<string[]> {
  const { id, said, segments } = running;
  await ask(setup, setup.host, 'POST /course/auth/live/status/save', { id, status: 'ended' });
  const lost: string[] = [];
  for (const [index, { person, heard }] of running.viewers.entries()) {
    const read = () => ask(setup, person, 'GET /course/auth/live/view', { id });
    const view = await until(
      async () => {
        const found = await read();
        return found.presence.completed && [...said.keys()].every((each) => heard.has(each)) ? found : null;
      },
      { what: `viewer ${index} has completed the class and heard everything`, timeout: RETURN_MS, every: 200 },
    );
    if (index === 0) lost.push(...(await missingSegments(setup, view.playback!.url, { from: 0, to: segments })));
  }
  return lost;
}

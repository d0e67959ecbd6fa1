import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Answer, http } from '../config/http.ts';
import type { PortalProcess } from '../config/portal-process.ts';
import { until } from '../config/until.ts';
import type { Caller } from '../factories/portal.ts';
import { callRemote } from '../factories/remote.ts';
import { companionCookie } from '../factories/session.ts';
import { type KillReport, tell } from './kills.ts';

/** Size of what the browser sends at a time, bytes. */
const PIECE = 8 * 1024 * 1024;
/** A film that consists of its boxes; what follows them is no part of it. */
const HEAD = Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f326d703431000000086672656500000000', 'hex');
const PATH = '/gateway/data/auth/media/upload';
/** Maximum time until a killed portal serves again, milliseconds. */
const RETURN_MS = 60_000;
/** Maximum time until a complete upload is a file, milliseconds. */
const JOIN_MS = 600_000;

type Sending = { portal: PortalProcess; editor: Caller; file: FileHandle; bytes: number };

/**
 * Uploads a large file into the media library while the portal is killed. After each kill the client knows the file only, like a page that was
 * reloaded. What was acknowledged must not be asked for again, and the file in the library must be the one that was sent.
 * @param bytes size of the file, which is sparse: it takes no such place on the disk of the client
 */
export async function killDuringUpload(
  { portal, editor }: Pick<Sending, 'portal' | 'editor'>,
  { kills, random, kill, bytes }: KillOptions,
): Promise<KillReport> {
  const path = join(portal.dataDir, 'sent.mp4');
  const file = await open(path, 'w+');
  const report: KillReport = { kills: 0, acknowledged: 0, unanswered: 0, lost: [], slowestReturn: 0 };
  try {
    await file.truncate(bytes);
    await file.write(HEAD, 0, HEAD.length, 0);
    // Pieces differ: one that is stored twice, or at another place, makes another file.
    for (let at = PIECE; at < bytes; at += PIECE) await file.write(`piece at ${at}`, at);
    const sending = { portal, editor, file, bytes };
    let acknowledged = 0;
    for (let n = 0; n < kills; n++) {
      const target = Math.floor((bytes * (n + random())) / (kills + 1));
      acknowledged = await sendUntil(sending, target, report);
      const address = await begin(sending);
      const cut = patch(sending, address, acknowledged, 10 * PIECE).catch(() => null);
      // While bytes arrive, some of which are stored.
      await until(async () => (await offsetOf(sending, address)) > acknowledged, {
        what: 'bytes are stored',
        timeout: RETURN_MS,
        every: 5,
      });
      const known = await offsetOf(sending, address);
      const killedAt = performance.now();
      await kill(n);
      await cut;
      report.kills += 1;
      report.unanswered += 1;
      const offset = await offsetOf(sending, await begin(sending));
      report.slowestReturn = Math.max(report.slowestReturn, performance.now() - killedAt);
      if (offset < known) report.lost.push(`upload: ${known} bytes were acknowledged, ${offset} are there`);
      tell(report);
    }
    await sendUntil(sending, bytes, report);
    report.lost.push(...(await compare(sending, path)));
  } finally {
    await file.close();
    await rm(path);
  }
  return report;
}
type KillOptions = { kills: number; random: () => number; kill: (n: number) => Promise<void>; bytes: number };

const send = (
  { portal, editor }: Sending,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Buffer,
): Promise<Answer> => {
  const { token } = editor;
  const session = { authorization: `Bearer ${token}`, cookie: companionCookie(token!) };
  return http(portal.port, editor.host, path, {
    method,
    headers: { ...session, 'tus-resumable': '1.0.0', ...headers },
    body,
  });
};

/** Begins the upload, or finds the one of the same file that was begun. @returns its address */
async function begin(sending: Sending): Promise<string> {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const created = await send(sending, 'POST', PATH, {
    'upload-length': String(sending.bytes),
    'upload-metadata': `filename ${base64('film.mp4')},fingerprint ${base64('large film')}`,
  });
  if (created.status !== 201) throw new Error(`upload: ${created.status} ${created.text}`);
  return created.headers.location!;
}

const offsetOf = async (sending: Sending, address: string): Promise<number> =>
  Number((await send(sending, 'HEAD', address)).headers['upload-offset']);

async function patch(sending: Sending, address: string, offset: number, most: number): Promise<void> {
  const body = Buffer.alloc(Math.min(most, sending.bytes - offset));
  await sending.file.read(body, 0, body.length, offset);
  const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
  const { status, text } = await send(sending, 'PATCH', address, headers, body);
  if (status !== 204) throw new Error(`piece at ${offset}: ${status} ${text}`);
}

/** Sends pieces one after another. @returns the number of bytes that are acknowledged then */
async function sendUntil(sending: Sending, target: number, report: KillReport): Promise<number> {
  const address = await begin(sending);
  let offset = await offsetOf(sending, address);
  while (offset < target) {
    await patch(sending, address, offset, PIECE);
    offset = Math.min(offset + PIECE, sending.bytes);
    report.acknowledged += 1;
  }
  return offset;
}

/** Waits until the upload is a file, and compares its bytes with those that were sent. */
async function compare({ portal, editor }: Sending, path: string): Promise<string[]> {
  const found = await until(
    async () => {
      const { data } = await callRemote(portal.port, editor, 'POST /data/auth/media/page', {});
      return data.list[0] ?? null;
    },
    { what: 'the upload is a file', timeout: JOIN_MS, every: 500 },
  );
  const viewed = await callRemote(portal.port, editor, 'GET /data/auth/media/view', { id: found.id });
  const [sent, stored] = [createHash('sha256'), createHash('sha256')];
  await pipeline(createReadStream(path), sent);
  await fetchInto(portal.port, editor.host, viewed.data.url, stored);
  return sent.digest('hex') === stored.digest('hex') ? [] : ['upload: the file in the library is another one'];
}

/** Reads what is too large for memory. */
const fetchInto = (port: number, host: string, path: string, hash: Hash): Promise<void> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`file: ${answer.statusCode}`));
      pipeline(answer, hash).then(resolve, reject);
    })
      .on('error', reject)
      .end();
  });

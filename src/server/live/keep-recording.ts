import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { and, eq, inArray } from 'drizzle-orm';
import { file } from '#src/server/file/tables.ts';
import { liveSession, type LiveSession } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { writeLog } from '#src/server/core/log.ts';
import { settings } from '#src/server/core/settings.ts';
import { readSource } from '#src/server/file/convert-video.ts';
import { ffmpegPath, runFfmpeg } from '#src/server/file/ffmpeg.ts';
import { insertFiles } from '#src/server/file/file-rows.ts';
import { fileStore } from '#src/server/file/store.ts';
import { POSTER, posterKey } from './poster.ts';
import { initOf, nameOf, readStream, streamSeconds, writePlaylist } from './write-playlist.ts';

const RECORDING = 'recording.mp4';
/** Time for copying a recording into one file. */
const LIMIT_SECONDS = 600;
/** Share of the seconds of the segments that a recording has at least. */
const LEAST_SHARE = 0.98;
/** Where in the recording its poster is: not the first picture, which is often black. */
const POSTER_PLACE = 0.1;

/**
 * Makes one video file of the segments of a class, without encoding them again. Where there is no `ffmpeg`, or it fails, the
 * segments stay the recording. Idempotent.
 */
export async function keepRecording(session: LiveSession, now: Date): Promise<void> {
  const { enterpriseId, id, recordingFileId } = session;
  const ffmpeg = ffmpegPath();
  if (recordingFileId || !ffmpeg) return;
  const stream = await withTenant(enterpriseId, (db) => readStream(db, session, 'class'));
  const arrived = { ...stream, segments: stream.segments.filter(({ fileId }) => fileId !== null) };
  if (arrived.segments.length === 0) return;
  const folder = join(settings().dataDir, 'receiving', `recording-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  try {
    await copySegments(session, arrived, folder);
    const seconds = streamSeconds(arrived);
    await joinSegments(ffmpeg, folder, seconds);
    await storeRecording(session, folder, seconds, now);
  } catch (error) {
    writeLog('warn', { msg: 'the recording stays in segments', sessionId: id, error: String(error) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Stream = Awaited<ReturnType<typeof readStream>>;

/** Copies the segments out of the store, under the names that the playlist uses. */
async function copySegments({ enterpriseId }: LiveSession, stream: Stream, folder: string): Promise<void> {
  const names = new Map(stream.segments.map((segment) => [nameOf(segment), segment.fileId!]));
  for (const { epoch } of stream.segments) {
    const init = initOf(stream, epoch);
    if (init?.fileId) names.set(`${epoch}-init.mp4`, init.fileId);
  }
  const rows = await withTenant(enterpriseId, (db) =>
    db
      .select({ id: file.id, storeKey: file.storeKey })
      .from(file)
      .where(and(eq(file.enterpriseId, enterpriseId), inArray(file.id, [...new Set(names.values())]))),
  );
  const keys = new Map(rows.map((row) => [row.id, row.storeKey]));
  const store = await fileStore();
  for (const [name, fileId] of names)
    await pipeline(await store.getStream(keys.get(fileId)!), createWriteStream(join(folder, name)));
  await writeFile(join(folder, 'index.m3u8'), writePlaylist(stream, { isOver: true }));
}

/**
 * Joins the segments in `folder` to one file, and makes its poster.
 * @throws Error with the messages of ffmpeg, or when the file is shorter than the segments
 */
async function joinSegments(ffmpeg: string, folder: string, seconds: number): Promise<void> {
  const run = async (args: string[]) => {
    const { code, messages } = await runFfmpeg(ffmpeg, ['-y', ...args], LIMIT_SECONDS);
    if (code !== 0) throw new Error(`ffmpeg ended with ${code ?? 'a signal'}: ${messages}`);
  };
  const [playlist, recording] = [join(folder, 'index.m3u8'), join(folder, RECORDING)];
  const input = ['-v', 'error', '-allowed_extensions', 'ALL', '-protocol_whitelist', 'file', '-i', playlist];
  await run([...input, '-c', 'copy', '-movflags', '+faststart', recording]);
  // Without an output ffmpeg prints what the file contains, and fails. The segments are deleted later: nothing may be missing.
  const made = readSource((await runFfmpeg(ffmpeg, ['-i', recording], LIMIT_SECONDS)).messages);
  if (!made || made.duration < seconds * LEAST_SHARE - 1)
    throw new Error(`the recording has ${made?.duration ?? 0} of ${seconds} seconds`);
  const frame = ['-ss', String(made.duration * POSTER_PLACE), '-i', recording, '-frames:v', '1'];
  await run(['-v', 'error', ...frame, '-vf', 'scale=min(1280\\,iw):-2', '-q:v', '4', join(folder, POSTER)]);
}

async function storeRecording({ enterpriseId, id }: LiveSession, folder: string, duration: number, now: Date) {
  const path = join(folder, RECORDING);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  // Once: the transaction may be repeated.
  const sha256 = hash.digest('hex');
  const fileId = randomUUID();
  const storeKey = `${enterpriseId}/live/${id}/${fileId}.mp4`;
  const { size } = await stat(path);
  const store = await fileStore();
  await store.putStream(storeKey, createReadStream(path), { contentType: 'video/mp4', contentLength: size });
  await store.put(posterKey(storeKey), await readFile(join(folder, POSTER)), { contentType: 'image/jpeg' });
  await withTenant(enterpriseId, async (db) => {
    await insertFiles(db, [
      {
        enterpriseId,
        id: fileId,
        storeKey,
        sha256,
        fileName: `${fileId}.mp4`,
        contentType: 'video/mp4',
        fileSize: size,
        visibility: 'member',
        duration,
        gmtCreate: now,
      },
    ]);
    await db
      .update(liveSession)
      .set({ recordingFileId: fileId })
      .where(and(eq(liveSession.enterpriseId, enterpriseId), eq(liveSession.id, id)));
  });
}

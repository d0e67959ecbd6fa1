import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { UnreadableError } from './fragment-buffer.ts';
import { beginPart, type Conversion, publishSegment } from './publish-segment.ts';
import { type Broadcast, type NoMore, readFragments, readHeader, resumeOf } from './read-broadcast.ts';
import { WebmClusters } from './webm-clusters.ts';

/** An ffmpeg that has bytes and makes no segment for so long is killed. Milliseconds. */
const STALLED_MS = 45_000;
const SEGMENT_SECONDS = 2;
/** Fragments in which the next key frame is looked for. */
const MAX_SOUGHT = 64;
/** What is kept of the messages of ffmpeg. */
const MAX_MESSAGE = 2_000;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** @param skip seconds at the beginning that were converted before */
function argumentsFor({ width, height }: Broadcast, skip: number): string[] {
  const [w, h] = [width, height].map((pixels) => pixels - (pixels % 2));
  const frame = `fps=25,scale=${w}:${h}:force_original_aspect_ratio=decrease,pad=${w}:${h}:-1:-1,format=yuv420p`;
  return [
    ...['-hide_banner', '-v', 'error', '-max_alloc', String(512 * 1024 * 1024), '-threads', '2'],
    ...['-probesize', '500000', '-analyzeduration', '1000000', '-f', 'matroska', '-i', 'pipe:0'],
    ...(skip > 0 ? ['-ss', skip.toFixed(3)] : []),
    ...['-map', '0:v:0?', '-map', '0:a:0?', '-vf', frame, '-af', 'aresample=async=1000:first_pts=0'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main', '-threads', '2', '-sc_threshold', '0'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`, '-crf', '24'],
    ...['-maxrate', '2500k', '-bufsize', '5000k', '-c:a', 'aac', '-b:a', '96k', '-ar', '48000', '-ac', '2'],
    ...['-f', 'segment', '-segment_time', String(SEGMENT_SECONDS), '-segment_format', 'mpegts'],
    ...['-segment_list', 'pipe:1', '-segment_list_type', 'csv', '-segment_list_flags', '+live', '%06d.ts'],
  ];
}

/**
 * Makes segments of a broadcast in WebM: an ffmpeg is given its fragments and encodes them. After a restart of the portal, or of
 * ffmpeg, it goes on at the last key frame that is not converted.
 * @param folder for temporary files
 * @throws UnreadableError when ffmpeg fails, or the broadcast has no header
 */
export async function convertWebm(conversion: Conversion, folder: string, ffmpeg: string): Promise<NoMore> {
  const { broadcast, signal } = conversion;
  let clusters = new WebmClusters();
  const resume = { ...resumeOf(broadcast), ms: broadcast.resumeMs };
  const isResumed = broadcast.segmentCount > 0;
  if (isResumed) {
    await readHeader(broadcast, ({ number, bytes }) => {
      clusters.push(number, bytes);
      return clusters.header !== null;
    });
    if (!clusters.header) throw new UnreadableError('no header');
    clusters = clusters.restart();
  }
  await beginPart(conversion);
  const start = await startOf(broadcast, clusters, isResumed, signal);
  if (typeof start === 'string') return start;
  const args = argumentsFor(broadcast, Math.max(0, resume.ms - start.ms) / 1000);
  const child: Child = spawn(ffmpeg, args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  let messages = '';
  child.stderr.on('data', (part: Buffer) => (messages = (messages + part.toString()).slice(-MAX_MESSAGE)));
  // A write after its end is reported by its exit code.
  child.stdin.on('error', () => undefined);
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const progress = { fed: performance.now(), made: performance.now() };
  const watch = setInterval(() => {
    if (progress.fed > progress.made && performance.now() - progress.made > STALLED_MS) kill();
  }, 5_000);
  try {
    const publishing = publishAll(conversion, { child, folder, clusters, resume, progress }).catch((error: unknown) => {
      kill();
      throw error;
    });
    const feeding = feed(child, start.fragments, clusters, isResumed, progress).catch((error: unknown) => {
      kill();
      throw error;
    });
    const [code, why] = await Promise.all([closed, feeding, publishing]);
    signal.throwIfAborted();
    if (code !== 0) throw new UnreadableError(`ffmpeg ended with ${code ?? 'a signal'}: ${messages.trim()}`);
    return why;
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', kill);
    kill();
  }
}

type Fragments = ReturnType<typeof readFragments>;
type First = { number: number; bytes: Buffer; offset: number };

/** Finds the key frame at which a conversion goes on: its time, and the fragments from there. */
async function startOf(broadcast: Broadcast, clusters: WebmClusters, isResumed: boolean, signal: AbortSignal) {
  const { number, offset } = resumeOf(broadcast);
  const fragments = readFragments(broadcast, number, signal);
  const kept: First[] = [];
  for (;;) {
    const next = await fragments.next();
    if (next.done) {
      if (kept.length === 0 || next.value === 'dropped') return next.value;
      return { ms: clusters.keyClusters[0]?.ms ?? 0, fragments: follow(kept, ended(next.value)) };
    }
    const from = next.value.number === number ? offset : 0;
    const bytes = next.value.bytes.subarray(from);
    clusters.push(next.value.number, bytes, from);
    kept.push({ number: next.value.number, bytes, offset: from });
    const [first] = clusters.keyClusters;
    if (kept.length > MAX_SOUGHT) throw new UnreadableError('no key frame');
    if (first || !isResumed) return { ms: isResumed ? first!.ms : 0, fragments: follow(kept, fragments) };
  }
}

async function* ended(why: NoMore): Fragments {
  return await Promise.resolve(why);
}

/** The fragments that were read already, marked by their offset, then the others. */
async function* follow(kept: First[], rest: Fragments): AsyncGenerator<First & { isKnown: boolean }, NoMore> {
  for (const each of kept) yield { ...each, isKnown: true };
  for (;;) {
    const next = await rest.next();
    if (next.done) return next.value;
    yield { ...next.value, offset: 0, isKnown: false };
  }
}

type Progress = { fed: number; made: number };

/** Gives ffmpeg the header and the fragments, then ends its input. */
async function feed(
  child: Child,
  fragments: ReturnType<typeof follow>,
  clusters: WebmClusters,
  isResumed: boolean,
  progress: Progress,
): Promise<NoMore> {
  const gone = once(child, 'close').catch(() => undefined);
  const write = async (bytes: Buffer) => {
    if (child.stdin.write(bytes) || child.exitCode !== null) return;
    await Promise.race([once(child.stdin, 'drain'), gone]).catch(() => undefined);
  };
  if (isResumed) await write(clusters.header!);
  for (;;) {
    const { done, value } = await fragments.next();
    if (done) {
      // Its last segment is published, then it ends.
      child.stdin.end();
      return value;
    }
    if (child.exitCode !== null || child.signalCode !== null) return 'end';
    if (!value.isKnown) clusters.push(value.number, value.bytes, value.offset);
    await write(value.bytes);
    progress.fed = performance.now();
  }
}

type Work = {
  child: Child;
  folder: string;
  clusters: WebmClusters;
  resume: { number: number; offset: number; ms: number };
  progress: Progress;
};

/** Publishes each segment that ffmpeg has finished, which it says in a line: name, start, end. */
async function publishAll(conversion: Conversion, { child, folder, clusters, resume, progress }: Work): Promise<void> {
  const { broadcast } = conversion;
  let position = { number: resume.number, offset: resume.offset };
  let sequence = 0;
  let first: number | undefined;
  for await (const line of createInterface(child.stdout)) {
    const [file, start, end] = line.split(',');
    const [from, to] = [Number(start), Number(end)];
    if (!file || !Number.isFinite(from) || !(to > from)) continue;
    first ??= from;
    progress.made = performance.now();
    const ms = resume.ms + Math.round((to - first) * 1000);
    while (clusters.keyClusters[1] && clusters.keyClusters[1].ms <= ms) clusters.keyClusters.shift();
    const [key] = clusters.keyClusters;
    if (key && key.ms <= ms) position = { number: key.number, offset: key.offset };
    const path = join(folder, file);
    await publishSegment(conversion, {
      name: `b${broadcast.number}-${broadcast.segmentCount + sequence}.ts`,
      sequence,
      durationMs: Math.round((to - from) * 1000),
      init: null,
      path,
      bytes: await readFile(path),
      resume: { ...position, ms },
    });
    await rm(path, { force: true });
    sequence += 1;
  }
}

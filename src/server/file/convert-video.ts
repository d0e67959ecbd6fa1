import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Thumbnails } from './tables.ts';
import { runFfmpeg } from './ffmpeg.ts';
import { MASTER, POSTER, THUMBNAILS } from './rendition.ts';

/** Heights of qualities in pixels, with the highest bit rate of the picture in kbit/s. */
const LADDER = [
  { height: 1080, kbits: 4500 },
  { height: 720, kbits: 2500 },
  { height: 540, kbits: 1500 },
  { height: 360, kbits: 800 },
  { height: 240, kbits: 450 },
  { height: 144, kbits: 250 },
];
const QUALITIES = 3;
const SEGMENT_SECONDS = 4;
const TILE = { width: 160, columns: 10, most: 100, leastSeconds: 2 };
const PROBE_SECONDS = 60;
const POSTER_ARGS = ['-an', '-frames:v', '1', '-vf', 'scale=480:-2', '-q:v', '5'];
/** Time for a conversion: a quarter of an hour, and ten times the length of the video. */
const limitSeconds = (duration: number) => 900 + duration * 10;

export type Source = { duration: number; width: number; height: number; hasAudio: boolean };
export type Converted = { heights: number[]; thumbnails: Thumbnails };

/** Returns the heights of the qualities of a video: the highest three that are not above its own, at least one. */
export function qualitiesOf(height: number): number[] {
  const fitting = LADDER.filter((each) => each.height <= height).slice(0, QUALITIES);
  return fitting.length > 0 ? fitting.map((each) => each.height) : [LADDER.at(-1)!.height];
}

/** Reads length and size of a video from what ffmpeg prints about it. @returns null when it has no picture or length */
export function readSource(messages: string): Source | null {
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(messages) ?? [];
  const [, width, height] = /Stream #\S+.*: Video: .*?[ ,](\d{2,5})x(\d{2,5})\b/.exec(messages) ?? [];
  if (seconds === undefined || height === undefined) return null;
  return {
    duration: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    width: Number(width),
    height: Number(height),
    hasAudio: /Stream #\S+.*: Audio: /.test(messages),
  };
}

/**
 * Converts a video to HLS in up to three qualities, and a picture of thumbnails, as files in `folder`.
 * @param format demuxer of the source: nothing else is tried, e.g. no playlist that names other files
 * @throws Error with the messages of ffmpeg when the source cannot be converted, or it was killed
 */
export async function convertVideo(
  ffmpeg: string,
  { input, format, folder }: { input: string; format: 'mp4' | 'webm'; folder: string },
): Promise<Converted> {
  const from = ['-protocol_whitelist', 'file', '-f', format === 'webm' ? 'matroska' : 'mov', '-i', input];
  // Without an output ffmpeg prints what the file contains, and fails.
  const source = readSource((await runFfmpeg(ffmpeg, from, PROBE_SECONDS)).messages);
  if (!source || source.duration <= 0) throw new Error('the file contains no video that ffmpeg can read');
  await mkdir(folder, { recursive: true });
  const seconds = limitSeconds(source.duration);
  const run = async (args: string[]) => {
    const { code, messages } = await runFfmpeg(ffmpeg, ['-v', 'error', '-threads', '1', ...from, ...args], seconds);
    if (code !== 0) throw new Error(`ffmpeg ended with ${code ?? 'a signal'}: ${messages}`);
  };
  const heights = qualitiesOf(source.height);
  await run(hlsArgs(heights, source.hasAudio, folder));
  const thumbnails = tilesOf(source);
  await run(thumbnailArgs(thumbnails, folder));
  // From a tenth on: videos begin with black or a title. One that has no picture there is shown without.
  await runFfmpeg(
    ffmpeg,
    [
      '-v',
      'error',
      '-threads',
      '1',
      '-ss',
      String(source.duration / 10),
      ...from,
      ...POSTER_ARGS,
      join(folder, POSTER),
    ],
    PROBE_SECONDS,
  );
  const made = await readdir(folder);
  for (const name of [MASTER, THUMBNAILS, ...heights.map((height) => `${height}p.m3u8`)])
    if (!made.includes(name)) throw new Error(`ffmpeg did not write ${name}`);
  return { heights, thumbnails: { ...thumbnails, hasPoster: made.includes(POSTER) } };
}

function hlsArgs(heights: number[], hasAudio: boolean, folder: string): string[] {
  const labels = heights.map((_, index) => `[in${index}]`).join('');
  const scaled = heights.map((height, index) => `[in${index}]scale=-2:${height},format=yuv420p[out${index}]`);
  return [
    '-filter_complex',
    `[0:v:0]split=${heights.length}${labels};${scaled.join(';')}`,
    ...heights.flatMap((height, index) => {
      const { kbits } = LADDER.find((each) => each.height === height)!;
      const video = [
        '-map',
        `[out${index}]`,
        `-maxrate:v:${index}`,
        `${kbits}k`,
        `-bufsize:v:${index}`,
        `${kbits * 2}k`,
      ];
      return hasAudio ? [...video, '-map', '0:a:0'] : video;
    }),
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-threads', '1'],
    // Segments begin with a key frame at the same moments in all qualities.
    ...['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`, '-sc_threshold', '0'],
    ...(hasAudio ? ['-c:a', 'aac', '-b:a', '96k', '-ac', '2'] : []),
    ...['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_playlist_type', 'vod'],
    ...['-hls_flags', 'independent_segments', '-master_pl_name', MASTER],
    ...['-hls_segment_filename', join(folder, '%v-%05d.ts')],
    '-var_stream_map',
    heights.map((height, index) => `v:${index}${hasAudio ? `,a:${index}` : ''},name:${height}p`).join(' '),
    join(folder, '%v.m3u8'),
  ];
}

function tilesOf({ duration, width, height }: Source): Thumbnails {
  const interval = Math.max(TILE.leastSeconds, Math.ceil(duration / TILE.most));
  const count = Math.max(1, Math.ceil(duration / interval));
  // Even, as the encoder wants it.
  const tileHeight = Math.max(2, Math.round((TILE.width * height) / width / 2) * 2);
  return { interval, count, columns: Math.min(TILE.columns, count), width: TILE.width, height: tileHeight };
}

function thumbnailArgs({ interval, count, columns, width, height }: Thumbnails, folder: string): string[] {
  const grid = `${columns}x${Math.ceil(count / columns)}`;
  return [
    ...['-an', '-vf', `fps=1/${interval}:round=up,scale=${width}:${height},tile=${grid}`],
    ...['-frames:v', '1', '-q:v', '5', join(folder, THUMBNAILS)],
  ];
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { clamp, ease, svg, textLines, wrap, type Palette } from './draw.ts';
import { motifs } from './motifs.ts';
import type { Film, Scene } from './plan.ts';
import { RATE, tones } from './sound.ts';

const FFMPEG = process.env.FFMPEG_PATH ?? 'ffmpeg';
const WIDTH = 640;
const HEIGHT = 360;
const FPS = 12;
const INTRO_SECONDS = 4;

/** Runs ffmpeg. @param input its standard input (raw frames) @throws Error with the messages of ffmpeg */
export async function ffmpeg(args: string[], input?: AsyncIterable<Buffer>): Promise<void> {
  const child = spawn(FFMPEG, ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdin.on('error', () => undefined);
  const closed = once(child, 'close') as Promise<[number]>;
  if (input)
    for await (const chunk of input)
      if (!child.stdin.write(chunk)) await Promise.race([once(child.stdin, 'drain'), closed]);
  child.stdin.end();
  const [code] = await closed;
  if (code !== 0) throw new Error(`ffmpeg failed: ${said}`);
}

export function filmSeconds(film: Film): number {
  return INTRO_SECONDS + film.scenes.reduce((sum, scene) => sum + scene.seconds, 0);
}

/** Draws a film frame by frame and encodes it as H.264 and AAC, for progressive playback. */
export async function makeFilm(film: Film, tenant: string, c: Palette, path: string, root: number): Promise<void> {
  const seconds = filmSeconds(film);
  const starts = sceneStarts(film);
  const folder = await mkdtemp(join(tmpdir(), 'zhixing-film-'));
  try {
    const sound = join(folder, 'sound.pcm');
    await writeFile(sound, tones(seconds, root, [0.4, ...starts]));
    const frames = async function* () {
      for (let frame = 0; frame < seconds * FPS; frame += 1) {
        yield await sharp(drawFrame(film, tenant, c, frame / FPS, seconds, starts))
          .removeAlpha()
          .raw()
          .toBuffer();
      }
    };
    const bitexact = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];
    await ffmpeg(
      [
        ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`, '-r', String(FPS), '-i', 'pipe:0'],
        ...['-f', 's16le', '-ar', String(RATE), '-ac', '1', '-i', sound],
        ...[
          '-c:v',
          'libx264',
          '-profile:v',
          'main',
          '-preset',
          'veryslow',
          '-tune',
          'animation',
          '-crf',
          '31',
          '-threads',
          '1',
        ],
        ...[
          '-g',
          String(FPS * 4),
          '-pix_fmt',
          'yuv420p',
          '-c:a',
          'aac',
          '-b:a',
          '16k',
          '-shortest',
          '-movflags',
          '+faststart',
        ],
        ...bitexact,
        path,
      ],
      frames(),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const sceneStarts = (film: Film) =>
  film.scenes.map(
    (_, index) => INTRO_SECONDS + film.scenes.slice(0, index).reduce((sum, scene) => sum + scene.seconds, 0),
  );

/** Returns the captions of a film as WebVTT: the title, then the text of each scene. @param texts in another language */
export function captions(film: Film, texts: Pick<Film, 'title'> & { scenes: Omit<Scene, 'seconds'>[] } = film): string {
  const stamp = (seconds: number) =>
    `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${(seconds % 60).toFixed(3).padStart(6, '0')}`;
  const cues = [{ from: 0.4, to: INTRO_SECONDS - 0.2, text: texts.title }];
  for (const [index, start] of sceneStarts(film).entries()) {
    const scene = film.scenes[index]!;
    const { heading, text } = texts.scenes[index]!;
    cues.push({ from: start + 0.2, to: start + scene.seconds - 0.2, text: `${heading}\n${text}` });
  }
  return `WEBVTT\n\n${cues.map(({ from, to, text }, index) => `${index + 1}\n${stamp(from)} --> ${stamp(to)}\n${text}\n`).join('\n')}`;
}

function drawFrame(film: Film, tenant: string, c: Palette, t: number, seconds: number, starts: number[]): Buffer {
  const current = starts.findLastIndex((start) => t >= start);
  const motif = (x: number, y: number, scale: number) =>
    `<g transform="translate(${x},${y}) scale(${scale})">${motifs[film.motif](t, c)}</g>`;
  const fade = clamp(Math.min(t * 2, (seconds - t) * 2));
  const stage =
    current < 0
      ? drawIntro(film, tenant, c, t, motif(486, 180, 1.05))
      : drawScene(film.scenes[current]!, current, film, c, t - starts[current]!, motif(508, 176, 0.82));
  const bars = film.scenes
    .map((scene, index) => {
      const done = clamp((t - starts[index]!) / scene.seconds);
      const width = (WIDTH - 80 - (film.scenes.length - 1) * 8) / film.scenes.length;
      const x = 40 + index * (width + 8);
      return `<rect x="${x.toFixed(1)}" y="330" width="${width.toFixed(1)}" height="4" rx="2" fill="${c.soft}"/><rect x="${x.toFixed(1)}" y="330" width="${(width * done).toFixed(1)}" height="4" rx="2" fill="${c.brand}"/>`;
    })
    .join('');
  return svg(
    WIDTH,
    HEIGHT,
    `<rect width="640" height="360" fill="${c.paper}"/>${stage}${current < 0 ? '' : bars}<rect width="640" height="360" fill="#fff" opacity="${(1 - fade).toFixed(3)}"/>`,
  );
}

function drawIntro(film: Film, tenant: string, c: Palette, t: number, motif: string): string {
  const enter = ease((t - 0.2) / 0.9);
  const lines = wrap(film.title, 9.6);
  const top = 176 - (lines.length - 1) * 22;
  return `<path d="M0,0 H${(372 - 40 * (1 - enter)).toFixed(1)} L${(300 - 40 * (1 - enter)).toFixed(1)},360 H0 Z" fill="${c.brand}"/><path d="M372,0 H384 L312,360 H300 Z" fill="${c.accent}" opacity="${enter.toFixed(3)}"/>
    ${textLines([tenant], 40, top - 56, { size: 15, fill: '#ffffff', opacity: 0.8 * enter })}
    ${textLines(lines, 40 - 12 * (1 - enter), top, { size: 29, fill: '#ffffff', weight: 700, opacity: enter, leading: 1.4 })}
    <rect x="40" y="${top + lines.length * 40 - 8}" width="${(56 * ease((t - 0.7) / 0.8)).toFixed(1)}" height="4" rx="2" fill="#fff"/>
    <g opacity="${ease((t - 0.5) / 0.8).toFixed(3)}">${motif}</g>`;
}

function drawScene(scene: Scene, index: number, film: Film, c: Palette, t: number, motif: string): string {
  const enter = ease(t / 0.6);
  const leave = ease((scene.seconds - t) / 0.4);
  const shown = Math.min(enter, leave);
  const heading = wrap(scene.heading, 12.5);
  const text = wrap(scene.text, 20);
  const top = 128 - (heading.length - 1) * 12;
  return `<circle cx="508" cy="176" r="118" fill="#fff"/>${motif}
    ${textLines([film.title], 40, 46, { size: 13, fill: c.grey })}
    <g transform="translate(40,${top - 48})" opacity="${shown.toFixed(3)}"><rect width="34" height="22" rx="11" fill="${c.brand}"/>${textLines([String(index + 1)], 17, 16, { size: 13, fill: '#ffffff', weight: 700, anchor: 'middle' })}</g>
    ${textLines(heading, 40 + 14 * (1 - enter), top + 14, { size: 25, fill: c.ink, weight: 700, opacity: shown, leading: 1.35 })}
    ${textLines(text, 40, top + heading.length * 34 + 22, { size: 16.5, fill: c.ink, opacity: Math.min(ease((t - 0.4) / 0.6), leave) * 0.9, leading: 1.6 })}`;
}

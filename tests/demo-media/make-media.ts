import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bluebay } from './bluebay.ts';
import { palette } from './draw.ts';
import { certificatePictures } from './certificate.ts';
import { captions, ffmpeg, filmSeconds, makeFilm } from './film.ts';
import { huaxin } from './huaxin.ts';
import { makeDocument } from './paper.ts';
import { banner, cover, icon, logo, portrait, sheet } from './picture.ts';
import type { MediaPlan, Sound } from './plan.ts';
import { RATE, tones } from './sound.ts';

/**
 * Generates all media of a demo tenant from its plan: `node tests/demo-media/make-media.ts [TENANT …]`.
 * Needs ffmpeg with libx264, Chromium, LibreOffice Writer, and the Noto Sans CJK fonts (Debian: ffmpeg chromium
 * libreoffice-writer fonts-noto-cjk). The result is committed, so neither the portal nor its tests need any of these.
 */
async function makeMedia(plan: MediaPlan): Promise<void> {
  const pack = fileURLToPath(new URL(`../../src/demo/packs/${plan.tenant}/`, import.meta.url));
  const c = palette(plan.brand, plan.accent);
  const durations = new Map<string, number>();
  const save = async (file: string, bytes: Buffer | string) => {
    await mkdir(dirname(join(pack, file)), { recursive: true });
    await writeFile(join(pack, file), bytes);
  };
  await rm(join(pack, 'media'), { recursive: true, force: true });
  await mkdir(join(pack, 'media'), { recursive: true });

  await save('media/icon.png', await icon(plan.monogram, c));
  await save('media/logo.png', await logo(plan.name, plan.monogram, c));
  for (const each of plan.banners) await save(each.file, await banner(each.motif, each.seed, c));
  for (const each of plan.covers) await save(each.file, await cover(each.motif, each.seed, c));
  for (const each of plan.portraits) await save(each.file, await portrait(each, c));
  for (const each of plan.sheets) await save(each.file, await sheet(each, c));
  for (const [file, bytes] of Object.entries(await certificatePictures(plan.certificate, c))) await save(file, bytes);
  for (const each of plan.documents) await save(each.file, await makeDocument(each, plan.name, plan.lang, c));
  for (const [file, make] of Object.entries(plan.library)) await save(file, await make());
  for (const each of plan.sounds) {
    await save(each.file, '');
    await makeSound(each, join(pack, each.file));
    durations.set(each.file, each.seconds);
  }
  for (const [index, film] of plan.films.entries()) {
    await save(film.file, '');
    await makeFilm(film, plan.name, c, join(pack, film.file), 45 + ((index * 5) % 12));
    if (film.captions) await save(film.captions, captions(film));
    if (film.translation) await save(film.translation.captions, captions(film, film.translation));
    durations.set(film.file, filmSeconds(film));
  }

  const manifest: Record<string, { bytes: number; durationSeconds?: number }> = {};
  let total = 0;
  for (const name of (await readdir(join(pack, 'media'), { recursive: true })).sort()) {
    const facts = await stat(join(pack, 'media', name));
    if (!facts.isFile()) continue;
    const file = `media/${name}`;
    const duration = durations.get(file);
    manifest[file] = duration === undefined ? { bytes: facts.size } : { bytes: facts.size, durationSeconds: duration };
    total += facts.size;
  }
  await save('media/manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(`${plan.tenant}: ${Object.keys(manifest).length} files, ${total} bytes`);
}

async function makeSound({ seconds, root }: Sound, path: string): Promise<void> {
  const bells = Array.from({ length: Math.floor(seconds / 6) }, (_, index) => 0.5 + index * 6);
  const pcm = async function* () {
    yield tones(seconds, root, bells);
  };
  const codec = path.endsWith('.mp3')
    ? ['-c:a', 'libmp3lame', '-b:a', '24k']
    : ['-c:a', 'aac', '-b:a', '24k', '-movflags', '+faststart'];
  const bitexact = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];
  await ffmpeg(['-f', 's16le', '-ar', String(RATE), '-ac', '1', '-i', 'pipe:0', ...codec, ...bitexact, path], pcm());
}

const wanted = process.argv.slice(2);
for (const plan of [huaxin, bluebay]) if (wanted.length === 0 || wanted.includes(plan.tenant)) await makeMedia(plan);

import { randomInt, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/** Creates an empty folder in that of the database of the tests, with which it is removed. */
export const tempFolder = () => mkdtemp(join(process.env.DATA_DIR!, 'pack-'));

/**
 * Copies a demo pack with another key and other phone numbers, so that it can be imported several times.
 * @param changed contents of files to write before the phone numbers are replaced
 * @returns `phones`: the first six digits of the phone numbers, of which `00001` and so on are left
 */
export async function copyDemoPack(
  name: 'huaxin' | 'bluebay',
  changed: Record<string, string> = {},
): Promise<{ folder: string; key: string; phones: string }> {
  const folder = await tempFolder();
  await cp(fileURLToPath(new URL(`../../src/demo/packs/${name}/`, import.meta.url)), folder, { recursive: true });
  for (const [file, text] of Object.entries(changed)) await writeFile(join(folder, file), text);
  const key = `c${randomUUID().slice(0, 8)}`;
  const phones = `15${randomInt(1000, 9999)}`;
  for (const file of await readdir(folder, { recursive: true })) {
    const path = join(folder, file);
    if (!/\.(yaml|csv)$/.test(file) || !(await stat(path)).isFile()) continue;
    const text = await readFile(path, 'utf8');
    const own = text.replace(/\b13700000001\b/g, `${phones}00091`).replace(/\b13[89]000(\d{5})\b/g, `${phones}$1`);
    if (own !== text) await writeFile(path, own);
  }
  await editPack(folder, 'site.yaml', (text) =>
    text.replace(`key: ${name}`, `key: ${key}`).replace('isDefault: true', 'isDefault: false'),
  );
  return { folder, key, phones };
}

/** Changes a file of a pack. */
export async function editPack(folder: string, name: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(join(folder, name), 'utf8');
  const changed = change(text);
  expect(changed, `${name} should change`).not.toBe(text);
  await writeFile(join(folder, name), changed);
}

import { createHash } from 'node:crypto';
import type { FindFile } from './clean-html.ts';

const DATA = /^data:(?:image|audio)\/([a-z0-9.+-]{1,20})(?:;[^,]{0,100})?;base64,/i;
const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
const ENDINGS: Record<string, string> = { jpeg: 'jpg', 'svg+xml': 'svg', mpeg: 'mp3', 'x-wav': 'wav' };

/**
 * Finds files by their path. A file is kept once it is referred to; two files with one name get different ones.
 * @param available content by path, in the spelling of `pathOf`
 * @param toPath returns the path that an address means
 */
export function fileFinder(
  available: ReadonlyMap<string, Uint8Array>,
  toPath: (address: string) => string = pathOf,
): FindFile {
  const kept = new Map<string, string>();
  return (address, { report, place }) => {
    const data = DATA.exec(address);
    const keep = (path: string, name: string, bytes: Uint8Array) => {
      let known = kept.get(path);
      if (known === undefined) {
        const other = report.files.get(name);
        known = other && !Buffer.from(other).equals(bytes) ? `${hashOf(bytes)}-${name}` : name;
        kept.set(path, known);
        report.files.set(known, bytes);
      }
      return known;
    };
    if (data) {
      const bytes = Buffer.from(address.slice(data[0].length), 'base64');
      const format = data[1]!.toLowerCase();
      const name = `${hashOf(bytes)}.${ENDINGS[format] ?? format.replace(/[^a-z0-9]/g, '')}`;
      return keep(name, name, bytes);
    }
    if (OUTSIDE.test(address)) {
      report.changed(place, 'externalFile', { address: address.slice(0, 200) });
      return undefined;
    }
    const path = toPath(address);
    const bytes = available.get(path);
    if (bytes) return keep(path, safeName(path), bytes);
    report.changed(place, 'fileMissing', { name: address.slice(0, 200) });
    return undefined;
  };
}

/** Returns an address within a package as a path: decoded, without query, `.` and `@@PLUGINFILE@@`. */
export function pathOf(address: string, folder = ''): string {
  const plain = address.replace(/^@@PLUGINFILE@@\//, '').replace(/[?#].*$/, '');
  const steps: string[] = [];
  for (const step of [...folder.split('/'), ...decoded(plain).replaceAll('\\', '/').split('/')]) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/').normalize('NFC');
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** The name of a file that Markdown can refer to without escapes. */
const safeName = (path: string): string =>
  path
    .split('/')
    .at(-1)!
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(-100);

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 12);

import { strToU8, Zip, ZipPassThrough } from 'fflate';

export const ZIP = 'application/zip';
/** Most files of an archive, which is in memory while it is written. */
export const ZIP_FILES = 1_000;

/** A file of an archive, or why there is none. */
export type ZipFile = { name: string; bytes: Uint8Array } | { name: string; problem: string };

/**
 * Writes files to a zip archive without compression, one after the other as they are made. What could not be made is named in the file
 * `problems` with the reason.
 */
export async function writeZip(files: AsyncIterable<ZipFile>, problems: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const add = (name: string, bytes: Uint8Array) => {
    const file = new ZipPassThrough(name);
    zip.add(file);
    file.push(bytes, true);
  };
  const failed: string[] = [];
  for await (const file of files)
    if ('bytes' in file) add(file.name, file.bytes);
    else failed.push(`${file.name}: ${file.problem}`);
  if (failed.length > 0) add(problems, strToU8(`\ufeff${failed.join('\r\n')}\r\n`));
  zip.end();
  return Buffer.concat(chunks);
}

import { open } from 'node:fs/promises';
import mediaInfoFactory from 'mediainfo.js';

/** Reads at most so many bytes from a place of a file. */
type Read = (length: number, position: number) => Promise<Uint8Array>;

/**
 * Returns the duration of a video or audio file in seconds.
 * @returns undefined if the file does not contain it, e.g. WebM recorded by a browser, or a damaged file
 */
export async function mediaDuration(path: string): Promise<number | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const facts = await mediaFacts(size, async (length, position) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    });
    return facts.duration;
  } finally {
    await file.close();
  }
}

/** Returns the duration of a file in seconds, and whether it has a picture. */
export async function mediaFacts(
  size: number,
  read: Read,
): Promise<{ duration: number | undefined; hasPicture: boolean }> {
  const analyser = await mediaInfoFactory({ format: 'object' });
  try {
    const { media } = await analyser.analyzeData(size, read);
    const of = (type: string) => media?.track.find((track) => track['@type'] === type);
    const general = of('General');
    const duration = general && 'Duration' in general ? general.Duration : undefined;
    return { duration, hasPicture: of('Video') !== undefined };
  } finally {
    analyser.close();
  }
}

import { open } from 'node:fs/promises';
import mediaInfoFactory from 'mediainfo.js';

/**
 * Returns the duration of a video or audio file in seconds.
 * @returns undefined if the file does not contain it, e.g. WebM recorded by a browser, or a damaged file
 */
export async function mediaDuration(path: string): Promise<number | undefined> {
  const analyser = await mediaInfoFactory({ format: 'object' });
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { media } = await analyser.analyzeData(size, async (length, position) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    });
    const general = media?.track.find((track) => track['@type'] === 'General');
    return general?.Duration;
  } finally {
    await file.close();
    analyser.close();
  }
}

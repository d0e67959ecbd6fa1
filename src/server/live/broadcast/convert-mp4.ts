import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UnreadableError } from './fragment-buffer.ts';
import { type Mp4Segment, Mp4Segments } from './mp4-segments.ts';
import { beginPart, type Conversion, publishInit, publishSegment } from './publish-segment.ts';
import { type NoMore, readFragments, readHeader, resumeOf } from './read-broadcast.ts';

/**
 * Makes segments of a broadcast in fragmented MP4: its fragments are cut where segments begin, nothing is encoded.
 * @param folder for temporary files
 * @throws UnreadableError
 */
export async function convertMp4(conversion: Conversion, folder: string): Promise<NoMore> {
  const { broadcast, signal } = conversion;
  const resume = resumeOf(broadcast);
  let sequence = broadcast.segmentCount;
  let ms = broadcast.resumeMs;
  const init = `b${broadcast.number}-init.mp4`;
  let segments = new Mp4Segments();
  if (sequence > 0) {
    await readHeader(broadcast, ({ number, bytes }) => {
      segments.push(number, bytes);
      return segments.init !== null;
    });
    if (!segments.init) throw new UnreadableError('no header');
    segments = segments.restart();
  } else await beginPart(conversion);
  const publish = async ({ bytes, durationMs, next }: Mp4Segment) => {
    const path = join(folder, `${sequence}.m4s`);
    if (sequence === 0) {
      await writeFile(join(folder, init), segments.init!);
      await publishInit(conversion, init, join(folder, init), segments.init!);
    }
    await writeFile(path, bytes);
    ms += durationMs;
    const name = `b${broadcast.number}-${sequence}.m4s`;
    await publishSegment(conversion, { name, sequence, durationMs, init, path, bytes, resume: { ...next, ms } });
    sequence += 1;
  };
  const fragments = readFragments(broadcast, resume.number, signal);
  for (;;) {
    const { done, value } = await fragments.next();
    if (done) {
      // What comes after a pause begins with a whole fragment.
      const last = value === 'end' ? segments.end() : null;
      if (last) await publish(last);
      return value;
    }
    const offset = value.number === resume.number ? resume.offset : 0;
    for (const made of segments.push(value.number, value.bytes.subarray(offset), offset)) await publish(made);
  }
}

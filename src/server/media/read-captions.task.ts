import { AppError } from '#src/server/core/app-error.ts';
import { decodeTable } from '#src/server/core/decode-table.ts';
import { parseVtt, type VttProblem, writeVtt } from '#src/lib/web-vtt.ts';

export type Captions = { vtt: string; count: number; endSecond: number; problems: VttProblem[] };

/**
 * Reads captions (WebVTT or SRT, which it recognises by itself) and writes them as WebVTT.
 * @throws AppError 422 for a file without captions
 */
export function run({ bytes }: { bytes: Uint8Array }): Captions {
  const text = decodeTable(bytes) ?? '';
  const { cues, problems } = parseVtt(text);
  if (cues.length === 0) throw new AppError(422, 'captionsNone', { fields: [{ field: 'file', key: 'captionsNone' }] });
  const isVtt = /^\uFEFF?WEBVTT/.test(text);
  return {
    vtt: writeVtt(cues),
    count: cues.length,
    endSecond: Math.ceil(cues.reduce((end, cue) => Math.max(end, cue.end), 0)),
    // SRT has no header.
    problems: isVtt ? problems : problems.filter(({ fault }) => fault !== 'header'),
  };
}

/** One caption: from `start` to `end`, seconds. */
export type Cue = { start: number; end: number; text: string };
export type VttFault = 'header' | 'tooMany' | 'none' | 'noTimes' | 'tooLong' | 'badTimes' | 'endsFirst' | 'noText';
/** A part of a file that could not be read. `line` counts from 1. */
export type VttProblem = { line: number; fault: VttFault; message: string };

/** Longest file that is read, in cues: a caption per second of the longest resource. */
const MAX_CUES = 86_400;
const MAX_CUE_TEXT = 2_000;
const MAX_PROBLEMS = 20;
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
  quot: '"',
  apos: "'",
};

/**
 * Reads the captions of a WebVTT file. What is broken is left out and reported, the rest is used: a missing header, comma
 * instead of point in times (as in SRT), invalid times, cues without text, markup that is not closed. Styles, regions and
 * notes are ignored, text without times is reported; markup is removed, so the result is plain text, and the name of a
 * speaker stands before what is said.
 * @returns cues ordered by start, and at most 20 problems
 */
export function parseVtt(source: string): { cues: Cue[]; problems: VttProblem[] } {
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const cues: Cue[] = [];
  const problems: VttProblem[] = [];
  const problem = (index: number, fault: VttFault, message: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ line: index + 1, fault, message });
  };
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) problem(0, 'header', 'should start with WEBVTT');
  // Lines directly below the header describe the file.
  let index = /^WEBVTT/.test(lines[0] ?? '') ? skipBlock(0) : 0;
  while (index < lines.length && cues.length < MAX_CUES) {
    const line = lines[index]!;
    if (line.includes('-->')) index = readCue(index);
    else if (/^(NOTE|STYLE|REGION)(?:[ \t:]|$)/.test(line)) index = skipBlock(index);
    else if (line.trim() === '') index += 1;
    else index = skipOther(index);
  }
  if (index < lines.length) problem(index, 'tooMany', `comes after ${MAX_CUES} captions; the rest is not read`);
  if (cues.length === 0 && problems.length === 0) problem(0, 'none', 'has no captions');
  return { cues: cues.sort((a, b) => a.start - b.start), problems };

  function skipBlock(from: number): number {
    let next = from;
    while (next < lines.length && lines[next]!.trim() !== '') next += 1;
    return next;
  }

  /** Skips lines before times: the number or name of a cue, or text that has no times and is reported. */
  function skipOther(from: number): number {
    let next = from;
    while (next < lines.length && lines[next]!.trim() !== '' && !lines[next]!.includes('-->')) next += 1;
    const isName = next - from === 1 && lines[next]?.includes('-->');
    const isHeader = from === 0 && problems.length > 0 && next - from === 1 && !lines[next]?.trim();
    if (!isName && !isHeader) problem(from, 'noTimes', `has no times: "${lines[from]!.trim().slice(0, 60)}"`);
    return next;
  }

  function readCue(at: number): number {
    const [from = '', to = ''] = lines[at]!.split('-->');
    const start = seconds(from.trim());
    const end = seconds(to.trim().split(/\s+/)[0] ?? '');
    const words: string[] = [];
    let next = at + 1;
    // Without an empty line, the text ends before the times of the next cue and its number.
    while (next < lines.length && lines[next]!.trim() !== '' && !lines[next]!.includes('-->'))
      words.push(lines[next++]!);
    if (lines[next]?.includes('-->') && /^\d+$/.test(words.at(-1) ?? '')) words.pop();
    const said = words.join('\n');
    const text = plain(said.slice(0, MAX_CUE_TEXT));
    if (said.length > MAX_CUE_TEXT)
      problem(at, 'tooLong', `has more than ${MAX_CUE_TEXT} characters; the others are not shown`);
    if (start === null || end === null)
      problem(at, 'badTimes', `has times that cannot be read: "${lines[at]!.trim().slice(0, 60)}"`);
    else if (end <= start) problem(at, 'endsFirst', 'ends before it starts');
    else if (text === '') problem(at, 'noText', 'has no text');
    else cues.push({ start, end, text });
    return next;
  }
}

/** Writes captions as WebVTT. */
export const writeVtt = (cues: readonly Cue[]): string =>
  ['WEBVTT', ...cues.map(({ start, end, text }) => `${moment(start)} --> ${moment(end)}\n${inCue(text)}`), ''].join(
    '\n\n',
  );

function moment(seconds: number): string {
  const thousandths = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const rest = String(thousandths % 1000).padStart(3, '0');
  return `${two(thousandths / 3_600_000)}:${two((thousandths / 60_000) % 60)}:${two((thousandths / 1000) % 60)}.${rest}`;
}

/** Markup is escaped, and an empty line would end the caption. */
const inCue = (text: string) =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\n\s*\n/g, '\n');

/** `hh:mm:ss.mmm`, `mm:ss.mmm`, also with a comma or without milliseconds. */
function seconds(text: string): number | null {
  const match = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?$/.exec(text);
  if (!match) return null;
  const [, hours = '0', minutes, whole, fraction = '0'] = match;
  if (Number(minutes) > 59 || Number(whole) > 59) return null;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(whole) + Number(`0.${fraction}`);
}

function plain(text: string): string {
  return text
    .replace(/<v(?:\.[^\s>]{0,100})?[ \t]+([^>\n]{1,100})>[ \t]*/g, (_, name: string) => `${name.trim()}: `)
    .replace(/<\/?(?:[a-z0-9][^<>\n]*)?>/gi, '')
    .replace(/&(#\d{1,7}|\w{2,5});/g, (whole, name: string) =>
      name.startsWith('#') ? character(Number(name.slice(1))) : (ENTITIES[name] ?? whole),
    )
    .trim();
}

const character = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

/*
 * Divides a text with embedded answers (Moodle's cloze) as Moodle does: a field begins with `{1:KIND:` and ends at the next brace
 * that is not escaped. Each character is looked at once.
 */

/** An answer of a field. `weight`: share of the score, per cent. */
type Alternative = { text: string; weight: number; feedback: string };
/** A part of a text: text as it is, or a field. */
export type ClozePart = string | { source: string; score: string; kind: string; alternatives: Alternative[] };

const START = /\{(\d{0,6}):([A-Z_]{1,30}):/y;
/** What looks like a field, in any spelling: its answers must not be shown. */
const LIKE_FIELD = /\{\s{0,9}\d{0,6}\s{0,9}:\s{0,9}[A-Za-z_]/;

/**
 * Divides a text.
 * @returns undefined if a part of it looks like a field and is none
 */
export function splitCloze(source: string): ClozePart[] | undefined {
  const parts: ClozePart[] = [];
  let from = 0;
  for (let at = source.indexOf('{'); at >= 0; at = source.indexOf('{', at + 1)) {
    START.lastIndex = at;
    const found = START.exec(source);
    if (!found) continue;
    const list = fieldEnd(source, START.lastIndex);
    if (!list) return undefined;
    parts.push(source.slice(from, at), {
      ...{ source: source.slice(at, list.end), score: found[1]!, kind: found[2]! },
      alternatives: alternatives(list.text),
    });
    if (list.opens && (isLikeField(list.text) || closesNext(source, list.end))) return undefined;
    from = list.end;
    at = list.end - 1;
  }
  parts.push(source.slice(from));
  // A brace before a field and a colon after it are no field: something stands between them.
  const rest = parts.filter((part) => typeof part === 'string').join('|');
  return isLikeField(rest) ? undefined : parts;
}

/** Tags may stand between the characters of a field that an editor has formatted. */
const isLikeField = (text: string) => LIKE_FIELD.test(text) || LIKE_FIELD.test(text.replace(/<[^<>]*>|&nbsp;/g, ' '));

/** Where a field ends. `opens`: it contains a brace, which may have been meant to be closed within it. */
function fieldEnd(source: string, from: number): { text: string; end: number; opens: boolean } | undefined {
  let opens = false;
  for (let at = from; at < source.length; at += 1) {
    const char = source[at];
    if (char === '\\') at += 1;
    else if (char === '{') opens = true;
    else if (char === '}') return { text: source.slice(from, at), end: at + 1, opens };
  }
  return undefined;
}

/** Whether a brace is closed before another is opened. */
function closesNext(source: string, from: number): boolean {
  for (let at = from; at < source.length; at += 1) {
    const char = source[at];
    if (char === '\\') at += 1;
    else if (char === '}') return true;
    else if (char === '{') return false;
  }
  return false;
}

/** `=right#feedback~%50%half~wrong`; a backslash escapes, and `#` of an entity is text. */
function alternatives(list: string): Alternative[] {
  return (list.match(/(?:\\[\s\S]|[^~\\]|\\$)+/g) ?? []).map((each) => {
    const trimmed = each.trim();
    const weight = /^(?:=|%-?\d[\d.,]*%)/.exec(trimmed)?.[0];
    const [text, feedback] = atHash(trimmed.slice(weight?.length ?? 0));
    const share = weight === '=' ? 100 : weight === undefined ? 0 : Number(weight.slice(1, -1).replace(',', '.')) || 0;
    return { text: unescape(text), weight: share, feedback: unescape(feedback) };
  });
}

function atHash(text: string): [string, string] {
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '#' && text[at - 1] !== '&') return [text.slice(0, at), text.slice(at + 1)];
  }
  return [text, ''];
}

const unescape = (text: string) => text.replace(/\\([~=#{}"\\/])/g, '$1');

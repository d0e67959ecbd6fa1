import { Parser } from 'htmlparser2';

/** Inline tags: they do not separate words. */
const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'code',
  'del',
  'em',
  'i',
  'ins',
  'kbd',
  'mark',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
]);
const HEADING = /^h[1-6]$/;

/** The text content of HTML, with single spaces between blocks. */
export function plainText(html: string, { headings = true } = {}): string {
  let text = '';
  let inHeading = false;
  const parser = new Parser({
    onopentagname(name) {
      if (!INLINE.has(name)) text += ' ';
      inHeading ||= HEADING.test(name);
    },
    ontext(part) {
      if (headings || !inHeading) text += part;
    },
    onclosetag(name) {
      if (!INLINE.has(name)) text += ' ';
      if (HEADING.test(name)) inHeading = false;
    },
  });
  parser.end(html);
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * The beginning of an HTML text as plain text without headings, at most `length` characters, ending with `…` if
 * shortened.
 */
export function excerpt(html: string, length: number): string {
  const text = plainText(html, { headings: false });
  const characters = [...text];
  if (characters.length <= length) return text;
  // Latin words are not split; Chinese text can be cut anywhere.
  const cut = characters.slice(0, length).join('');
  return `${/\w$/.test(cut) && /\w/.test(characters[length]!) ? cut.replace(/\s*\w+$/, '') : cut.trimEnd()}…`;
}

import { escapeUTF8 } from 'entities';
import type { Place } from './draft.ts';
import { QUESTION_FILE_LIMITS as LIMITS } from './limits.ts';
import { MAX_HTML, readHtml } from './read-html.ts';
import type { Report } from './report.ts';
import { mathMlToTex, scriptTex, splitTex } from './tex.ts';

/** What is needed to convert a text of a question. */
export type TextContext = { report: Report; place: Place; findFile: FindFile };

const KEPT = new Set(
  (
    'p div br h1 h2 h3 h4 h5 h6 ul ol li table thead tbody tfoot tr th td caption blockquote pre code ' +
    'strong b em i s del strike hr dl dt dd'
  ).split(' '),
);
const VOID = new Set(['br', 'hr']);
/** Elements that may carry a style within a line. */
const INLINE = new Set(['span', 'font', 'label', 'mark', 'small', 'big', 'q', 'abbr', 'cite']);
/** Characters of a style or class that are looked at. */
const MAX_STYLE = 1_000;
/** Elements of Markdown whose text may have a style; headings and tables have their own. */
const STYLED = new Set(['p', 'li', 'td', 'dd']);
/** How classes of QTI 3 and styles of editors show a text, and the element that Markdown has for it; colours are only reported. */
const SHOWN: [RegExp, string][] = [
  [/\bqti-italic\b|font-style:\s{0,9}(?:italic|oblique)/i, 'em'],
  [/\bqti-bold\b|font-weight:\s{0,9}(?:bold|[6-9]00)/i, 'strong'],
  [/\bqti-underline\b|text-decoration[a-z-]{0,20}:[^;]{0,60}underline/i, 'u'],
  [/\bqti-strikethrough\b|text-decoration[a-z-]{0,20}:[^;]{0,60}line-through/i, 'del'],
];
const COLOUR =
  /(?:^|;)\s{0,9}(?:background(?:-color)?|color):\s{0,9}(?!inherit|initial|transparent|none|black|white|#0{3}\b|#0{6}|#f{3}\b|#f{6}|windowtext|rgb\((?:0, ?0, ?0|255, ?255, ?255)\))[^;\s]/i;
const BLOCKS: Record<string, string> = {
  figure: 'div',
  figcaption: 'div',
  section: 'div',
  article: 'div',
  center: 'div',
};
/** Elements that are dropped with what they contain; the first ones are not seen anyway. */
const UNSEEN = new Set(['head', 'script', 'style', 'title', 'template', 'noscript']);
const DROPPED = new Set([
  'iframe',
  'video',
  'svg',
  'canvas',
  'form',
  'embed',
  'applet',
  'select',
  'textarea',
  'button',
]);
const MERGED = ['colspan', 'rowspan'];
const LINK = /^(?:https?:\/\/|mailto:)/i;
const MEDIA_FILE = /\.(?:png|jpe?g|gif|webp|svg|mp3|ogg|oga|wav|m4a|aac|flac)(?:[?#].*)?$/i;
const BLANK = /_{4,}/;
/** An end tag that is none, and a section of XML: parsers of HTML take the text that follows for a part of them. */
const NO_MARKUP = /<\/(?![a-z][\w:.-]*\s*>)|<!\[CDATA\[/i;

/**
 * Prepares HTML for conversion to Markdown: keeps the elements that Markdown has; formulas (TeX and MathML) and blanks become
 * `<code class="raw">` with their Markdown, pictures and sound `<img>` with their stored name. Reports what is lost.
 */
export function cleanHtml(html: string, context: TextContext): string {
  const { report, place, findFile } = context;
  const out: string[] = [];
  const open: { name: string; end: string }[] = [];
  const told = new Set<string>();
  let text = '';
  /** Number of open elements within a dropped one, and its content for MathML and scripts. */
  let inner = 0;
  let captured: { kind: 'drop' | 'math' | '^' | '_'; source: string; text: string } | undefined;

  const once = (reason: 'underline' | 'elementDropped' | 'listMarks', element?: string) => {
    if (told.has(reason + element)) return;
    told.add(reason + element);
    report.changed(place, reason, element === undefined ? undefined : { element });
  };
  const raw = (markdown: string) => out.push(`<code class="raw">${escapeUTF8(markdown)}</code>`);
  const write = (plain: string) => {
    for (const part of plain.split(/(_{4,})/))
      if (BLANK.test(part)) raw(part);
      else out.push(escapeUTF8(part));
  };
  const isCode = () => open.some(({ name }) => name === 'code' || name === 'pre');
  const inCode = (name: string) => {
    if (name === 'br' || (name === 'div' && !/(?:^|\n|>)$/.test(out.at(-1) ?? ''))) out.push('\n');
    else if (name === 'code' || INLINE.has(name)) open.push({ name, end: '' });
  };
  const underlined = () => {
    once('underline');
    return 'strong';
  };
  /** Markdown numbers its lists with digits. */
  const listStart = ({ start = '1', type = '1', reversed }: Record<string, string>) => {
    if (type !== '1' || reversed !== undefined) once('listMarks');
    return /^\d{1,6}$/.test(start) && start !== '1' ? ` start="${start}"` : '';
  };
  const flush = () => {
    if (isCode()) out.push(escapeUTF8(text));
    else
      for (const part of splitTex(text)) {
        if ('text' in part) write(part.text);
        else raw(part.isBlock ? `$$${part.latex}$$` : `$${part.latex}$`);
      }
    text = '';
  };
  const media = (address: string, alt: string) => {
    const found = findFile(address, context);
    if (found !== undefined) out.push(`<img src="${escapeUTF8(found)}" alt="${escapeUTF8(alt)}">`);
    else if (alt !== '') out.push(escapeUTF8(`[${alt}]`));
  };
  const endCapture = () => {
    const { kind, source, text: content } = captured!;
    captured = undefined;
    if (kind === 'drop') return;
    const latex = kind === 'math' ? mathMlToTex(`${source}</math>`) : scriptTex(kind, content);
    if (latex !== undefined) return raw(kind === 'math' && isBlockMath(source) ? `$$${latex}$$` : `$${latex}$`);
    if (kind === 'math') report.changed(place, 'formula', { text: content.replace(/\s+/g, ' ').trim().slice(0, 100) });
    else if (content.trim() !== '') once('elementDropped', kind === '^' ? 'sup' : 'sub');
    out.push(escapeUTF8(content));
  };
  const capture = (kind: NonNullable<typeof captured>['kind'], source = '') => {
    captured = { kind, source, text: '' };
    inner = 0;
  };

  const isWhole = readHtml(html, {
    onopentag(fullName, attributes) {
      const name = fullName.replace(/^.*:/, '');
      if (captured) {
        inner += 1;
        captured.source += startTag(name, attributes);
        return;
      }
      flush();
      // Damaged markup: what was text is a part of a name.
      if ([fullName, ...Object.keys(attributes)].some((part) => part.includes('<'))) once('elementDropped', '<');
      if (name === 'math') return capture('math', startTag(name, attributes));
      if (name === 'sup' || name === 'sub') return capture(name === 'sup' ? '^' : '_');
      if (UNSEEN.has(name)) return capture('drop');
      if (DROPPED.has(name)) {
        once('elementDropped', name);
        return capture('drop');
      }
      if (name === 'img') return media(attributes['src'] ?? '', attributes['alt'] ?? '');
      if (name === 'audio' || name === 'source' || name === 'object') {
        const address = attributes['src'] ?? attributes['data'];
        if (address) media(address, attributes['title'] ?? '');
        return;
      }
      if (name === 'input') return once('elementDropped', name);
      const style = attributes['style']?.slice(0, MAX_STYLE) ?? '';
      if (COLOUR.test(style) || (name === 'font' && attributes['color'])) once('elementDropped', 'color');
      if (MERGED.some((attribute) => Number(attributes[attribute] ?? 1) > 1)) once('elementDropped', 'colspan');
      if (open.length >= LIMITS.depth) return;
      if (isCode()) return inCode(name);
      if (name === 'rp') return capture('drop');
      if (name === 'rt') out.push('(');
      const tag = name === 'rt' ? 'rt' : (BLOCKS[name] ?? name);
      const shown = SHOWN.filter(([known]) => known.test(`${attributes['class']?.slice(0, MAX_STYLE) ?? ''};${style}`));
      const wrappers =
        KEPT.has(tag) && !STYLED.has(tag)
          ? []
          : [...new Set(shown.map(([, element]) => (element === 'u' ? underlined() : element)))];
      const begin = wrappers.map((element) => `<${element}>`).join('');
      const end = wrappers
        .toReversed()
        .map((element) => `</${element}>`)
        .join('');
      if (tag === 'pre') {
        out.push('<pre><code>');
        open.push({ name, end: '</code></pre>' });
      } else if (KEPT.has(tag)) {
        out.push(`<${tag}${tag === 'ol' ? listStart(attributes) : ''}>${begin}`);
        if (!VOID.has(tag)) open.push({ name, end: `${end}</${tag}>` });
      } else if (name === 'u' || name === 'ins') {
        out.push(`<${underlined()}>`);
        open.push({ name, end: '</strong>' });
      } else if (name === 'a') link(attributes['href'] ?? '');
      else if (name === 'rt') open.push({ name, end: ')' });
      else if (wrappers.length > 0) {
        out.push(begin);
        open.push({ name, end });
      } else if (INLINE.has(name)) open.push({ name, end: '' });
    },
    ontext(data) {
      if (!captured) text += data;
      else {
        captured.text += data;
        captured.source += escapeUTF8(data);
      }
    },
    onclosetag(fullName) {
      const name = fullName.replace(/^.*:/, '');
      if (captured) {
        if (inner === 0) return endCapture();
        inner -= 1;
        captured.source += `</${name}>`;
        return;
      }
      flush();
      if (open.at(-1)?.name === name) out.push(open.pop()!.end);
    },
  });
  function link(href: string): void {
    if (MEDIA_FILE.test(href) && !LINK.test(href)) media(href, href.replace(/^.*\//, ''));
    else if (LINK.test(href)) {
      out.push(`<a href="${escapeUTF8(href)}">`);
      open.push({ name: 'a', end: '</a>' });
    } else if (href !== '' && !href.startsWith('#')) once('elementDropped', 'a');
  }
  if (hidesText(html)) once('elementDropped', '<');
  if (!isWhole) report.changed(place, 'truncated', { field: 'text', max: MAX_HTML.text });
  flush();
  while (open.length > 0) out.push(open.pop()!.end);
  return out.join('');
}

/** Whether damaged markup has taken text: it is no comment, which nobody should see, and no element. */
export function hidesText(html: string): boolean {
  const last = html.lastIndexOf('<');
  const isOpen = last > html.lastIndexOf('>') && /^[a-z!?]/i.test(html.slice(last + 1, last + 2));
  return isOpen || NO_MARKUP.test(html) || html.lastIndexOf('<!--') > html.lastIndexOf('-->');
}

/** A formula on a line of its own. */
const isBlockMath = (source: string) => /^<math[^>]* display="block"|encoding="[^"]*">\s*(?:\\\[|\$\$)/.test(source);

function startTag(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key.replace(/^.*:/, '')}="${escapeUTF8(value)}"`,
  );
  return `<${name}${written.join('')}>`;
}
/**
 * Returns the name under which the file at an address is kept, or undefined after reporting why there is none.
 */
export type FindFile = (address: string, context: TextContext) => string | undefined;

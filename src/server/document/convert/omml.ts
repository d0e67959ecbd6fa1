import { escapeUTF8 } from 'entities';
import { children, first, textOf, type XmlElement } from './xml-parts.ts';

/** Nested deeper than any formula; the rest is its text. */
const MAX_DEPTH = 40;
/** Accents of OMML, which combine with a letter, as signs that stand alone. */
const ACCENTS: Record<string, string> = {
  '\u0300': '`',
  '\u0301': '´',
  '\u0302': '^',
  '\u0303': '~',
  '\u0304': '¯',
  '\u0305': '¯',
  '\u0306': '˘',
  '\u0307': '˙',
  '\u0308': '¨',
  '\u030a': '˚',
  '\u030c': 'ˇ',
  '\u20d6': '←',
  '\u20d7': '→',
};

/** Converts a formula of Word or PowerPoint (`m:oMath` or `m:oMathPara`) to MathML. Texts are escaped. */
export function ommlToMathMl(formula: XmlElement): string {
  const isBlock = formula.name === 'm:oMathPara';
  return `<math${isBlock ? ' display="block"' : ''}>${row(formula, 0)}</math>`;
}

const row = (node: XmlElement | undefined, depth: number): string =>
  `<mrow>${
    node
      ? children(node)
          .map((child) => convert(child, depth + 1))
          .join('')
      : ''
  }</mrow>`;

function convert(node: XmlElement, depth: number): string {
  if (depth > MAX_DEPTH) return `<mtext>${escapeUTF8(textOf(node))}</mtext>`;
  const part = (name: string) => row(child(node, name), depth);
  const script = (tag: string, ...names: string[]) => `<${tag}>${part('m:e')}${names.map(part).join('')}</${tag}>`;
  switch (node.name) {
    case 'm:r':
      return run(node);
    case 'm:f': {
      const type = property(node, 'm:type');
      if (type === 'lin') return `${part('m:num')}<mo>/</mo>${part('m:den')}`;
      return `<mfrac${type === 'noBar' ? ' linethickness="0"' : ''}>${part('m:num')}${part('m:den')}</mfrac>`;
    }
    case 'm:sSup':
      return script('msup', 'm:sup');
    case 'm:sSub':
      return script('msub', 'm:sub');
    case 'm:sSubSup':
      return script('msubsup', 'm:sub', 'm:sup');
    case 'm:sPre':
      return `<mmultiscripts>${part('m:e')}<mprescripts></mprescripts>${part('m:sub')}${part('m:sup')}</mmultiscripts>`;
    case 'm:rad': {
      const degree = child(node, 'm:deg');
      const isSquare = !degree || textOf(degree).trim() === '' || isOn(property(node, 'm:degHide'));
      return isSquare ? `<msqrt>${part('m:e')}</msqrt>` : script('mroot', 'm:deg');
    }
    case 'm:nary':
      return nary(node, depth);
    case 'm:d':
      return fenced(node, depth);
    case 'm:m':
      return table(
        children(node)
          .filter(({ name }) => name === 'm:mr')
          .map((line) => parts(line, depth)),
      );
    case 'm:eqArr':
      return table(parts(node, depth).map((line) => [line]));
    case 'm:func':
      return `${part('m:fName')}<mo>\u2061</mo>${part('m:e')}`;
    case 'm:acc': {
      const accent = property(node, 'm:chr') ?? '\u0302';
      return `<mover accent="true">${part('m:e')}<mo>${escapeUTF8(ACCENTS[accent] ?? accent)}</mo></mover>`;
    }
    case 'm:bar':
      return property(node, 'm:pos') === 'bot'
        ? `<munder>${part('m:e')}<mo>_</mo></munder>`
        : `<mover>${part('m:e')}<mo>¯</mo></mover>`;
    case 'm:groupChr': {
      const sign = `<mo>${escapeUTF8(property(node, 'm:chr') ?? '\u23df')}</mo>`;
      const tag = property(node, 'm:pos') === 'top' ? 'mover' : 'munder';
      return `<${tag}>${part('m:e')}${sign}</${tag}>`;
    }
    case 'm:limLow':
      return script('munder', 'm:lim');
    case 'm:limUpp':
      return script('mover', 'm:lim');
    case 'm:borderBox':
      return `<menclose notation="box">${part('m:e')}</menclose>`;
    default:
      // Properties say how a formula looks; what else there is contains parts of it.
      return /Pr$/.test(node.name) ? '' : row(node, depth);
  }
}

/** The arguments of a row or of an array of equations. */
const parts = (node: XmlElement, depth: number): string[] =>
  children(node)
    .filter(({ name }) => name === 'm:e')
    .map((part) => row(part, depth));

const table = (rows: string[][]): string =>
  `<mtable>${rows.map((cells) => `<mtr>${cells.map((cell) => `<mtd>${cell}</mtd>`).join('')}</mtr>`).join('')}</mtable>`;

/** A sum, a product or an integral with its limits. */
function nary(node: XmlElement, depth: number): string {
  const sign = `<mo>${escapeUTF8(property(node, 'm:chr') ?? '\u222b')}</mo>`;
  const has = (name: string, hide: string) => {
    const limit = child(node, name);
    return limit && textOf(limit).trim() !== '' && !isOn(property(node, hide)) ? row(limit, depth) : null;
  };
  const [low, high] = [has('m:sub', 'm:subHide'), has('m:sup', 'm:supHide')];
  const isBelow = property(node, 'm:limLoc') === 'undOvr';
  const limits = (low ?? '') + (high ?? '');
  const tag = low && high ? ['msubsup', 'munderover'] : low ? ['msub', 'munder'] : ['msup', 'mover'];
  const name = tag[isBelow ? 1 : 0]!;
  const operator = limits === '' ? sign : `<${name}>${sign}${limits}</${name}>`;
  return `<mrow>${operator}${row(child(node, 'm:e'), depth)}</mrow>`;
}

/** Arguments in brackets; an empty sign is none. */
function fenced(node: XmlElement, depth: number): string {
  const sign = (name: string, usual: string) => {
    const character = property(node, name) ?? usual;
    return character === '' ? '' : `<mo>${escapeUTF8(character)}</mo>`;
  };
  const between = sign('m:sepChr', '|');
  return `<mrow>${sign('m:begChr', '(')}${parts(node, depth).join(between)}${sign('m:endChr', ')')}</mrow>`;
}

/** A text as numbers, letters and signs; `m:nor` is text, and an upright run is one name, like sin. */
function run(node: XmlElement): string {
  const text = textOf(children(node).filter(({ name }) => name === 'm:t'));
  if (text === '') return '';
  const properties = child(node, 'm:rPr');
  if (properties && first(properties, 'm:nor')) return `<mtext>${escapeUTF8(text)}</mtext>`;
  const isUpright = properties && first(properties, 'm:sty')?.attribs['m:val'] === 'p';
  const tokens = text.match(/\d+(?:[.,]\d+)*|\p{Script=Han}+|\p{L}\p{M}*|\s+|[^\d\p{L}\s]/gu) ?? [];
  if (isUpright && /^\p{L}+$/u.test(text)) return `<mi mathvariant="normal">${escapeUTF8(text)}</mi>`;
  return tokens
    .map((token) => {
      const escaped = escapeUTF8(token);
      if (/^\s/.test(token) || /^\p{Script=Han}/u.test(token)) return `<mtext>${escaped}</mtext>`;
      if (/^\d/.test(token)) return `<mn>${escaped}</mn>`;
      return /^\p{L}/u.test(token)
        ? `<mi${isUpright ? ' mathvariant="normal"' : ''}>${escaped}</mi>`
        : `<mo>${escaped}</mo>`;
    })
    .join('');
}

const child = (node: XmlElement, name: string): XmlElement | undefined =>
  children(node).find((each) => each.name === name);

/** A property of an element, e.g. `m:type` of `m:fPr`; undefined if it is not given. */
function property(node: XmlElement, name: string): string | undefined {
  const properties = child(node, `${node.name}Pr`);
  const found = properties && child(properties, name);
  return found && (found.attribs['m:val'] ?? '');
}

const isOn = (value: string | undefined) => value !== undefined && !/^(?:0|off|false)$/.test(value);

/*
 * Our policy blocks `style` in everything that is parsed, also in what is pasted: the browser would report each and see
 * none. So styles are kept as text, and those with a meaning become elements. The same is so for style sheets and handlers of events.
 */

const KEPT = 'data-style';

/** Renames `style`, and takes out what the browser would report, before HTML is parsed. What is safe is decided by the schema. */
export const keepStyles = (html: string) =>
  html
    .replace(/<style\b[^>]*>[^]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^<>]*>/gi, (tag) =>
      tag.replace(/\sstyle\s*=/gi, ` ${KEPT}=`).replace(/\son[a-z]+\s*=/gi, ' data-handler='),
    );

/** The style that an element had. */
export const styleOf = (element: Element) => element.getAttribute(KEPT) ?? '';

export const forgetStyle = (element: Element) => element.removeAttribute(KEPT);

/** Styles of text and the elements that say the same. */
const MEANINGS: [style: RegExp, name: string][] = [
  [/(?:^|[;\s])font-weight:\s*(?:bold|bolder|[6-9]00)/i, 'strong'],
  [/(?:^|[;\s])font-style:\s*italic/i, 'em'],
  [/(?:^|[;\s])text-decoration[a-z-]*:[^;]*line-through/i, 's'],
  [/(?:^|[;\s])vertical-align:\s*super/i, 'sup'],
  [/(?:^|[;\s])vertical-align:\s*sub/i, 'sub'],
];

/** Replaces kept styles by elements and by `align` of cells, and forgets the others. */
export function applyStyles(body: HTMLElement): void {
  for (const element of [...body.getElementsByTagName('*')]) {
    const style = styleOf(element);
    if (!style) continue;
    forgetStyle(element);
    const { localName } = element;
    const align = /(?:^|[;\s])text-align:\s*(center|right|end)/i.exec(style)?.[1];
    if (align && (localName === 'td' || localName === 'th')) element.setAttribute('align', align);
    // Google Docs puts everything into one of these.
    if (localName === 'b' && /font-weight:\s*normal/i.test(style)) element.replaceWith(...element.childNodes);
    if (localName !== 'span') continue;
    for (const [pattern, name] of MEANINGS) {
      if (!pattern.test(style)) continue;
      const meaning = document.createElement(name);
      meaning.append(...element.childNodes);
      element.append(meaning);
    }
  }
}

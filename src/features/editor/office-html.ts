import { isPictureAddress } from '#src/lib/rich-document/addresses.ts';
import { applyStyles, forgetStyle, keepStyles, styleOf } from './pasted-styles.ts';

/*
 * Word has no lists in its HTML: each item is a paragraph with `mso-list:l0 level2 lfo1` in its style, and begins with
 * the bullet or number as text in a conditional comment or a span with `mso-list:Ignore`.
 */

const OFFICE = /\bmso-|urn:schemas-microsoft-com:office|class=["']?Mso/i;
const LEVEL = /mso-list:\s*(l\d+)\s+level(\d+)/i;
const IGNORED = /mso-list:\s*Ignore/i;
/** `1.` `(a)` `iv)` `一、`; everything else is a bullet. */
const NUMBER = /^\s*[([（]?(?:\d+|[a-z]|[ivxlc]+|[一二三四五六七八九十]+)[.)\]）、．]/i;

/**
 * Prepares pasted HTML for the editor: lists of Word become lists, its title a heading, and levels of headings fit the
 * schema. The schema removes everything else that it does not know.
 * @returns also how many pictures it will remove
 */
export function preparePastedHtml(html: string): { html: string; lost: number } {
  const { body } = new DOMParser().parseFromString(keepStyles(html), 'text/html');
  if (OFFICE.test(html)) cleanOffice(body);
  for (const [from, to] of [
    ['h1', 'h2'],
    ['h5', 'h4'],
    ['h6', 'h4'],
  ] as const)
    for (const heading of [...body.getElementsByTagName(from)]) rename(heading, to);
  applyStyles(body);
  const lost = [...body.getElementsByTagName('img')].filter(
    (picture) => !isPictureAddress(picture.getAttribute('src')),
  );
  return { html: body.innerHTML, lost: lost.length };
}

function cleanOffice(body: HTMLElement): void {
  for (const element of [...body.getElementsByTagName('*')]) {
    if (IGNORED.test(styleOf(element))) markItem(element);
    // `o:p`, `w:sdt`, `v:shape`: elements of Word around text.
    else if (element.localName.includes(':'))
      element.replaceWith(...((element.textContent ?? '').trim() ? element.childNodes : []));
    else if (element.localName === 'p' && /^MsoTitle\b/.test(element.className)) rename(element, 'h2');
    else if (element.localName === 'p' && /^MsoSubtitle\b/.test(element.className)) rename(element, 'h3');
  }
  for (const item of [...body.getElementsByTagName('p')]) if (isItem(item) && item.isConnected) makeList(item);
}

const isItem = (element: Element | null): element is HTMLElement =>
  element?.localName === 'p' && LEVEL.test(styleOf(element));
const levelOf = (item: Element) => Number(LEVEL.exec(styleOf(item))![2]);

/** Takes the bullet or number out of an item and remembers which it was. */
function markItem(marker: Element): void {
  marker.closest('p')?.setAttribute('data-list', NUMBER.test(marker.textContent ?? '') ? 'ol' : 'ul');
  marker.remove();
}

/** Replaces an item and those that follow it by a list. */
function makeList(first: HTMLElement): void {
  const items: HTMLElement[] = [];
  for (let next: Element | null = first; isItem(next); next = next.nextElementSibling) items.push(next);
  const top = listFor(first);
  first.before(top);
  const open = [{ level: levelOf(first), list: top }];
  for (const item of items) {
    const level = levelOf(item);
    while (open.length > 1 && open.at(-1)!.level > level) open.pop();
    const { list, level: current } = open.at(-1)!;
    if (level > current && list.lastElementChild) {
      const inner = listFor(item);
      list.lastElementChild.append(inner);
      open.push({ level, list: inner });
    } else if (list.localName !== kindOf(item) && list.lastElementChild) {
      const other = listFor(item);
      list.after(other);
      open.splice(-1, 1, { level, list: other });
    }
    const entry = document.createElement('li');
    open.at(-1)!.list.append(entry);
    entry.append(item);
    // Its list is made.
    forgetStyle(item);
  }
}

const kindOf = (item: Element) => item.getAttribute('data-list') ?? 'ul';
const listFor = (item: Element) => document.createElement(kindOf(item));

function rename(element: Element, name: string): void {
  const renamed = document.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

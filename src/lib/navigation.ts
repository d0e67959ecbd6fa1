/** Paths of each `navMenuType` (spec section 2); any other type uses its own `navUrl`. */
const PAGES: Record<number, string> = { 1: '/home', 2: '/knowledge', 3: '/lecturer', 4: '/community', 5: '/account' };
/** Spec section 9: with more than six items, five are inline and the rest in the "more" menu. */
const ALL_INLINE = 6;
const INLINE = 5;
/**
 * Pixels available for the items at 1024 px and from 1280 px on: what remains beside the widest combination of logo and
 * icons (Header.astro).
 */
const AVAILABLE_WIDTH = { narrow: 450, wide: 570 };
/** Pixels of the padding of an item, the gap after it, and the width of the "more" button. */
const PADDING = 24;
const GAP = 4;
const MORE_BUTTON = 84;
/** Maximum width of a title, pixels; longer ones end in an ellipsis. */
const MAX_TITLE_WIDTH = 160;
/** Pixels of full-width and other characters in the 16 px semibold of the current item. Overestimates are harmless. */
const FULL_WIDTH = 16;
const HALF_WIDTH = 9.1;

type NavItem = { id: string; code: string; title: string; navUrl: string; navMenuType: number; target: string };
export type NavLink = { id: string; title: string; path: string; newTab: boolean; current: boolean };
/** Position of a link: inline at every width, inline on wide screens and otherwise in "more", or always in "more". */
export type Place = 'inline' | 'wide' | 'more';

/**
 * Links of the top bar, each with its position. The item `info` is not shown as a link (spec section 2). Up to six are
 * inline, five if there are more than six, and fewer if they do not fit: titles are chosen by the enterprise and can be
 * long. The server estimates text widths, so that there is no layout shift after loading.
 * @param pathname the page's path in its Chinese form, to mark the current item
 */
export function navigation(items: NavItem[], pathname: string): (NavLink & { place: Place })[] {
  const links = items
    .filter(({ code }) => code !== 'info')
    .map(({ id, title, navUrl, navMenuType, target }) => {
      const path = PAGES[navMenuType] ?? navUrl;
      return { id, title, path, newTab: target === '_blank', current: isUnder(path, pathname) };
    });
  const maxInline = links.length > ALL_INLINE ? INLINE : links.length;
  const widths = links.map(({ title }) => Math.min(widthOf(title), MAX_TITLE_WIDTH) + PADDING + GAP);
  const narrow = Math.min(maxInline, fitting(widths, AVAILABLE_WIDTH.narrow));
  const wide = Math.min(maxInline, fitting(widths, AVAILABLE_WIDTH.wide));
  return links.map((link, n) => ({ ...link, place: n < narrow ? 'inline' : n < wide ? 'wide' : 'more' }));
}

/** Number of items that fit together with the "more" button. */
function fitting(widths: number[], available: number): number {
  const sum = (count: number) => widths.slice(0, count).reduce((total, width) => total + width, 0);
  if (sum(widths.length) <= available && widths.length <= ALL_INLINE) return widths.length;
  let count = widths.length;
  while (count > 0 && sum(count) + MORE_BUTTON > available) count -= 1;
  return count;
}

/** Estimated width of a text, pixels. */
function widthOf(text: string): number {
  return [...text].reduce((width, char) => width + (/[\u0000-\u024f]/.test(char) ? HALF_WIDTH : FULL_WIDTH), 0);
}

function isUnder(path: string, pathname: string): boolean {
  const own = path.split(/[?#]/)[0]!;
  return own !== '/' ? pathname === own || pathname.startsWith(`${own}/`) : pathname === '/';
}

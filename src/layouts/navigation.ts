/** Paths of each `navMenuType` (docs/specification.md, section "Top bar"); any other type uses its own `navUrl`. */
const PAGES: Record<number, string> = { 1: '/home', 2: '/knowledge', 3: '/lecturer', 4: '/community', 5: '/account' };
/** With more than six items, five are inline and the rest in the "more" menu. */
const ALL_INLINE = 6;
const INLINE = 5;
/**
 * The bar at 1024 px and from 1280 px on (NavMenu.astro), pixels: what is available for the items beside the widest combination
 * of logo and icons (Header.astro), the size of the text, the padding of an item, and the width of the "more" button.
 */
const BARS = {
  narrow: { available: 492, fontSize: 15, padding: 16, moreButton: 74 },
  wide: { available: 570, fontSize: 16, padding: 24, moreButton: 84 },
};
/** The gap after an item, pixels. */
const GAP = 4;
/** Maximum width of a title, pixels; longer ones end in an ellipsis. */
const MAX_TITLE_WIDTH = 160;
/** Width of other than full-width characters in the semibold of the current item, em. Overestimates are harmless. */
const HALF_WIDTH = 0.57;

type NavItem = { id: string; code: string; title: string; navUrl: string; navMenuType: number; target: string };
export type NavLink = { id: string; title: string; path: string; newTab: boolean; current: boolean };
/** Position of a link: inline at every width, inline on wide screens and otherwise in "more", or always in "more". */
export type Place = 'inline' | 'wide' | 'more';

/**
 * Links of the top bar, each with its position. The item `info` is not shown as a link. Up to six are inline, five if
 * there are more than six, and fewer if they do not fit: titles are chosen by the enterprise and can be long. The
 * server estimates text widths, so that there is no layout shift after loading.
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
  const titles = links.map(({ title }) => title);
  const narrow = Math.min(maxInline, fitting(titles, BARS.narrow));
  const wide = Math.min(maxInline, fitting(titles, BARS.wide));
  return links.map((link, n) => ({ ...link, place: n < narrow ? 'inline' : n < wide ? 'wide' : 'more' }));
}

/** Number of items that fit together with the "more" button. */
function fitting(titles: string[], { available, fontSize, padding, moreButton }: (typeof BARS)['wide']): number {
  const widths = titles.map((title) => Math.min(emsOf(title) * fontSize, MAX_TITLE_WIDTH) + padding + GAP);
  const sum = (count: number) => widths.slice(0, count).reduce((total, width) => total + width, 0);
  if (sum(widths.length) <= available && widths.length <= ALL_INLINE) return widths.length;
  let count = widths.length;
  while (count > 0 && sum(count) + moreButton > available) count -= 1;
  return count;
}

/** Estimated width of a text, em. */
function emsOf(text: string): number {
  return [...text].reduce((width, char) => width + (/[\u0000-\u024f]/.test(char) ? HALF_WIDTH : 1), 0);
}

function isUnder(path: string, pathname: string): boolean {
  const own = path.split(/[?#]/)[0]!;
  return own !== '/' ? pathname === own || pathname.startsWith(`${own}/`) : pathname === '/';
}

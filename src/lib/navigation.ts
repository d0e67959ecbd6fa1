/** Pages that a `navMenuType` stands for (spec section 2); any other type goes to its own `navUrl`. */
const PAGES: Record<number, string> = { 1: '/home', 2: '/knowledge', 3: '/lecturer', 4: '/community', 5: '/account' };
/** Spec section 9: with more than six items, five are inline and the rest in the "more" menu. */
const ALL_INLINE = 6;
const INLINE = 5;

type NavItem = { id: string; code: string; title: string; navUrl: string; navMenuType: number; target: string };
export type NavLink = { id: string; title: string; path: string; newTab: boolean; current: boolean };

/**
 * Links of the top bar. The item `info` is not shown as a link (spec section 2).
 * @param pathname the page's own path in its Chinese form, to mark where one is
 */
export function navigation(items: NavItem[], pathname: string): { inline: NavLink[]; more: NavLink[] } {
  const links = items
    .filter(({ code }) => code !== 'info')
    .map(({ id, title, navUrl, navMenuType, target }) => {
      const path = PAGES[navMenuType] ?? navUrl;
      return { id, title, path, newTab: target === '_blank', current: isUnder(path, pathname) };
    });
  return links.length > ALL_INLINE
    ? { inline: links.slice(0, INLINE), more: links.slice(INLINE) }
    : { inline: links, more: [] };
}

function isUnder(path: string, pathname: string): boolean {
  const own = path.split(/[?#]/)[0]!;
  return own !== '/' ? pathname === own || pathname.startsWith(`${own}/`) : pathname === '/';
}

/** The places of the bottom bar on phones, in its order. */
export const BAR_PLACES = ['home', 'study', 'exams', 'messages', 'me'] as const;
export type BarPlace = (typeof BAR_PLACES)[number];

const PLACES: [place: BarPlace, paths: RegExp][] = [
  ['home', /^\/home(\/|$)/],
  ['exams', /^\/(test|account\/(exam|question))(\/|$)/],
  ['study', /^\/(knowledge|watch|live)(\/|$)/],
  ['messages', /^\/info(\/|$)/],
  ['me', /^\/account(\/|$)/],
];
/** `/account?change=5`: announcements and notices. */
const MESSAGES = '5';

/**
 * Returns the place to which a page belongs; null: to none of them.
 * @param pathname of the page in its Chinese form
 */
export function barPlace(pathname: string, query: URLSearchParams): BarPlace | null {
  if (pathname === '/account' && query.get('change') === MESSAGES) return 'messages';
  return PLACES.find(([, paths]) => paths.test(pathname))?.[0] ?? null;
}

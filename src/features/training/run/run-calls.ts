import type { Data, Input } from '#src/contract/calls.ts';
import { href, type Locale } from '#src/i18n/locale.ts';

export const PAGE = 'POST /course/auth/training/run/page';
export const VIEW = 'GET /course/auth/training/run/view';
export const RESOURCES = 'GET /course/auth/training/resource/list';
export type RunSession = Data<typeof PAGE>['list'][number];
export type RunView = Data<typeof VIEW>;
export type Person = RunView['people'][number];

export const PERIODS = ['today', 'upcoming', 'past'] as const;
export type Period = (typeof PERIODS)[number];

/** The list that the address of the page asks for. */
export function readList(url: URL): { when: Period; page: number } {
  const when = PERIODS.find((each) => each === url.searchParams.get('when')) ?? 'upcoming';
  const page = Number(url.searchParams.get('page') ?? 1);
  return { when, page: Number.isInteger(page) && page > 0 ? page : 1 };
}

export const listInput = ({ when, page }: { when: Period; page: number }): Input<typeof PAGE> => ({
  when,
  pageCurrent: page,
});

/** Address of a list. */
export const listLink = (locale: Locale, when: Period, page = 1): string =>
  href(locale, `/account/sessions?when=${when}${page > 1 ? `&page=${page}` : ''}`);
export const sessionLink = (locale: Locale, id: string): string => href(locale, `/account/sessions/${id}`);

import type { Data } from '#src/contract/calls.ts';
import { href, type Locale } from '#src/i18n/locale.ts';
import { pageOf } from '#src/lib/page-of.ts';

/* The queries of `/admin/questions` and of one bank, and the calls of their lists. */

export type Bank = Data<'POST /exam/auth/question/bank/page'>['list'][number];
export type BankView = Data<'GET /exam/auth/question/bank/view'>;
export type Item = Data<'POST /exam/auth/question/page'>['list'][number];
export type Question = Data<'GET /exam/auth/question/view'>;
export type Filter = {
  keyword?: string;
  type?: Item['type'];
  difficulty?: number;
  topic?: string;
  tag?: string;
  published?: boolean;
};

export const TYPES = ['single', 'multiple', 'judge', 'blank', 'short'] as const;
export const DIFFICULTIES = [1, 2, 3, 4] as const;

const text = (url: URL, name: string, max: number) => url.searchParams.get(name)?.trim().slice(0, max) || undefined;

export const bankPage = (url: URL) =>
  ['POST /exam/auth/question/bank/page', { pageCurrent: pageOf(url), keyword: text(url, 'keyword', 100) }] as const;

/** Invalid values are ignored. */
export function readFilter(url: URL): Filter {
  const state = url.searchParams.get('state');
  return {
    keyword: text(url, 'keyword', 100),
    type: TYPES.find((type) => type === url.searchParams.get('type')),
    difficulty: DIFFICULTIES.find((each) => String(each) === url.searchParams.get('difficulty')),
    topic: text(url, 'topic', 200),
    tag: text(url, 'tag', 50),
    published: state === 'published' ? true : state === 'withdrawn' ? false : undefined,
  };
}

export const questionPage = (bankId: string, filter: Filter, page: number) =>
  ['POST /exam/auth/question/page', { bankId, ...filter, pageCurrent: page }] as const;
export const bankView = (id: string) => ['GET /exam/auth/question/bank/view', { id }] as const;

/** URL of the list of a bank with these filters. */
export function bankLink(locale: Locale, bankId: string, { published, ...filter }: Filter, page?: number): string {
  const state = published === undefined ? undefined : published ? 'published' : 'withdrawn';
  const all = Object.entries({ ...filter, state, page }).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  );
  const query = new URLSearchParams(all).toString();
  return href(locale, `/admin/questions/${bankId}${query ? `?${query}` : ''}`);
}

import { pageOf } from '#src/lib/page-of.ts';

const COUNTINGS = ['first', 'last', 'best'] as const;
export const CERTIFICATES = ['none', 'held', 'revoked'] as const;
export const STATES = ['waiting', 'resit', 'awaitingMarking', 'pass', 'fail', 'absent'] as const;

/** What `/test/analysis` shows, from its address; invalid values are ignored. */
export function readAnalysisQuery(url: URL) {
  const text = (name: string, most: number) => url.searchParams.get(name)?.trim().slice(0, most) || undefined;
  const day = (name: string) => {
    const value = text(name, 10);
    return value && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
  };
  return {
    tab: url.searchParams.get('tab') === 'questions' ? ('questions' as const) : ('results' as const),
    counting: COUNTINGS.find((each) => each === url.searchParams.get('counting')) ?? COUNTINGS[0],
    from: day('from'),
    to: day('to'),
    department: text('department', 200),
    examState: STATES.find((state) => state === url.searchParams.get('state')),
    certificate: CERTIFICATES.find((each) => each === url.searchParams.get('certificate')),
    window: /^\d{1,2}$/.test(url.searchParams.get('window') ?? '') ? Number(url.searchParams.get('window')) : undefined,
    keyword: text('keyword', 100),
    page: pageOf(url),
  };
}

/** Address of `/test/analysis` with these parameters; empty ones are left out. */
export function analysisPath(parameters: Record<string, string | number | undefined>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `/test/analysis?${query}` : '/test/analysis';
}

export { COUNTINGS };

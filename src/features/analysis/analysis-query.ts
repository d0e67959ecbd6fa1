const COUNTINGS = ['first', 'last', 'best'] as const;

/** What `/test/analysis` shows of an exam, from its address; invalid values are ignored. Its people: candidate-list.ts. */
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
    window: /^\d{1,2}$/.test(url.searchParams.get('window') ?? '') ? Number(url.searchParams.get('window')) : undefined,
  };
}

/** Address of `/test/analysis` with these parameters; empty ones are left out. */
export function analysisPath(parameters: Record<string, string | number | undefined>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `/test/analysis?${query}` : '/test/analysis';
}

export { COUNTINGS };

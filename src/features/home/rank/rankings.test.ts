import { describe, expect, it } from 'vitest';
import { rankPath, readRankQuery } from './rankings.ts';

describe('addresses of /home/rank', () => {
  it('contain only values that differ from the defaults', () => {
    expect(rankPath({})).toBe('/home/rank');
    expect(rankPath({ by: 'points', page: 1 })).toBe('/home/rank');
    expect(rankPath({ by: 'hours', year: 0, page: 3 })).toBe('/home/rank?by=hours&year=0&page=3');
  });

  it('are read again, and nonsense is nothing', () => {
    const read = (query: string) => readRankQuery(new URLSearchParams(query));
    expect(read('by=hours&year=0')).toEqual({ by: 'hours', year: 0, page: 1 });
    expect(read('by=credits&year=2025&page=3')).toEqual({ by: 'credits', year: 2025, page: 3 });
    for (const nonsense of ['', 'by=x&year=', 'year=1999', 'year=2026.5', 'year=-1', 'year=x', 'page=0', 'page=x']) {
      expect(read(nonsense)).toEqual({ by: 'points', year: undefined, page: 1 });
    }
  });
});

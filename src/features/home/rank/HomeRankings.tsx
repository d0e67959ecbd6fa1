import { island } from '#src/i18n/island.tsx';
import { RankList } from './RankList.tsx';
import type { By } from './rankings.ts';

/** The rankings of a year that the enterprise shows, on the dashboard. Loaded when scrolled near (docs/decisions/030). */
function HomeRankings({ year, kinds }: { year: number; kinds: readonly By[] }) {
  const short = kinds.filter((by) => by !== 'hours');
  const isBoth = short.length > 0 && kinds.includes('hours');
  return (
    <div className={`grid grow ${isBoth ? 'lg:grid-cols-2' : ''}`}>
      {short.length > 0 && (
        <div className="flex min-w-0 flex-col">
          {short.map((by, n) => (
            <RankList key={by} by={by} year={year} className={`grow ${n > 0 ? 'border-t border-base-300' : ''}`} />
          ))}
        </div>
      )}
      {kinds.includes('hours') && (
        <RankList
          by="hours"
          year={year}
          className={isBoth ? 'border-t border-base-300 lg:border-s lg:border-t-0' : ''}
        />
      )}
    </div>
  );
}

export default island(HomeRankings);

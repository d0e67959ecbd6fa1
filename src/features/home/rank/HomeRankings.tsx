import { island } from '#src/i18n/island.tsx';
import { RankList } from './RankList.tsx';

/** The three rankings of a year on the dashboard. Loaded when scrolled near (docs/decisions/030). */
function HomeRankings({ year }: { year: number }) {
  return (
    <div className="grid grow lg:grid-cols-2">
      <div className="flex min-w-0 flex-col">
        <RankList by="points" year={year} className="grow" />
        <RankList by="credits" year={year} className="grow border-t border-base-300" />
      </div>
      <RankList by="hours" year={year} className="border-t border-base-300 lg:border-s lg:border-t-0" />
    </div>
  );
}

export default island(HomeRankings);

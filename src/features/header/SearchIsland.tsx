import { SearchBox } from '#src/features/search/SearchBox.tsx';
import { island } from '#src/i18n/island.tsx';

/** The search of the top bar for visitors, `client:touch`: React is loaded on first interaction. */
export default island(function SearchIsland({ type }: { type: number }) {
  return <SearchBox type={type} isMember={false} />;
});

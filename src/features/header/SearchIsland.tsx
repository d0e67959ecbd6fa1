import { SearchBox } from '#src/features/search/SearchBox.tsx';
import { island } from '#src/i18n/island.tsx';

/** The search of the top bar for visitors, `client:touch`: nobody loads React for it before they point at it. */
export default island(function SearchIsland({ type }: { type: number }) {
  return <SearchBox type={type} isMember={false} />;
});

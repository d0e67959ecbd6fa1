import { search } from '#src/contract/search.ts';
import { implement } from '#src/server/core/implement.ts';
import { pageHits } from './page-hits.ts';
import { suggestHits } from './suggest-hits.ts';

export const searchOperations = implement(search, {
  'POST /system/api/search/page': pageHits,
  'POST /system/auth/search/page': pageHits,
  'POST /system/api/search/suggest': suggestHits,
  'POST /system/auth/search/suggest': suggestHits,
});

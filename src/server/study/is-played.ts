import type { CatalogueResource } from '#src/server/course/read-catalogue.ts';

/** Whether seconds of a resource are reported: media, documents, and the recording of a live class. */
export const isPlayed = ({ kind, totalDuration }: Pick<CatalogueResource, 'kind' | 'totalDuration'>): boolean =>
  kind === 'media' || kind === 'reading' || (kind === 'live' && totalDuration > 0);

import type { Data } from '#src/contract/calls.ts';
import type { Resource } from '../room.ts';

export type DocumentView = Data<'GET /course/auth/study/document/view'>;

/** What every kind of document gets: it shows `page`, and says when that page can be seen. */
export type BodyProps = {
  resource: Resource;
  document: DocumentView;
  page: number;
  onPage: (page: number) => void;
  /** The page is on the screen: from now on its time counts. */
  onShown: (page: number) => void;
};

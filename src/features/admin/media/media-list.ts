import type { IconName } from '#src/components/icons.ts';
import type { Data } from '#src/contract/calls.ts';
import { MEDIA_KINDS, type MediaKind } from '#src/contract/rules/media.ts';
import type { Translate } from '#src/i18n/format.ts';
import { href, type Locale } from '#src/i18n/locale.ts';
import { id, listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of `/admin/media`, and its calls. */

export const PAGE = 'POST /data/auth/media/page';
export const VIEW = 'GET /data/auth/media/view';
export const FOLDERS = 'GET /data/auth/media/folder/list';
export const QUOTA = 'GET /data/auth/media/quota';
export const UPLOADS = 'GET /data/auth/media/upload/list';
export type MediaRow = Data<typeof PAGE>['list'][number];
export type MediaView = Data<typeof VIEW>;
export type Folder = Data<typeof FOLDERS>['folders'][number];
export type Place = MediaView['places'][number];
/** What whoever chooses a file gets of it. */
export type ChosenFile = { id: string; name: string; kind: MediaKind; seconds?: number };

export const STATES = ['unused', 'uncaptioned', 'converting', 'failed', 'same'] as const;
export const SOURCES = ['upload', 'pack'] as const;
export type MediaFilter = {
  keyword?: string;
  kind?: MediaKind;
  folderId?: string;
  place?: 'top' | 'deleted';
  source?: (typeof SOURCES)[number];
  state?: (typeof STATES)[number];
};
export const MEDIA = listQuery<MediaFilter, 'name' | 'bytes' | 'gmtCreate'>({
  path: '/admin/media',
  filters: {
    keyword: text(100),
    kind: oneOf(MEDIA_KINDS),
    folderId: id,
    place: oneOf(['top', 'deleted']),
    source: oneOf(SOURCES),
    state: oneOf(STATES),
  },
  sorts: ['name', 'bytes', 'gmtCreate'],
});

export const mediaPage = (state: StateOf<typeof MEDIA>) => [PAGE, pageInput(state)] as const;

export const KIND_ICONS: Record<MediaKind, IconName> = {
  video: 'video',
  audio: 'audio',
  document: 'file',
  picture: 'image',
  archive: 'archive',
};

/** Where a place is changed or seen; null: nowhere of its own. */
export function placeLink(locale: Locale, { kind, id: of, underId }: Place): string | null {
  const paths: Record<Place['kind'], string | null> = {
    resource: `/knowledge/course/${underId}`,
    live: `/knowledge/course/${underId}`,
    course: `/knowledge/course/${of}`,
    project: `/knowledge/project/${of}`,
    announcement: `/info/${of}`,
    lecturer: `/lecturer/view/${of}`,
    question: `/admin/questions/${underId}`,
    session: `/account/sessions/${of}`,
    site: null,
  };
  const path = paths[kind];
  return path && href(locale, path);
}

/** Names a place: "Course: Safety · Fire drill". */
export const placeText = (t: Translate, { kind, title, under }: Place): string =>
  [t(`media:place.${kind}`), [under, title].filter(Boolean).join(' · ')].filter(Boolean).join(t('media:colon'));

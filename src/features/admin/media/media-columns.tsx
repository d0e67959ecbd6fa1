import type { Translate } from '#src/i18n/format.ts';
import { clockTime } from '#src/lib/clock-time.ts';
import { fileSizeText } from '#src/lib/file-size.ts';
import type { Column } from '../kit/table-columns.ts';
import { Moment } from '../kit/Moment.tsx';
import type { MediaRow } from './media-list.ts';
import { Thumbnail } from './Thumbnail.tsx';

type Props = {
  t: Translate;
  timeZone: string;
  isReady: boolean;
  /** Deleted files are listed: when they were deleted is shown, not when they were added. */
  isDeleted: boolean;
  /** Name of the folder of a file, where files of several folders are listed. */
  folderOf: (row: MediaRow) => string | undefined;
  onOpen: (row: MediaRow) => void;
};
type Sorts = 'name' | 'bytes' | 'gmtCreate';

/** The columns of the library. */
export const mediaColumns = ({
  t,
  timeZone,
  isReady,
  isDeleted,
  folderOf,
  onOpen,
}: Props): Column<MediaRow, Sorts>[] => [
  {
    id: 'name',
    title: t('media:name'),
    sort: 'name',
    isMain: true,
    cell: (row) => (
      <button type="button" className="media-name" disabled={!isReady} onClick={() => onOpen(row)}>
        <Thumbnail file={row} />
        <span className="min-w-0">
          <span className="link line-clamp-2 font-medium [overflow-wrap:anywhere]" title={row.name}>
            {row.name}
          </span>
          <span className="line-clamp-1 text-sm text-muted empty:hidden">{folderOf(row)}</span>
          {row.fromPack && <span className="badge badge-ghost badge-sm">{t('media:fromPack')}</span>}
        </span>
      </button>
    ),
  },
  {
    id: 'kind',
    title: t('media:kindOf'),
    cell: ({ kind, seconds, conversion }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums">
        {[t(`media:kind.${kind}`), ...(seconds === null ? [] : [clockTime(seconds)])].join(' · ')}
        {conversion && (
          <span className={`badge badge-sm ${conversion === 'failed' ? 'badge-warning' : 'badge-ghost'}`}>
            {t(`media:conversion.${conversion}`)}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'bytes',
    title: t('media:size'),
    sort: 'bytes',
    isLatestFirst: true,
    isNumber: true,
    cell: ({ bytes }) => fileSizeText(bytes),
  },
  {
    id: 'captions',
    title: t('media:captions.title'),
    isExtra: true,
    cell: ({ captions }) => captions.join(', '),
  },
  {
    id: 'uses',
    title: t('media:uses'),
    isNumber: true,
    cell: ({ uses }) => (uses > 0 ? uses : <span className="text-muted">{t('media:unused')}</span>),
  },
  isDeleted
    ? {
        id: 'deletedAt',
        title: t('media:deletedAt'),
        cell: ({ deletedAt }) => deletedAt && <Moment at={deletedAt} timeZone={timeZone} isDay />,
      }
    : {
        id: 'gmtCreate',
        title: t('media:added'),
        sort: 'gmtCreate',
        isLatestFirst: true,
        cell: ({ gmtCreate }) => <Moment at={gmtCreate} timeZone={timeZone} isDay />,
      },
];

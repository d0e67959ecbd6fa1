import './media.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { acceptOf, type MediaKind } from '#src/contract/rules/media.ts';
import { useT } from '#src/i18n/island.tsx';
import { clockTime } from '#src/lib/clock-time.ts';
import { fileSizeText } from '#src/lib/file-size.ts';
import { PickerSearch, useTyped } from '../kit/Picker.tsx';
import { type ChosenFile, PAGE } from './media-list.ts';
import { Thumbnail } from './Thumbnail.tsx';
import { UploadButton } from './UploadButton.tsx';
import { UploadTray } from './UploadTray.tsx';
import { useMediaUploads } from './use-uploads.ts';

type Props = {
  /** Label of the button that opens it. */
  label: string;
  kinds: readonly MediaKind[];
  multiple?: boolean;
  /** The files are about to be shown to visitors, e.g. as cover or attachment: they are made public. */
  isPublic?: boolean;
  onChoose: (files: ChosenFile[]) => void;
};

const PAGE_SIZE = 20;

/**
 * A button that opens the media library to choose files from it, or to upload some. The page passes the namespaces `media` and `admin`;
 * only those who have the right `content.manage` may use it.
 */
export function MediaPicker({ label, ...props }: Props) {
  const hydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn" disabled={!hydrated} onClick={() => setOpen(true)}>
        <Icon name="image" className="size-4" />
        {label}
      </button>
      {isOpen && <PickerDialog {...props} title={label} onClose={() => setOpen(false)} />}
    </>
  );
}

type DialogProps = Omit<Props, 'label'> & { title: string; onClose: () => void };

/** The dialog of the picker, for those who open it otherwise. */
export function PickerDialog({ title, kinds, multiple = false, isPublic = false, onChoose, onClose }: DialogProps) {
  const t = useT();
  const { typed, setTyped, keyword } = useTyped();
  const [kind, setKind] = useState(kinds[0]!);
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ChosenFile[]>([]);
  const query = useCall(PAGE, { kind, keyword, pageCurrent: page, pageSize: PAGE_SIZE });
  const { run: choose, isPending } = useAction(async (files: ChosenFile[]) => {
    const ids = files.map(({ id }) => id);
    const made = isPublic ? (await api('PUT /data/auth/media/publish', { ids })).ids : ids;
    onChoose(files.map((file, at) => ({ ...file, id: made[at] ?? file.id })));
    onClose();
  });
  const take = (file: ChosenFile) => {
    if (!multiple) return void choose([file]);
    const isChosen = chosen.some(({ id }) => id === file.id);
    setChosen(isChosen ? chosen.filter(({ id }) => id !== file.id) : [...chosen, file]);
  };
  const uploads = useMediaUploads((done) => {
    const files = done.flatMap(({ key, file, sameAs }) => {
      // The one that the library has already; the other one stays in it until somebody removes it.
      const made = sameAs ?? file;
      uploads.dismiss(key);
      return made && kinds.includes(made.kind) ? [fileOf(made)] : [];
    });
    if (files.length === 0) return;
    // So that what was sent is among what is shown.
    setKind(files[0]!.kind);
    setPage(1);
    if (multiple) setChosen((before) => [...before, ...files]);
    else void choose(files.slice(0, 1));
  });
  return (
    <ActionDialog title={title} onClose={onClose} className="max-w-3xl">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-48 grow">
          <PickerSearch
            label={t('media:keyword')}
            value={typed}
            onChange={(text) => {
              setTyped(text);
              setPage(1);
            }}
          />
        </div>
        {kinds.length > 1 && (
          <select
            className="select w-auto select-sm"
            aria-label={t('media:kindOf')}
            value={kind}
            onChange={({ target }) => {
              setKind(kinds[target.selectedIndex]!);
              setPage(1);
            }}
          >
            {kinds.map((each) => (
              <option key={each} value={each}>
                {t(`media:kind.${each}`)}
              </option>
            ))}
          </select>
        )}
        <UploadButton
          label={t('media:upload')}
          accept={acceptOf(kinds)}
          multiple={multiple}
          className="btn btn-sm"
          onChoose={(files) => uploads.add(files, { folderId: null, replaces: null })}
        />
      </div>
      <UploadTray uploads={{ ...uploads, interrupted: [], ready: [] }} onUseSame={() => undefined} />
      <LoadState query={query} lines={6}>
        {({ list, totalPage }) => (
          <>
            {list.length === 0 && <EmptyState icon="search" title={t('media:nothingFound')} />}
            <ul className="media-choices" aria-label={title}>
              {list.map((row) => (
                <li key={row.id}>
                  <button
                    type="button"
                    className="flex w-full items-center gap-3 rounded-field px-2 py-1.5 text-start hover:bg-base-200 aria-pressed:bg-primary-soft"
                    aria-pressed={multiple ? chosen.some(({ id }) => id === row.id) : undefined}
                    onClick={() => take(fileOf(row))}
                  >
                    <Thumbnail file={row} />
                    <span className="min-w-0">
                      <span className="line-clamp-1 font-medium [overflow-wrap:anywhere]">{row.name}</span>
                      <span className="block text-sm text-muted tabular-nums">
                        {[fileSizeText(row.bytes), ...(row.seconds === null ? [] : [clockTime(row.seconds)])].join(
                          ' · ',
                        )}
                      </span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {totalPage > 1 && (
              <div className="flex items-center justify-center gap-3 text-sm tabular-nums">
                <button type="button" className="btn btn-sm" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                  {t('media:previous')}
                </button>
                {page} / {totalPage}
                <button
                  type="button"
                  className="btn btn-sm"
                  disabled={page >= totalPage}
                  onClick={() => setPage(page + 1)}
                >
                  {t('media:next')}
                </button>
              </div>
            )}
          </>
        )}
      </LoadState>
      {multiple && (
        <div className="modal-action mt-0">
          <button type="button" className="btn btn-ghost" onClick={onClose}>
            {t('common:cancel')}
          </button>
          <button
            type="button"
            className="btn btn-primary"
            disabled={chosen.length === 0}
            aria-disabled={isPending}
            onClick={() => void choose(chosen)}
          >
            {t('media:choose', { count: chosen.length })}
          </button>
        </div>
      )}
    </ActionDialog>
  );
}

const fileOf = ({
  id,
  name,
  kind,
  seconds,
}: {
  id: string;
  name: string;
  kind: MediaKind;
  seconds: number | null;
}): ChosenFile => ({
  ...{ id, name, kind },
  ...(seconds !== null && { seconds }),
});

import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { MEDIA_LIMITS } from '#src/contract/rules/media.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { fileSizeText } from '#src/lib/file-size.ts';
import { Tree } from '../kit/Tree.tsx';
import type { Selected } from '../kit/use-selection.ts';
import { FOLDERS, type MediaFilter, PAGE, placeLink, placeText, QUOTA, VIEW } from './media-list.ts';

/** What a command is applied to, as the calls take it. */
export const chosenOf = ({ ids, filter, count }: Selected<MediaFilter>) =>
  filter ? { found: { filter, count } } : { ids };

type Props = { selected: Selected<MediaFilter>; onDone: () => void; onClose: () => void };

/** Asks into which folder files are moved. */
export function MoveDialog({ selected, onDone, onClose }: Props) {
  const t = useT();
  const query = useCall(FOLDERS, {});
  const [folderId, setFolderId] = useState<string | null>(null);
  const { run, isPending } = useAction(async (to: string | null) => {
    const { count } = await api('PUT /data/auth/media/move', { ...chosenOf(selected), folderId: to });
    notify(t('media:moved', { count }), 'success');
    invalidate(PAGE, FOLDERS, VIEW);
    onDone();
    onClose();
  });
  return (
    <ActionDialog title={t('media:moveTitle', { count: selected.count })} onClose={onClose} className="max-w-lg">
      <LoadState query={query} lines={4}>
        {({ folders }) => (
          <div className="max-h-80 overflow-y-auto">
            <Tree
              label={t('media:folders')}
              nodes={folders.map(({ id, parentId, name }) => ({ id, parentId, label: name }))}
              selected={folderId}
              onSelect={setFolderId}
            />
          </div>
        )}
      </LoadState>
      <div className="modal-action mt-0">
        <button type="button" className="btn btn-ghost" onClick={onClose}>
          {t('common:cancel')}
        </button>
        <button type="button" className="btn" aria-disabled={isPending} onClick={() => void run(null)}>
          {t('media:moveTop')}
        </button>
        <button
          type="button"
          className="btn btn-primary"
          disabled={folderId === null}
          aria-disabled={isPending}
          onClick={() => void run(folderId)}
        >
          {t('media:moveHere')}
        </button>
      </div>
    </ActionDialog>
  );
}

/** Says which of the files are deleted, and where the others are used. */
export function DeleteDialog({ selected, onDone, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const chosen = chosenOf(selected);
  const query = useCall('POST /data/auth/media/delete/plan', chosen);
  const { run, isPending } = useAction(async (deletable: number) => {
    const { count } = await api('POST /data/auth/media/delete', { ...chosen, deletable });
    notify(t('media:deletedNow', { count, days: MEDIA_LIMITS.deletedDays }), 'success');
    invalidate(PAGE, FOLDERS, QUOTA);
    onDone();
    onClose();
  });
  return (
    <ActionDialog title={t('media:deleteTitle', { count: selected.count })} onClose={onClose} className="max-w-xl">
      <LoadState query={query} lines={3}>
        {({ deletable, bytes, usedCount, used }) => (
          <>
            <ul className="flex list-disc flex-col gap-1 ps-5">
              <li>
                {t('media:deletable', { count: deletable, size: fileSizeText(bytes), days: MEDIA_LIMITS.deletedDays })}
              </li>
              {usedCount > 0 && <li>{t('media:stillUsed', { count: usedCount })}</li>}
            </ul>
            {used.length > 0 && (
              <ul className="flex max-h-72 flex-col gap-2 overflow-y-auto text-sm">
                {used.map(({ id, name, places }) => (
                  <li key={id}>
                    <span className="font-medium break-words">{name}</span>
                    <ul className="ps-4 text-muted">
                      {places.slice(0, 5).map((place) => {
                        const link = placeLink(locale, place);
                        const text = placeText(t, place);
                        return (
                          <li key={place.kind + place.id}>
                            {link ? (
                              <a className="link" href={link}>
                                {text}
                              </a>
                            ) : (
                              text
                            )}
                          </li>
                        );
                      })}
                      {places.length > 5 && <li>{t('media:morePlaces', { count: places.length - 5 })}</li>}
                    </ul>
                  </li>
                ))}
              </ul>
            )}
            <div className="modal-action mt-0">
              <button type="button" className="btn btn-ghost" onClick={onClose}>
                {t('common:cancel')}
              </button>
              <button
                type="button"
                className="btn btn-error"
                disabled={deletable === 0}
                aria-disabled={isPending}
                onClick={() => void run(deletable)}
              >
                {t('media:delete')}
              </button>
            </div>
          </>
        )}
      </LoadState>
    </ActionDialog>
  );
}

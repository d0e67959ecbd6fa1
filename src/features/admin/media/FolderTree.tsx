import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { followLink } from '#src/client/router.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { textOf, required, useForm } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { MEDIA_LIMITS } from '#src/contract/rules/media.ts';
import { useT } from '#src/i18n/island.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { Tree } from '../kit/Tree.tsx';
import type { List } from '../kit/use-list.ts';
import { type Folder, FOLDERS, type MediaFilter, PAGE } from './media-list.ts';

type Props = { list: List<MediaFilter, 'name' | 'bytes' | 'gmtCreate'> };
const SAVE = 'POST /data/auth/media/folder/save';
/** With more folders there is a search for their names. */
const SEARCHED = 12;

/** The folders of the library, and the choices beside them: all files, those in no folder, deleted ones. */
export function FolderTree({ list }: Props) {
  const t = useT();
  const query = useCall(FOLDERS, {});
  const [edited, setEdited] = useState<Folder | 'new' | null>(null);
  const { folderId, place, ...others } = list.filter;
  const selected = folderId ?? null;
  const hydrated = useHydrated();
  const [keyword, setKeyword] = useState('');
  const { run: move } = useAction(async (id: string, parentId: string | null) => {
    const { name, parentId: before } = query.data!.folders.find((each) => each.id === id)!;
    try {
      await api(SAVE, { id, parentId, name, was: { name, parentId: before } });
    } finally {
      invalidate(FOLDERS);
    }
  });
  const { run: remove } = useAction(async (id: string) => {
    await api('DELETE /data/auth/media/folder/delete', { id });
    notify(t('media:folder.deleted'), 'success');
    list.go({ filter: others });
    invalidate(FOLDERS);
  });
  const choice = (label: string, filter: Partial<MediaFilter>, isChosen: boolean) => (
    <a
      href={list.link({ filter: { ...others, ...filter } })}
      className="menu-row"
      aria-current={isChosen || undefined}
      onClick={followLink}
    >
      <span className={isChosen ? 'font-semibold text-primary' : ''}>{label}</span>
    </a>
  );
  return (
    <nav className="media-folders paper flex flex-col gap-2 p-3" aria-label={t('media:folders')}>
      {choice(t('media:all'), {}, !folderId && !place)}
      {choice(t('media:top'), { place: 'top' }, place === 'top')}
      {choice(t('media:deleted'), { place: 'deleted' }, place === 'deleted')}
      <LoadState query={query} lines={3}>
        {({ folders }) => {
          const chosen = folders.find(({ id }) => id === selected);
          return (
            <>
              <button
                type="button"
                className="btn btn-ghost btn-sm self-start"
                disabled={!hydrated}
                onClick={() => setEdited('new')}
              >
                <Icon name="plus" className="size-4" />
                {t('media:folder.add')}
              </button>
              {folders.length > SEARCHED && (
                <input
                  type="search"
                  className="input input-sm w-full"
                  value={keyword}
                  maxLength={100}
                  autoComplete="off"
                  placeholder={t('media:folder.search')}
                  aria-label={t('media:folder.search')}
                  disabled={!hydrated}
                  onChange={({ target }) => setKeyword(target.value)}
                />
              )}
              {folders.length > 0 && (
                <Tree
                  label={t('media:folders')}
                  nodes={folders.map(({ id, parentId, name, count }) => ({ id, parentId, label: name, count }))}
                  selected={selected}
                  keyword={folders.length > SEARCHED ? keyword : ''}
                  onSelect={(id) => list.go({ filter: { ...others, folderId: id } })}
                  countText={(count) => t('media:fileCount', { count })}
                  onMove={(id, to) => void move(id, to.parentId)}
                  hasOwnOrder
                  commands={
                    chosen && (
                      <>
                        <button
                          type="button"
                          className="btn btn-ghost btn-sm"
                          disabled={!hydrated}
                          onClick={() => setEdited(chosen)}
                        >
                          {t('media:folder.rename')}
                        </button>
                        <button
                          type="button"
                          className="btn btn-ghost btn-sm text-error"
                          disabled={!hydrated}
                          onClick={() => void remove(chosen.id)}
                        >
                          {t('media:folder.delete')}
                        </button>
                      </>
                    )
                  }
                />
              )}
            </>
          );
        }}
      </LoadState>
      {edited && (
        <FolderDialog folder={edited === 'new' ? null : edited} parentId={selected} onClose={() => setEdited(null)} />
      )}
    </nav>
  );
}

type DialogProps = { folder: Folder | null; parentId: string | null; onClose: () => void };

/** Adds a folder, below the selected one, or renames it. A folder that somebody else has renamed meanwhile shows its name beside the typed one. */
function FolderDialog({ folder, parentId, onClose }: DialogProps) {
  const t = useT();
  const [stored, setStored] = useState(folder);
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { name: t('media:nameMissing') }),
    send: async (values) => {
      const place = stored
        ? { id: stored.id, parentId: stored.parentId, was: { name: stored.name, parentId: stored.parentId } }
        : { parentId };
      try {
        await api(SAVE, { ...place, name: textOf(values, 'name') }, { isShowErrTip: false });
      } catch (error) {
        if (stored && error instanceof ApiError && error.code === 409) {
          const { folders } = await api(FOLDERS, {});
          setStored(folders.find(({ id }) => id === stored.id) ?? stored);
        }
        throw error;
      }
      invalidate(FOLDERS, PAGE);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(folder ? 'media:folder.rename' : 'media:folder.add')}
      action={t('media:save')}
      form={form}
      onClose={onClose}
    >
      <FormField
        {...form.field('name')}
        label={t('media:folder.name')}
        defaultValue={folder?.name ?? ''}
        maxLength={MEDIA_LIMITS.folderName}
        autoComplete="off"
      />
      {stored && stored.name !== folder?.name && <p>{t('media:folder.renamedTo', { name: stored.name })}</p>}
    </FormDialog>
  );
}

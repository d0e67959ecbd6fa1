import './media.css';
import { type DragEvent, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { acceptOf, MEDIA_KINDS } from '#src/contract/rules/media.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import type { Selected } from '../kit/use-selection.ts';
import { droppedFiles } from './dropped-files.ts';
import { FolderTree } from './FolderTree.tsx';
import { chosenOf, DeleteDialog, MoveDialog } from './MediaDialogs.tsx';
import {
  FOLDERS,
  MEDIA,
  type MediaFilter,
  mediaPage,
  type MediaRow,
  PAGE,
  QUOTA,
  SOURCES,
  STATES,
} from './media-list.ts';
import { MediaPanel } from './MediaPanel.tsx';
import { mediaColumns } from './media-columns.tsx';
import { QuotaBar } from './QuotaBar.tsx';
import { type NewBytes, ReplaceDialog } from './ReplaceDialog.tsx';
import { UploadButton } from './UploadButton.tsx';
import type { Dropped, UploadItem } from './upload-queue.ts';
import { UploadTray } from './UploadTray.tsx';
import { useMediaUploads } from './use-uploads.ts';

type Props = { search: string; timeZone: string };
type Command = { kind: 'move' | 'delete'; selected: Selected<MediaFilter>; clear: () => void };

/** The media library. */
function Media({ search, timeZone }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const list = useList(MEDIA, search);
  const query = useCall(...mediaPage(list));
  const folders = useCall(FOLDERS, {});
  const [opened, setOpened] = useState<MediaRow | null>(null);
  const [command, setCommand] = useState<Command | null>(null);
  const [decided, setDecided] = useState<NewBytes | null>(null);
  const [isOver, setOver] = useState(false);
  const uploads = useMediaUploads((done) => {
    const replacement = done.find(({ state }) => state === 'ready');
    if (replacement) setDecided({ uploadId: replacement.uploadId! });
  });
  const folderId = list.filter.folderId ?? null;
  const isDeleted = list.filter.place === 'deleted';
  const add = (files: Dropped[]) => uploads.add(files, { folderId, replaces: null });
  const onDrop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(await droppedFiles(event.dataTransfer));
  };
  const { run: restore } = useAction(async (selected: Selected<MediaFilter>, clear: () => void) => {
    const { count } = await api('PUT /data/auth/media/restore', chosenOf(selected));
    notify(t('media:restored', { count }), 'success');
    clear();
    invalidate(PAGE, FOLDERS, QUOTA);
  });
  const { run: takeSame } = useAction(async ({ key, file }: UploadItem) => {
    await api('POST /data/auth/media/delete', { ids: [file!.id], deletable: 1 });
    uploads.dismiss(key);
    invalidate(PAGE, FOLDERS, QUOTA);
  });
  const isFile = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('media:title')} hint={t('media:intro')}>
        <UploadButton label={t('media:uploadFolder')} isFolder multiple onChoose={add} />
        <UploadButton
          label={t('media:upload')}
          accept={acceptOf(MEDIA_KINDS)}
          multiple
          className="btn btn-primary"
          onChoose={add}
        />
      </PageHead>
      <QuotaBar />
      <div className="media">
        <FolderTree list={list} />
        <div
          className="media-drop"
          data-over={isOver || undefined}
          onDragOver={(event) => {
            if (!isFile(event)) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            if (isFile(event)) void onDrop(event);
          }}
        >
          <UploadTray
            uploads={uploads}
            onDecide={(uploadId) => setDecided({ uploadId })}
            onUseSame={(item) => void takeSame(item)}
          />
          <Table
            label={t('media:title')}
            list={list}
            query={query}
            keyOf={({ id }) => id}
            keyword={t('media:keyword')}
            filters={[
              {
                name: 'kind',
                label: t('media:kindOf'),
                options: MEDIA_KINDS.map((kind) => [kind, t(`media:kind.${kind}`)]),
              },
              {
                name: 'state',
                label: t('media:stateOf'),
                options: STATES.map((state) => [state, t(`media:state.${state}`)]),
              },
              {
                name: 'source',
                label: t('media:sourceOf'),
                options: SOURCES.map((source) => [source, t(`media:source.${source}`)]),
                place: 'more',
              },
            ]}
            columns={mediaColumns({
              ...{ t, timeZone, isReady: hydrated, isDeleted, onOpen: setOpened },
              folderOf: (row) =>
                folderId === null ? folders.data?.folders.find(({ id }) => id === row.folderId)?.name : undefined,
            })}
            empty={<EmptyState icon="image" title={t('media:empty')} hint={t('media:emptyHint')} />}
            selection={{
              nameOf: ({ name }) => name,
              commands: (selected, clear) =>
                isDeleted ? (
                  <button type="button" className="btn btn-sm" onClick={() => void restore(selected, clear)}>
                    {t('media:restore')}
                  </button>
                ) : (
                  <>
                    <button
                      type="button"
                      className="btn btn-sm"
                      onClick={() => setCommand({ kind: 'move', selected, clear })}
                    >
                      {t('media:move')}
                    </button>
                    <button
                      type="button"
                      className="btn btn-sm text-error"
                      onClick={() => setCommand({ kind: 'delete', selected, clear })}
                    >
                      {t('media:delete')}
                    </button>
                  </>
                ),
            }}
          />
        </div>
      </div>
      {opened && (
        <MediaPanel
          row={opened}
          timeZone={timeZone}
          onReplace={(row, dropped) => {
            setOpened(null);
            uploads.add([dropped], { folderId: null, replaces: row });
          }}
          onDecide={setDecided}
          onClose={() => setOpened(null)}
        />
      )}
      {command?.kind === 'move' && (
        <MoveDialog selected={command.selected} onDone={command.clear} onClose={() => setCommand(null)} />
      )}
      {command?.kind === 'delete' && (
        <DeleteDialog selected={command.selected} onDone={command.clear} onClose={() => setCommand(null)} />
      )}
      {decided && (
        <ReplaceDialog
          by={decided}
          onClose={() => {
            // Decided or put off: it is in the list of uploads of the server until then.
            for (const { key, state, uploadId } of uploads.items)
              if (state === 'ready' && 'uploadId' in decided && uploadId === decided.uploadId) uploads.dismiss(key);
            setDecided(null);
          }}
        />
      )}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Media {...props} />
  </GivenContext>
));

import { type DragEvent, useEffect, useEffectEvent, useState } from 'react';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import {
  cleanNames,
  commonFolder,
  courseTree,
  type ImportedFile,
  pathProblem,
} from '#src/contract/rules/course-tree.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { saveDraft } from '../content/content-item.ts';
import { Group } from '../kit/fields.tsx';
import { droppedFiles } from '../media/dropped-files.ts';
import { UploadButton } from '../media/UploadButton.tsx';
import type { Dropped, UploadItem } from '../media/upload-queue.ts';
import { UploadTray } from '../media/UploadTray.tsx';
import { useMediaUploads } from '../media/use-uploads.ts';
import { NEW_COURSE } from './course-document.ts';
import { ImportResult, type LeftOut, LeftOutList } from './ImportResult.tsx';
import { typeOfFile } from './item-files.ts';

/** Files that the server makes a course of by itself. */
const WHOLE = /\.(zip|docx|pptx)$/i;
const pathOf = ({ name, path }: { name: string; path: string }) => (path ? `${path}/${name}` : name);
const isOver = ({ state }: UploadItem) => state === 'done' || state === 'failed';

type Props = {
  /** Called with the id of an archive or document that was dropped alone. */
  onFile: (fileId: string) => void;
};

/** A folder is uploaded into the media library, and its files become a course when they are there. */
export function FolderImport({ onFile }: Props) {
  const t = useT();
  const locale = useLocale();
  const [isTarget, setTarget] = useState(false);
  const [ignored, setIgnored] = useState<LeftOut[]>([]);
  const [made, setMade] = useState<{ courseId: string; leftOut: LeftOut[] } | null>(null);
  const [single, setSingle] = useState(false);
  const uploads = useMediaUploads((done) => {
    const file = single && (done[0]!.sameAs ?? done[0]!.file);
    if (file) onFile(file.id);
  });
  const { items } = uploads;
  const failed = items.filter(({ state }) => state === 'failed');
  const leftOut = [...ignored, ...failed.map((item) => ({ path: pathOf(item), message: item.message }))];
  const isReady = !single && items.length > 0 && items.every(isOver);

  const { run: make } = useAction(async () => {
    const files = items.flatMap((item): ImportedFile[] => {
      // The one that the library has already; the other one stays in it until somebody removes it.
      const file = item.sameAs ?? item.file;
      return file ? [{ path: pathOf(item), type: typeOfFile(file), fileId: file.id, fileName: file.name }] : [];
    });
    if (files.length === 0) {
      notify(t('editing:import.nothing'), 'error');
      return;
    }
    const folder = commonFolder(files.map(({ path }) => path)) ?? t('editing:import.untitled');
    const document = { ...NEW_COURSE, title: cleanNames([folder])[0]!, items: courseTree(files) };
    const { id } = await saveDraft('course', undefined, document, 0);
    if (leftOut.length === 0) return location.assign(href(locale, `/admin/courses/edit?id=${id}`));
    for (const { key } of items) uploads.dismiss(key);
    setMade({ courseId: id, leftOut });
  });
  // What has failed is shown first: it may be sent again.
  const makeNow = useEffectEvent(() => void make());
  const isComplete = isReady && failed.length === 0;
  useEffect(() => {
    if (isComplete) makeNow();
  }, [isComplete]);

  const add = (dropped: Dropped[]) => {
    setSingle(dropped.length === 1 && dropped[0]!.path === '' && WHOLE.test(dropped[0]!.file.name));
    const problemOf = ({ file, path }: Dropped) => pathProblem(pathOf({ name: file.name, path }));
    const wanted = dropped.filter((each) => problemOf(each) === null);
    const tree = courseTree(
      wanted.map(({ file, path }) => ({
        ...{ path: pathOf({ name: file.name, path }), type: 'document', fileId: '', fileName: '' },
      })),
    );
    const limit = MAX_ITEMS.resources;
    if (tree.length > limit) return notify(t('editing:import.tooMany', { limit }), 'error');
    if (tree.length === 0) return notify(t('editing:import.nothing'), 'error');
    setIgnored(
      dropped.flatMap((each) => {
        const problem = problemOf(each);
        if (problem === null) return [];
        const path = pathOf({ name: each.file.name, path: each.path });
        return [
          { path, message: t(problem === 'importTooDeep' ? 'editing:import.tooDeep' : 'editing:import.systemFile') },
        ];
      }),
    );
    uploads.add(wanted, { folderId: null, replaces: null });
  };
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setTarget(false);
    add(await droppedFiles(event.dataTransfer, true));
  };

  if (made) return <ImportResult {...made} />;
  return (
    <Group title={t('editing:import.folder')} hint={t('editing:import.folderHint')}>
      <div
        className="media-drop flex flex-col gap-4"
        data-over={isTarget || undefined}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setTarget(true);
        }}
        onDragLeave={() => setTarget(false)}
        onDrop={(event) => void drop(event)}
      >
        {items.length === 0 && (
          <UploadButton label={t('editing:import.chooseFolder')} isFolder multiple onChoose={add} />
        )}
        <UploadTray uploads={{ ...uploads, interrupted: [], ready: [] }} onUseSame={() => undefined} />
        {isReady && failed.length > 0 && (
          <>
            <LeftOutList leftOut={leftOut} />
            <button type="button" className="btn btn-primary self-start" onClick={() => void make()}>
              {t('editing:import.without')}
            </button>
          </>
        )}
      </div>
    </Group>
  );
}

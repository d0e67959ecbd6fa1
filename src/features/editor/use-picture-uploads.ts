import type { Editor } from '@tiptap/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { useT } from '#src/i18n/island.tsx';
import { pictureProblem } from '#src/contract/rules/picture.ts';
import { addPlace, fillPlace, removePlace } from './picture-places.ts';
import type { UploadPicture } from './upload-picture.ts';

/** A picture that is not in the document yet. `problem`: why it failed; empty while it is being sent. */
export type PictureUpload = {
  id: number;
  name: string;
  /** Its place in the editor, for a portal. */
  element: HTMLElement;
  /** From 0 to 1. */
  progress: number;
  problem: string;
  /** Whether trying again can help. */
  isRetryable: boolean;
  retry: () => void;
  remove: () => void;
};

let lastId = 0;

/**
 * Uploads pictures into an editor: a failed one stays at its place and can be tried again.
 * @param onPending called with the number of pictures that are not uploaded yet, and how many of these have failed
 */
export function usePictureUploads(
  editor: Editor | null,
  uploadPicture: UploadPicture,
  onPending?: (count: number, failed: number) => void,
): { uploads: PictureUpload[]; add: (files: File[], position: number) => void } {
  const t = useT();
  const [uploads, setUploads] = useState<PictureUpload[]>([]);
  const sending = useRef(new Map<number, AbortController>());
  const patch = (id: number, change: Partial<PictureUpload>) =>
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...change } : each)));
  const drop = (id: number) => {
    sending.current.get(id)?.abort();
    sending.current.delete(id);
    setUploads((all) => all.filter((each) => each.id !== id));
  };

  const send = async (id: number, file: File) => {
    const texts = { fileTooLarge: t('editor:picture.tooLarge'), pictureType: t('editor:picture.type') };
    const wrong = pictureProblem(file);
    if (wrong) return patch(id, { problem: texts[wrong], isRetryable: false });
    const controller = new AbortController();
    sending.current.set(id, controller);
    patch(id, { problem: '', progress: 0 });
    try {
      const onProgress = (progress: number) => patch(id, { progress });
      const { url, width, height } = await uploadPicture(file, { onProgress, signal: controller.signal });
      if (controller.signal.aborted || !editor || editor.isDestroyed) return;
      fillPlace(editor.view, id, { src: url, alt: '', width, height });
      drop(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (controller.signal.aborted) return;
      const problem = Object.values(error.fields)[0] || error.message || t('editor:picture.failed');
      // 413 and 415: the file is the problem.
      patch(id, { problem, isRetryable: error.code !== 413 && error.code !== 415 });
    }
  };
  const add = (files: File[], position: number) => {
    if (!editor) return;
    for (const file of files) {
      const id = (lastId += 1);
      const element = document.createElement('div');
      element.contentEditable = 'false';
      addPlace(editor.view, id, position, element);
      const remove = () => {
        removePlace(editor.view, id);
        drop(id);
        editor.commands.focus();
      };
      const retry = () => void send(id, file);
      const upload = { id, name: file.name, element, progress: 0, problem: '', isRetryable: true, retry, remove };
      setUploads((all) => [...all, upload]);
      void send(id, file);
    }
  };

  const { length } = uploads;
  const failed = uploads.filter(({ problem }) => problem !== '').length;
  const tellPending = useEffectEvent((count: number, wrong: number) => onPending?.(count, wrong));
  useEffect(() => {
    tellPending(length, failed);
  }, [length, failed]);
  useEffect(() => {
    const { current } = sending;
    return () => current.forEach((controller) => controller.abort());
  }, []);

  return { uploads, add };
}

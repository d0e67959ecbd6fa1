import type { Data } from '#src/contract/calls.ts';
import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { problemOf } from '#src/client/problem-of.ts';
import { invalidate } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { patchViewer } from '#src/client/session-state.ts';
import { $viewer } from '#src/client/session.store.ts';
import { upload } from '#src/client/upload.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Avatar } from '#src/components/Avatar.tsx';
import type { CropDialogProps, CropShape } from '#src/components/CropDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { PICTURE_TYPES, pictureProblem } from '#src/contract/rules/picture.ts';

export type User = Data<'GET /user/auth/enterprise/user/info/current/view'>;

/** An image being cropped, and the dialog, which is loaded with the first image. */
type Chosen = { picture: ImageBitmap; url: string; Dialog: ComponentType<CropDialogProps> };

/** The server stores this size. */
const SHAPE: CropShape = {
  ...{ isRound: true, aspect: 1, width: 512 },
  previews: [
    { pixels: 144, className: 'size-18' },
    { pixels: 72, className: 'size-9' },
  ],
};

/** The user's avatar: choose or drop an image, crop and upload it. It is then updated in all islands and tabs. */
export function AvatarEditor({ user }: { user: User }) {
  const t = useT();
  const hydrated = useHydrated();
  const person = useStore($viewer, { ssr: () => null }) ?? user;
  const file = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState('');
  const [chosen, setChosen] = useState<Chosen | null>(null);

  const open = async (picked: File | undefined) => {
    if (!picked) return;
    const texts = { fileTooLarge: t('errors:fileTooLarge'), pictureType: t('errors:pictureType') };
    const wrong = pictureProblem(picked);
    if (wrong) return setProblem(texts[wrong]);
    const [picture, module] = await Promise.allSettled([
      createImageBitmap(picked),
      import('#src/components/CropDialog.tsx'),
    ]);
    if (picture.status === 'rejected') return setProblem(t('errors:pictureBroken'));
    if (module.status === 'rejected') return setProblem(t('account:login.unreachable'));
    setProblem('');
    setChosen({ picture: picture.value, url: URL.createObjectURL(picked), Dialog: module.value.CropDialog });
  };
  const close = () => {
    if (!chosen) return;
    chosen.picture.close();
    URL.revokeObjectURL(chosen.url);
    setChosen(null);
    choose.current?.focus();
  };
  const show = (headPortrait: string | null, said: string) => {
    patchViewer({ headPortrait });
    invalidate('GET /user/auth/enterprise/user/info/current/view');
    notify(said, 'success');
  };
  const remove = useAction(async () => {
    setProblem('');
    await api('PUT /user/auth/enterprise/user/info/update', { headPortraitFileId: null });
    show(null, t('account:avatar.removed'));
    choose.current?.focus();
  });
  const isOver = useFileDrop((dropped) => {
    if (!chosen) void open(dropped);
  });

  return (
    <div
      className={`flex flex-wrap items-center gap-x-5 gap-y-3 rounded-box border border-dashed p-4 sm:px-6 ${isOver ? 'border-primary bg-primary-soft' : 'border-transparent'}`}
    >
      <Avatar
        name={t('account:avatar.of', { name: person.userName })}
        sex={person.sex}
        src={person.headPortrait}
        className="size-20"
      />
      <div className="flex min-w-0 grow basis-44 flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <input
            ref={file}
            type="file"
            accept={PICTURE_TYPES.join()}
            hidden
            onChange={({ target }) => {
              void open(target.files?.[0]);
              // The same file may be chosen again.
              target.value = '';
            }}
          />
          <button
            ref={choose}
            type="button"
            disabled={!hydrated}
            className="btn btn-sm"
            onClick={() => file.current?.click()}
          >
            <Icon name="upload" className="size-4" />
            {t('account:avatar.choose')}
          </button>
          {person.headPortrait && (
            <button
              type="button"
              disabled={!hydrated}
              aria-disabled={remove.isPending}
              className="btn btn-ghost btn-sm"
              onClick={() => void remove.run()}
            >
              {t('account:avatar.remove')}
            </button>
          )}
        </div>
        <p className="text-sm text-muted">{t('account:avatar.hint')}</p>
        <p role="alert" className="text-sm text-error empty:hidden">
          {problem}
        </p>
      </div>
      {chosen && (
        <chosen.Dialog
          picture={chosen.picture}
          url={chosen.url}
          shape={SHAPE}
          texts={{
            title: t('account:avatar.crop'),
            hint: t('account:avatar.cropHint'),
            frame: t('account:avatar.frame'),
            zoom: t('account:avatar.zoom'),
            progress: t('account:avatar.progress'),
            save: t('account:avatar.save'),
          }}
          onClose={close}
          onSave={(file, options) => {
            const quiet = { ...options, isShowErrTip: false };
            return problemOf(async () => {
              const { id } = await upload('POST /system/auth/upload/pic', { file, use: 'avatar' }, quiet);
              const input = { headPortraitFileId: id };
              const { headPortrait } = await api('PUT /user/auth/enterprise/user/info/update', input, quiet);
              show(headPortrait, t('account:avatar.saved'));
            }, t('account:login.unreachable'));
          }}
        />
      )}
    </div>
  );
}

/**
 * Handles files dropped anywhere on the page: outside the target the browser would navigate to the file.
 * @returns whether a file is being dragged over the page
 */
function useFileDrop(onDrop: (file: File | undefined) => void): boolean {
  const [isOver, setOver] = useState(false);
  const dropped = useEffectEvent(onDrop);
  useEffect(() => {
    const stop = new AbortController();
    const listen = <K extends keyof DocumentEventMap>(type: K, run: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(type, run, { signal: stop.signal });
    const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    listen('dragover', (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    });
    listen('dragleave', ({ relatedTarget }) => {
      if (!relatedTarget) setOver(false);
    });
    listen('drop', (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      dropped(event.dataTransfer?.files[0]);
    });
    return () => stop.abort();
  }, []);
  return isOver;
}

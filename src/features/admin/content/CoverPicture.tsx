import { type ComponentType, useState } from 'react';
import { useController } from 'react-hook-form';
import { notify } from '#src/client/notify.ts';
import { problemOf } from '#src/client/problem-of.ts';
import { upload } from '#src/client/upload.ts';
import { useAction } from '#src/client/use-action.ts';
import { Cover } from '#src/components/Cover.tsx';
import type { CropDialogProps, CropShape } from '#src/components/CropDialog.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FieldGroup } from '../kit/fields.tsx';
import { MediaPicker } from '../media/MediaPicker.tsx';

/** A picture being cropped, and the dialog, which is loaded with the first one. */
type Cropped = { picture: ImageBitmap; url: string; Dialog: ComponentType<CropDialogProps> };

/** Covers are shown 16:9, and stored with 1,600 pixels at most. */
const SHAPE: CropShape = {
  ...{ isRound: false, aspect: 16 / 9, width: 1600 },
  previews: [{ pixels: 288, className: 'h-auto w-36' }],
};

type Props = {
  /** Id of what is covered, from which the generated cover is drawn; undefined: not known yet. */
  seed: string | undefined;
};

/**
 * The cover of a course, project or announcement as learners see it: a picture of the media library, a part of it that was cut out, or the
 * generated one.
 */
export function CoverPicture({ seed }: Props) {
  const t = useT();
  const { field, fieldState } = useController({ name: 'coverFileId' });
  const [cropped, setCropped] = useState<Cropped | null>(null);
  const id = field.value as string | null;
  const crop = useAction(async () => {
    try {
      const blob = await (await fetch(`/media/${id}`)).blob();
      const [picture, module] = [await createImageBitmap(blob), await import('#src/components/CropDialog.tsx')];
      setCropped({ picture, url: URL.createObjectURL(blob), Dialog: module.CropDialog });
    } catch {
      notify(t('editing:coverField.broken'), 'error');
    }
  });
  const close = () => {
    cropped!.picture.close();
    URL.revokeObjectURL(cropped!.url);
    setCropped(null);
  };
  return (
    <FieldGroup
      name="coverFileId"
      label={t('editing:cover')}
      hint={t('editing:coverHint')}
      error={fieldState.error?.message}
    >
      <div className="flex flex-wrap items-center gap-3">
        {(id ?? seed) && (
          <Cover
            seed={seed ?? ''}
            src={id && `/media/${id}`}
            sizes="10rem"
            className="w-40 overflow-hidden rounded-box"
          />
        )}
        <MediaPicker
          label={t(id ? 'editing:picture.change' : 'editing:picture.choose')}
          kinds={['picture']}
          isPublic
          onChoose={([file]) => file && field.onChange(file.id)}
        />
        {id && (
          <>
            <button
              type="button"
              className="btn"
              aria-disabled={crop.isPending || undefined}
              onClick={() => void crop.run()}
            >
              {t('editing:coverField.crop')}
            </button>
            <button type="button" className="btn text-error btn-ghost btn-sm" onClick={() => field.onChange(null)}>
              {t('editing:picture.remove')}
            </button>
          </>
        )}
      </div>
      {cropped && (
        <cropped.Dialog
          picture={cropped.picture}
          url={cropped.url}
          shape={SHAPE}
          texts={{
            title: t('editing:coverField.cropTitle'),
            hint: t('editing:coverField.cropHint'),
            frame: t('editing:coverField.frame'),
            zoom: t('editing:coverField.zoom'),
            progress: t('editing:coverField.progress'),
            save: t('editing:coverField.save'),
          }}
          onClose={close}
          onSave={(file, options) =>
            problemOf(async () => {
              const quiet = { ...options, isShowErrTip: false };
              const stored = await upload('POST /system/auth/upload/pic', { file, use: 'text' }, quiet);
              field.onChange(stored.id);
            }, t('editing:coverField.failed'))
          }
        />
      )}
    </FieldGroup>
  );
}

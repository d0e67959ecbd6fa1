import { useController } from 'react-hook-form';
import { upload } from '#src/client/upload.ts';
import { useT } from '#src/i18n/island.tsx';
import { FieldGroup } from '../kit/fields.tsx';
import { FileField } from '../kit/FileField.tsx';

type Props = {
  /** Path of the id of the file in the form. */
  name: string;
  label: string;
  use: 'text' | 'logo';
};

/** A public picture, which is uploaded as soon as it is chosen. */
export function PictureField({ name, label, use }: Props) {
  const t = useT();
  const { field, fieldState } = useController({ name });
  const id = field.value as string | null;
  return (
    <FieldGroup name={name} label={label} error={fieldState.error?.message} className="flex flex-col gap-3">
      {id && (
        <div className="flex flex-wrap items-center gap-3">
          <img
            src={`/media/${id}`}
            alt=""
            className="h-24 w-48 rounded-field border border-base-300 object-contain p-2"
          />
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => field.onChange(null)}>
            {t('site:admin.site.removePicture')}
          </button>
        </div>
      )}
      <FileField
        label={t(id ? 'site:admin.site.picture' : 'site:admin.site.noPicture')}
        hint={t('site:admin.site.upload')}
        accept="image/png,image/jpeg,image/webp"
        reading={t('site:admin.site.uploading')}
        send={async (file, options) => {
          const stored = await upload(
            'POST /system/auth/upload/pic',
            { file, use },
            { ...options, isShowErrTip: false },
          );
          field.onChange(stored.id);
        }}
      />
    </FieldGroup>
  );
}

import { useController } from 'react-hook-form';
import { Picture } from '#src/components/Picture.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FieldGroup } from '../kit/fields.tsx';
import { MediaPicker } from '../media/MediaPicker.tsx';

type Props = {
  /** Path of the id of the file in the form. */
  name: string;
  label: string;
  hint?: string;
};

/** A picture of the media library that visitors see, like a cover. */
export function PublicPicture({ name, label, hint }: Props) {
  const t = useT();
  const { field, fieldState } = useController({ name });
  const id = field.value as string | null;
  return (
    <FieldGroup name={name} label={label} hint={hint} error={fieldState.error?.message}>
      <div className="flex flex-wrap items-center gap-3">
        {id && (
          <Picture
            src={`/media/${id}`}
            alt=""
            width={160}
            height={90}
            sizes="10rem"
            widths={[320]}
            className="h-24 w-40 rounded-box object-cover"
          />
        )}
        <MediaPicker
          label={t(id ? 'editing:picture.change' : 'editing:picture.choose')}
          kinds={['picture']}
          isPublic
          onChoose={([file]) => file && field.onChange(file.id)}
        />
        {id && (
          <button type="button" className="btn text-error btn-ghost btn-sm" onClick={() => field.onChange(null)}>
            {t('editing:picture.remove')}
          </button>
        )}
      </div>
    </FieldGroup>
  );
}

import { upload } from '#src/client/upload.ts';
import { useT } from '#src/i18n/island.tsx';
import { FieldGroup } from '../../kit/fields.tsx';
import { FileField } from '../../kit/FileField.tsx';

type Props = {
  name: string;
  label: string;
  hint?: string | undefined;
  error: string | undefined;
  /** Id of the file; null: there is no picture. */
  id: string | null;
  url: string | null;
  onChange: (picture: { id: string; url: string } | null) => void;
};

/** A picture of a template, which is uploaded as soon as it is chosen. */
export function TemplatePicture({ name, label, hint, error, id, url, onChange }: Props) {
  const t = useT();
  return (
    <FieldGroup name={name} label={label} hint={hint} error={error} className="flex flex-col gap-3">
      {id && (
        <div className="flex flex-wrap items-center gap-3">
          {url && (
            <img
              src={url}
              alt=""
              className="h-20 w-28 rounded-field border border-base-300 bg-white object-contain p-1"
            />
          )}
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => onChange(null)}>
            {t('record:template.removePicture')}
          </button>
        </div>
      )}
      <FileField
        label={t(id ? 'record:template.otherPicture' : 'record:template.choosePicture')}
        hint={t('record:template.pictureHint')}
        accept="image/png,image/jpeg"
        reading={t('record:template.reading')}
        send={async (file, options) => {
          const stored = await upload(
            'POST /course/auth/certificate/template/picture/upload',
            { file },
            { ...options, isShowErrTip: false },
          );
          onChange({ id: stored.id, url: stored.url });
        }}
      />
    </FieldGroup>
  );
}

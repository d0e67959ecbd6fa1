import './markdown-field.css';
import { createContext, useContext, useEffect, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { useHydrated } from '#src/client/use-live.ts';
import { FieldError } from '#src/components/FieldError.tsx';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { useT } from '#src/i18n/island.tsx';
import { PickerDialog } from '../media/MediaPicker.tsx';
import { PictureContext } from './picture-gate.ts';
import { uploadToLibrary } from '../media/upload-text-picture.ts';

/** Whether the fields of the editor around can be changed; those that are no form elements do not know. */
export const EditableContext = createContext(true);

const RichText = lazyPart(async () => (await import('#src/features/editor/MarkdownEditor.tsx')).MarkdownEditor, 8);

type Props = {
  /** Path of the text in the form. */
  name: string;
  label: string;
  maxLength: number;
};
type Insert = (picture: { src: string; alt: string }) => void;

/**
 * A text that is stored as Markdown, in the rich text editor or as it is stored. What the editor would not keep, like HTML, is edited as it
 * is stored. The page passes the namespaces `editor` and `media`.
 */
export function MarkdownField({ name, label, maxLength }: Props) {
  const t = useT();
  const id = useId();
  const isHydrated = useHydrated();
  const isEditable = useContext(EditableContext);
  const { field, fieldState } = useController({ name });
  const report = useContext(PictureContext);
  const [isSource, setSource] = useState(false);
  const [isRefused, setRefused] = useState(false);
  // With the editor its uploads end.
  useEffect(() => () => report(name, { sending: 0, failed: 0 }), [report, name, isSource]);
  const [insert, setInsert] = useState<{ run: Insert } | null>(null);
  const error = fieldState.error?.message;
  const text = field.value as string;
  const own = {
    labelledBy: `${id}-label`,
    describedBy: [`${id}-hint`, error && `${id}-error`].filter(Boolean).join(' '),
  };
  return (
    <fieldset name={name} className="flex min-w-0 flex-col gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span id={own.labelledBy} className="text-sm font-medium">
          {label}
        </span>
        <button
          type="button"
          className="btn btn-ghost btn-xs"
          aria-pressed={isSource}
          disabled={!isHydrated}
          onClick={() => {
            setSource(!isSource);
            setRefused(false);
          }}
        >
          {t('editing:source')}
        </button>
      </div>
      <div className="markdown-field">
        {isSource ? (
          <textarea
            className={`textarea w-full resize-none ${error ? 'textarea-error' : ''}`}
            value={text}
            maxLength={maxLength}
            aria-labelledby={own.labelledBy}
            aria-describedby={own.describedBy}
            aria-invalid={error ? true : undefined}
            onChange={({ target }) => field.onChange(target.value)}
          />
        ) : (
          <RichText
            {...own}
            text={text}
            isWrong={error !== undefined}
            isEditable={isEditable}
            onChange={field.onChange}
            choosePicture={(run) => setInsert({ run })}
            uploadPicture={uploadToLibrary}
            onPending={(count, failed) => report(name, { sending: count - failed, failed })}
            onRefused={() => {
              setSource(true);
              setRefused(true);
            }}
          />
        )}
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {t(isRefused ? 'editing:sourceOnly' : isSource ? 'editing:markdown' : 'editing:richHint')}
      </p>
      {error && <FieldError id={`${id}-error`} text={error} />}
      {insert && (
        <PickerDialog
          title={t('editing:picture.choose')}
          kinds={['picture']}
          isPublic
          onChoose={([file]) => file && insert.run({ src: `/media/${file.id}`, alt: '' })}
          onClose={() => setInsert(null)}
        />
      )}
    </fieldset>
  );
}

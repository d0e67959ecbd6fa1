import { useId } from 'react';
import { FieldError } from '#src/components/FieldError.tsx';
import { useT } from '#src/i18n/island.tsx';

type Props = { checked: boolean; error: string | undefined; disabled: boolean; onChange: (checked: boolean) => void };

/** Whether a post is anonymous, and to whom. */
export function AnonymousField({ checked, error, disabled, onChange }: Props) {
  const t = useT();
  const id = useId();
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          id={id}
          type="checkbox"
          name="anonymous"
          className="checkbox checkbox-sm mt-0.5 rounded-sm"
          checked={checked}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={({ target }) => onChange(target.checked)}
        />
        <div>
          <label htmlFor={id} className="cursor-pointer font-medium">
            {t('posts:write.anonymous')}
          </label>
          <p id={`${id}-hint`} className="text-sm text-muted">
            {t('posts:write.anonymousHint')}
          </p>
        </div>
      </div>
      {error && <FieldError id={`${id}-error`} text={error} className="mt-1.5" />}
    </div>
  );
}

import { useWatch } from 'react-hook-form';
import { useT } from '#src/i18n/island.tsx';
import { MarkdownField } from '../content/MarkdownField.tsx';
import { FieldGroup } from '../kit/fields.tsx';
import { TextField } from '../kit/form-fields.tsx';
import { useLanguages } from '#src/client/offered-languages.ts';

type Props = {
  name: string;
  label: string;
  hint?: string;
  rows?: number;
  /** The text is Markdown. */
  isMarkdown?: boolean;
  maxLength: number;
};

/** A text in each language that is offered, side by side; a missing one is marked when another is there. */
export function BothField({ name, label, hint, rows, isMarkdown, maxLength }: Props) {
  const t = useT();
  const text = useWatch({ name }) as { zh: string; en: string };
  const { shown, missing } = useLanguages(text);
  return (
    <FieldGroup
      label={label}
      className={isMarkdown || shown.length === 1 ? 'flex flex-col gap-4' : 'grid gap-4 sm:grid-cols-2'}
      {...(hint && { hint })}
    >
      {shown.map((lang) => (
        <div key={lang} className="flex flex-col gap-1">
          {isMarkdown ? (
            <MarkdownField name={`${name}.${lang}`} label={t(`site:admin.site.${lang}`)} maxLength={maxLength} />
          ) : (
            <TextField
              name={`${name}.${lang}`}
              label={t(`site:admin.site.${lang}`)}
              maxLength={maxLength}
              {...(rows && { rows })}
            />
          )}
          {missing.includes(lang) && (
            <p className="text-sm">
              <span className="badge badge-soft badge-sm badge-warning">{t('site:admin.site.missing')}</span>
            </p>
          )}
        </div>
      ))}
    </FieldGroup>
  );
}

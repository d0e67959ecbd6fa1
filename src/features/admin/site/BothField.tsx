import { useWatch } from 'react-hook-form';
import { useT } from '#src/i18n/island.tsx';
import { MarkdownField } from '../content/MarkdownField.tsx';
import { FieldGroup } from '../kit/fields.tsx';
import { TextField } from '../kit/form-fields.tsx';

type Props = {
  name: string;
  label: string;
  hint?: string;
  rows?: number;
  /** The text is Markdown. */
  isMarkdown?: boolean;
  maxLength: number;
};

/** A text in both languages side by side; a missing one is marked when the other is there. */
export function BothField({ name, label, hint, rows, isMarkdown, maxLength }: Props) {
  const t = useT();
  const text = useWatch({ name }) as { zh: string; en: string };
  const isMissing = (lang: 'zh' | 'en') => text[lang].trim() === '' && text[lang === 'zh' ? 'en' : 'zh'].trim() !== '';
  return (
    <FieldGroup
      label={label}
      className={isMarkdown ? 'flex flex-col gap-4' : 'grid gap-4 sm:grid-cols-2'}
      {...(hint && { hint })}
    >
      {(['zh', 'en'] as const).map((lang) => (
        <div key={lang} className="flex flex-col gap-1">
          {isMarkdown ? (
            <MarkdownField name={`${name}.${lang}`} label={t(`site:desk.site.${lang}`)} maxLength={maxLength} />
          ) : (
            <TextField
              name={`${name}.${lang}`}
              label={t(`site:desk.site.${lang}`)}
              maxLength={maxLength}
              {...(rows && { rows })}
            />
          )}
          {isMissing(lang) && (
            <p className="text-sm">
              <span className="badge badge-soft badge-sm badge-warning">{t('site:desk.site.missing')}</span>
            </p>
          )}
        </div>
      ))}
    </FieldGroup>
  );
}

import { useState } from 'react';
import { upload } from '#src/client/upload.ts';
import { useAction } from '#src/client/use-action.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FieldGroup, TextField } from '../kit/fields.tsx';
import type { Item } from './bank-query.ts';
import type { Text } from './draft.ts';

type Props = {
  type: Item['type'];
  text: Text;
  errors: Record<string, string>;
  /** Keys of the right options. */
  keys: string[];
  onKeys: (keys: string[]) => void;
  onChange: (text: Text) => void;
  onOptions: (options: Text['options']) => void;
};
const MAX_OPTIONS = 26;

/** The texts of a question in one language, in Markdown; pictures and sound are uploaded into the stem. */
export function TextFields({ type, text, errors, keys, onKeys, onChange, onOptions }: Props) {
  const t = useT();
  const [name, setName] = useState('');
  const { run, isPending } = useAction(async (file: File) => {
    setName(file.name);
    const { id } = await upload('POST /exam/auth/question/file/upload', { file });
    const alt = file.name.replace(/\.[^.]*$/, '').replace(/[[\]]/g, '');
    onChange({ ...text, stem: `${text.stem}\n\n![${alt}](/media/${id})` });
  });
  const hasOptions = type === 'single' || type === 'multiple';
  return (
    <>
      <TextField
        name="stem"
        label={t('bank:stem')}
        hint={t(type === 'blank' ? 'bank:stemBlankHint' : 'bank:stemHint')}
        rows={5}
        maxLength={20_000}
        value={text.stem}
        error={errors['stem'] ?? errors['texts']}
        onChange={(stem) => onChange({ ...text, stem })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <label
          className={`btn border-base-300 bg-base-100 btn-sm has-focus-visible:outline-2 ${isPending ? 'btn-disabled' : ''}`}
        >
          <Icon name="image" className="size-4" />
          {t(isPending ? 'bank:uploading' : 'bank:addFile', { name })}
          <input
            type="file"
            accept="image/png,image/jpeg,image/webp,audio/*"
            className="sr-only"
            disabled={isPending}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) void run(file);
              event.target.value = '';
            }}
          />
        </label>
        <details className="text-sm">
          <summary className="cursor-pointer text-primary">{t('bank:help.title')}</summary>
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            {(['formula', 'block', 'table', 'bold'] as const).map((each) => (
              <div key={each} className="contents">
                <dt>
                  <code className="whitespace-pre">{EXAMPLES[each]}</code>
                </dt>
                <dd className="text-muted">{t(`bank:help.${each}`)}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
      {hasOptions && (
        <FieldGroup
          name="options"
          label={t('bank:options')}
          error={errors['options'] ?? errors['answer']}
          className="flex flex-col gap-2"
        >
          {text.options.map(({ key, text: said }) => (
            <div key={key} className="flex items-center gap-2">
              <input
                type={type === 'single' ? 'radio' : 'checkbox'}
                name="answer"
                className={type === 'single' ? 'radio radio-sm radio-success' : 'checkbox checkbox-sm checkbox-success'}
                aria-label={t('bank:rightOption', { key })}
                checked={keys.includes(key)}
                onChange={(event) =>
                  onKeys(
                    type === 'single'
                      ? [key]
                      : event.target.checked
                        ? [...keys, key]
                        : keys.filter((each) => each !== key),
                  )
                }
              />
              <label className="input grow">
                <span className="text-muted">{key}</span>
                <input
                  className="grow"
                  maxLength={20_000}
                  aria-label={t('bank:option', { key })}
                  value={said}
                  onChange={(event) =>
                    onChange({
                      ...text,
                      options: text.options.map((option) =>
                        option.key === key ? { key, text: event.target.value } : option,
                      ),
                    })
                  }
                />
              </label>
              <button
                type="button"
                className="btn btn-square btn-ghost btn-sm"
                disabled={text.options.length <= 2 || key !== text.options.at(-1)!.key}
                aria-label={t('bank:removeOption', { key })}
                onClick={() => onOptions(text.options.slice(0, -1))}
              >
                <Icon name="trash" className="size-4" />
              </button>
            </div>
          ))}
          <button
            type="button"
            className="btn btn-ghost btn-sm self-start"
            disabled={text.options.length >= MAX_OPTIONS}
            onClick={() =>
              onOptions([...text.options, { key: String.fromCharCode(65 + text.options.length), text: '' }])
            }
          >
            <Icon name="plus" className="size-4" />
            {t('bank:addOption')}
          </button>
        </FieldGroup>
      )}
      <TextField
        label={t('bank:analysis')}
        rows={2}
        maxLength={20_000}
        value={text.analysis}
        onChange={(analysis) => onChange({ ...text, analysis })}
      />
    </>
  );
}

const EXAMPLES = {
  formula: '$\\frac{U}{R}$',
  block: '$$E = mc^2$$',
  table: '| U | I |\n|---|---|\n| 24 | 2 |',
  bold: '**x**',
};

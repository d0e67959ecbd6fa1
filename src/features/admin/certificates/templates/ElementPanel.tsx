import { useRef } from 'react';
import {
  ALIGNS,
  type LayoutElement,
  LAYOUT_LIMITS,
  PICTURE_KINDS,
  PLACEHOLDERS,
  type Placeholder,
} from '#src/contract/rules/certificate-layout.ts';
import { useLanguages } from '#src/client/offered-languages.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { CheckField, NumberField, SelectField, TextField } from '../../kit/fields.tsx';
import { TemplatePicture } from './TemplatePicture.tsx';

type Props = {
  element: LayoutElement;
  /** Path of the element in the form. */
  name: string;
  lang: 'zh' | 'en';
  url: string | null;
  errorOf: (name: string) => string | undefined;
  /** @param field whose changes after another are one step */
  onChange: (element: LayoutElement, field: string) => void;
  onPicture: (picture: { id: string; url: string }) => void;
};

const PLACE = ['x', 'y', 'width', 'height'] as const;

/** What the selected element has: place and size as numbers, and the properties of its kind. */
export function ElementPanel({ element, name, lang, url, errorOf, onChange, onPicture }: Props) {
  const t = useT();
  const { kind } = element;
  const set = <K extends keyof LayoutElement>(field: K, value: LayoutElement[K]) =>
    onChange({ ...element, [field]: value }, field);
  const field = (of: keyof LayoutElement) => ({ name: `${name}.${of}`, error: errorOf(`${name}.${of}`) });
  return (
    <div className="flex flex-col gap-4">
      {kind === 'text' && <Texts {...{ element, lang, field, set }} />}
      {PICTURE_KINDS.includes(kind) && (
        <TemplatePicture
          {...field('fileId')}
          label={t(`record:template.kind.${kind}`)}
          hint={kind === 'seal' ? t('record:template.sealHint') : undefined}
          id={element.fileId}
          url={url}
          onChange={(picture) => {
            if (picture) onPicture(picture);
            set('fileId', picture?.id ?? null);
          }}
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        {PLACE.map((each) => (
          <NumberField
            key={each}
            {...field(each)}
            label={t(`record:template.field.${each}`)}
            step={0.5}
            value={element[each]}
            onChange={(value) => set(each, value)}
          />
        ))}
        {kind === 'text' && (
          <>
            <NumberField
              {...field('size')}
              label={t('record:template.field.size')}
              value={element.size}
              onChange={(value) => set('size', value)}
            />
            <SelectField
              {...field('align')}
              label={t('record:template.field.align')}
              value={element.align}
              options={ALIGNS.map((value) => ({ value, label: t(`record:template.align.${value}`) }))}
              onChange={(value) => set('align', value)}
            />
          </>
        )}
        {(kind === 'line' || kind === 'frame') && (
          <NumberField
            {...field('thickness')}
            label={t('record:template.field.thickness')}
            step={0.1}
            value={element.thickness}
            onChange={(value) => set('thickness', value)}
          />
        )}
        {kind !== 'signature' && kind !== 'picture' && (
          <FormField
            {...field('color')}
            label={t('record:template.field.color')}
            type="color"
            value={element.color}
            onChange={({ target }) => set('color', target.value)}
          />
        )}
      </div>
      {kind === 'text' && (
        <CheckField
          {...field('bold')}
          label={t('record:template.field.bold')}
          value={element.bold}
          onChange={(value) => set('bold', value)}
        />
      )}
    </div>
  );
}

type TextsProps = {
  element: LayoutElement;
  lang: 'zh' | 'en';
  field: (of: keyof LayoutElement) => { name: string; error: string | undefined };
  set: (field: 'zh' | 'en', value: string) => void;
};

/** The text in each language that is offered or has one, and buttons that write placeholders into that of the language which is shown. */
function Texts({ element, lang, field, set }: TextsProps) {
  const t = useT();
  const { shown } = useLanguages(element);
  const typed = useRef<HTMLTextAreaElement>(null);
  const insert = (placeholder: Placeholder) => {
    const text = element[lang];
    const { selectionStart = text.length, selectionEnd = text.length } = typed.current ?? {};
    set(lang, `${text.slice(0, selectionStart)}{${placeholder}}${text.slice(selectionEnd)}`);
    typed.current?.focus();
  };
  return (
    <>
      {[lang, ...shown.filter((each) => each !== lang)].map((each) => (
        <TextField
          key={each}
          {...field(each)}
          {...(each === lang && { ref: typed as never })}
          label={t(`record:template.text.${each}`)}
          rows={2}
          maxLength={LAYOUT_LIMITS.text}
          value={element[each]}
          onChange={(value) => set(each, value)}
        />
      ))}
      <div role="group" aria-label={t('record:template.placeholders')} className="flex flex-wrap gap-1.5">
        {PLACEHOLDERS.map((placeholder) => (
          <button
            key={placeholder}
            type="button"
            className="btn btn-outline btn-xs"
            // So that the cursor stays in the text.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => insert(placeholder)}
          >
            {t(`record:template.placeholder.${placeholder}`)}
          </button>
        ))}
      </div>
    </>
  );
}

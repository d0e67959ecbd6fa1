import { useT } from '#src/i18n/island.tsx';
import { FieldGroup } from '../kit/fields.tsx';
import { type Draft, emptyText, type Lang } from './draft.ts';

type Props = {
  draft: Draft;
  lang: Lang;
  onChoose: (lang: Lang) => void;
  /** A language was added or removed. */
  onTexts: (texts: Draft['texts']) => void;
};
const LANGS: Lang[] = ['zh', 'en'];

/** Chooses the language that is edited; adds and removes one. */
export function LanguageField({ draft: { texts, type }, lang, onChoose, onTexts }: Props) {
  const t = useT();
  return (
    <FieldGroup label={t('bank:language')} className="flex flex-wrap items-center gap-2">
      {LANGS.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={lang === each}
          className={`btn btn-sm font-normal ${lang === each ? 'btn-primary' : 'border-base-300 bg-base-100'}`}
          onClick={() => {
            onChoose(each);
            if (!texts[each]) onTexts({ ...texts, [each]: emptyText(type, texts[lang]) });
          }}
        >
          {t(`bank:lang.${each}`)}
          {!texts[each] && ` +`}
        </button>
      ))}
      {Object.keys(texts).length > 1 && (
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          onClick={() => {
            const { [lang]: _, ...rest } = texts;
            onTexts(rest);
          }}
        >
          {t('bank:removeLanguage', { language: t(`bank:lang.${lang}`) })}
        </button>
      )}
    </FieldGroup>
  );
}

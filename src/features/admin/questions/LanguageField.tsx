import { useShown } from '#src/client/offered-languages.ts';
import { useT } from '#src/i18n/island.tsx';
import { LOCALES } from '#src/lib/languages.ts';
import { FieldGroup } from '../kit/fields.tsx';
import { type Draft, emptyText, type Lang } from './draft.ts';

type Props = {
  draft: Draft;
  lang: Lang;
  onChoose: (lang: Lang) => void;
  /** A language was added or removed. */
  onTexts: (texts: Draft['texts']) => void;
};

/** Chooses the language that is edited; adds and removes one. With one language there is nothing to choose. */
export function LanguageField({ draft: { texts, type }, lang, onChoose, onTexts }: Props) {
  const t = useT();
  const shown = useShown(LOCALES.filter((each) => texts[each]));
  if (shown.length === 1) return null;
  return (
    <FieldGroup label={t('bank:language')} className="flex flex-wrap items-center gap-2">
      {shown.map((each) => (
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

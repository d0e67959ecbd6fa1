import { useStore } from '@nanostores/react';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { langsOf, type PaperItem } from './answer.ts';
import type { Choices } from './choices.store.ts';

type Props = {
  choices: Choices;
  questions: PaperItem[];
  isPadOpen: boolean;
  onPad: () => void;
  onHelp: () => void;
};

const BUTTON = 'btn btn-ghost btn-sm';

/** What the candidate sets for the whole paper: its language and layout; scratch pad and keys. */
export function HallTools({ choices, questions, isPadOpen, onPad, onHelp }: Props) {
  const t = useT();
  const locale = useLocale();
  const { layout, lang, langs } = useStore(choices.$choices);
  const isBilingual = questions.some((question) => langsOf(question).length > 1);
  const isMixed = Object.keys(langs).length > 0;
  return (
    <div role="group" aria-label={t('exam:hall.tools')} className="flex flex-wrap items-center gap-1">
      <button
        type="button"
        className={BUTTON}
        aria-pressed={layout === 'all'}
        onClick={() => choices.change({ layout: layout === 'all' ? 'one' : 'all' })}
      >
        <Icon name="list" className="size-4" />
        <span className="max-sm:sr-only">{t('exam:hall.allOnOne')}</span>
      </button>
      {isBilingual && (
        <div className="join" role="group" aria-label={t('exam:hall.langOfAll')}>
          {(['zh', 'en'] as const).map((each) => (
            <button
              key={each}
              type="button"
              className={`${BUTTON} join-item px-2 aria-pressed:text-primary aria-pressed:underline`}
              aria-pressed={!isMixed && (lang ?? locale) === each}
              onClick={() => choices.change({ lang: each, langs: {} })}
            >
              {t(`exam:hall.lang.${each}`)}
            </button>
          ))}
        </div>
      )}
      <button type="button" className={BUTTON} aria-expanded={isPadOpen} aria-keyshortcuts="S" onClick={onPad}>
        <Icon name="edit" className="size-4" />
        <span className="max-sm:sr-only">{t('exam:hall.pad')}</span>
      </button>
      {/* Phones have no keys to explain; with a keyboard at a tablet, `?` opens the same dialog. */}
      <button type="button" className={`${BUTTON} pointer-coarse:hidden`} onClick={onHelp}>
        <Icon name="keyboard" className="size-4" />
        <span className="max-sm:sr-only">{t('exam:hall.keys.title')}</span>
      </button>
    </div>
  );
}

import { useEffect, useState } from 'react';
import { useCall } from '#src/client/query.ts';
import { QuestionText } from '#src/components/QuestionText.tsx';
import { useT } from '#src/i18n/island.tsx';
import { contentOf, type Draft, type Lang } from './draft.ts';

/** Delay after the last key before the server renders the texts, ms. */
const PAUSE = 400;

/** A question as candidates see it, with the right answer marked. */
export function Preview({ draft, lang }: { draft: Draft; lang: Lang }) {
  const t = useT();
  const [shown, setShown] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setShown(draft), PAUSE);
    return () => clearTimeout(timer);
  }, [draft]);
  const { data } = useCall('POST /exam/auth/question/preview', { ...contentOf(shown), criteria: undefined });
  const text = shown.texts[lang];
  const html = data?.html[lang];
  if (!text) return null;
  const hasOptions = shown.type === 'single' || shown.type === 'multiple';
  return (
    <section className="min-w-0" aria-label={t('bank:preview')}>
      <h3 className="mb-1.5 text-sm font-medium">{t('bank:preview')}</h3>
      <div className="rounded-box border border-base-300 bg-base-100 p-4 sm:p-6">
        <div className="text-lg leading-relaxed font-medium">
          {text.stem.trim() ? <QuestionText text={text.stem} html={html?.stem} /> : t('bank:previewEmpty')}
        </div>
        {hasOptions && (
          <ul className="mt-4 flex flex-col gap-2">
            {text.options.map(({ key, text: said }) => (
              <li
                key={key}
                className={`flex gap-3 rounded-field border p-3 ${shown.keys.includes(key) ? 'border-success' : 'border-base-300'}`}
              >
                <span className="font-medium">{key}</span>
                <span className="min-w-0">
                  <QuestionText text={said} html={html?.options?.[key]} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {shown.type === 'short' && shown.reference && (
          <div className="mt-4 text-muted">
            <QuestionText text={shown.reference} html={html?.reference} />
          </div>
        )}
        {text.analysis.trim() && (
          <div className="mt-4 border-t border-base-300 pt-3 text-muted">
            <QuestionText text={text.analysis} html={html?.analysis} />
          </div>
        )}
      </div>
    </section>
  );
}

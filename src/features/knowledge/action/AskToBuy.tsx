import { useRef } from 'react';
import { notify } from '#src/client/notify.ts';
import { useT } from '#src/i18n/island.tsx';

/** Request for authorised purchase: a text with which a learner asks their organisation for a seat. */
export function AskToBuy({ text }: { text: string }) {
  const t = useT();
  const field = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    field.current!.select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without https there is no clipboard API: the text is selected for manual copying.
      return;
    }
    notify(t('course:buy.copied'), 'success');
  };
  return (
    <details suppressHydrationWarning className="rounded-box border border-base-300">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 py-2 font-medium">
        {t('course:buy.ask')}
      </summary>
      <div className="flex flex-col gap-2 px-4 pb-4">
        <p className="text-sm text-muted">{t('course:buy.askHint')}</p>
        <textarea
          ref={field}
          readOnly
          rows={5}
          className="textarea w-full text-sm"
          aria-label={t('course:buy.requestText')}
          defaultValue={text}
        />
        <button type="button" onClick={() => void copy()} className="btn btn-sm">
          {t('course:buy.copy')}
        </button>
      </div>
    </details>
  );
}

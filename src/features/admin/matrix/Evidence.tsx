import './matrix.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { dateText } from '#src/lib/dates.ts';
import { PageHead } from '../kit/PageHead.tsx';
import { type ReadyFile, SavedFile } from '../kit/SavedFile.tsx';
import { Why, type WhyData } from './Why.tsx';

type Props = { why: WhyData; asked: { requirementId: string; userId: string; on?: string }; timeZone: string };

/** Whether somebody fulfilled a requirement on a day, with what shows it: a page to print, and a signed file. */
export default island<Props>(function Evidence({ why, asked, timeZone, locale }) {
  const t = useT();
  const hydrated = useHydrated();
  const [file, setFile] = useState<ReadyFile | null>(null);
  const { run, isPending } = useAction(async () => {
    const { fileName, html } = await api('POST /course/auth/requirement/evidence/sign', asked);
    setFile({ fileName, mediaType: 'text/html', base64: base64Of(html) });
  });
  const { userName, employeeNo, department, post } = why.person;
  return (
    <div className="flex flex-col gap-6">
      <PageHead
        title={why.title}
        hint={t('requirement:why.evidenceIntro', { name: userName, date: dateText(why.at, timeZone, locale) })}
      >
        <button
          type="button"
          className="btn btn-outline"
          disabled={!hydrated}
          aria-disabled={isPending}
          onClick={() => void run()}
        >
          {t('requirement:evidence.save')}
        </button>
      </PageHead>
      <p className="text-sm text-muted">{t('requirement:evidence.saveHint')}</p>
      <SavedFile file={file} />
      <section className="paper flex flex-col gap-4 p-5 sm:p-6">
        <p>
          <span className="text-lg font-semibold">{userName}</span>
          <span className="block text-sm text-muted">{[employeeNo, department, post].filter(Boolean).join(' · ')}</span>
        </p>
        <Why why={why} timeZone={timeZone} />
      </section>
    </div>
  );
});

/** The bytes of a text in UTF-8, of which none may change. */
function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

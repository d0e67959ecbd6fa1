import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { invalidate } from '#src/client/query.ts';
import { upload } from '#src/client/upload.ts';
import { useAction } from '#src/client/use-action.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { useT } from '#src/i18n/island.tsx';
import { clockTime } from '#src/lib/clock-time.ts';
import { type MediaView, PAGE, VIEW } from './media-list.ts';
import { UploadButton } from './UploadButton.tsx';

const LANGS = ['zh', 'en', 'ja', 'ko', 'fr', 'de', 'es', 'ru', 'ar', 'pt', 'vi', 'th', 'id'];
type Report = { count: number; problems: { line: number; message: string }[] };

/** The captions of a video or audio, one file per language. */
export function Captions({ media }: { media: MediaView }) {
  const t = useT();
  const [lang, setLang] = useState('zh');
  const [alert, setAlert] = useState('');
  const [report, setReport] = useState<Report | null>(null);
  const refresh = () => invalidate(VIEW, PAGE);
  const { run: send, isPending } = useAction(async (file: File) => {
    setAlert('');
    setReport(null);
    try {
      const input = { id: media.id, lang, file };
      setReport(await upload('POST /data/auth/media/caption/upload', input, { isShowErrTip: false }));
      refresh();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setAlert(error.message);
    }
  });
  const { run: remove } = useAction(async (of: string) => {
    await api('DELETE /data/auth/media/caption/delete', { id: media.id, lang: of });
    refresh();
  });
  return (
    <section className="flex flex-col gap-3" aria-label={t('media:captions.title')}>
      <h3 className="font-semibold">{t('media:captions.title')}</h3>
      {media.captionFiles.length > 0 && (
        <ul className="media-rows">
          {media.captionFiles.map(({ lang: of, url, endSecond }) => (
            <li key={of}>
              <a className="link" href={url} download={`${media.name}.${of}.vtt`}>
                {t('media:captions.lang', { lang: of, end: clockTime(endSecond) })}
              </a>
              <button type="button" className="btn btn-ghost btn-sm text-error" onClick={() => void remove(of)}>
                {t('media:captions.delete')}
                <span className="sr-only">{of}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <FormAlert text={alert} />
      <div className="flex flex-wrap items-center gap-2">
        <input
          className="input input-sm w-32"
          list="media-langs"
          value={lang}
          maxLength={20}
          aria-label={t('media:captions.language')}
          onChange={({ target }) => setLang(target.value.trim())}
        />
        <datalist id="media-langs">
          {LANGS.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <UploadButton
          label={t(isPending ? 'media:captions.reading' : 'media:captions.add')}
          accept=".vtt,.srt"
          className="btn btn-sm"
          onChoose={([first]) => void send(first!.file)}
        />
      </div>
      <div role="status" className="text-sm text-muted">
        {report && (
          <>
            <p>{t('media:captions.read', { count: report.count })}</p>
            {report.problems.length > 0 && (
              <ul className="list-disc ps-5 text-warning">
                {report.problems.map(({ line, message }) => (
                  <li key={`${line} ${message}`}>{t('media:captions.problem', { line, message })}</li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </section>
  );
}

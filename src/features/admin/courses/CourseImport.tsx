import '../media/media.css';
import { useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { replaceAddress } from '#src/client/router.ts';
import { useAction } from '#src/client/use-action.ts';
import { useJob } from '#src/client/use-job.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Group } from '../kit/fields.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { MediaPicker } from '../media/MediaPicker.tsx';
import { FolderImport } from './FolderImport.tsx';
import { ImportResult } from './ImportResult.tsx';

const VIEW = 'GET /system/auth/content/course/import/view';
const PATH = '/admin/courses/import';

/** Makes a course from a folder in the browser, or from a file that the server reads. @param id of an import that has begun */
function CourseImport({ id: given }: { id: string | null }) {
  const t = useT();
  const locale = useLocale();
  const [id, setId] = useState(given);
  const { run: start } = useAction(async (fileId: string) => {
    const begun = await api('POST /system/auth/content/course/import/start', { fileId });
    setId(begun.id);
    // A reload shows how far it is.
    replaceAddress(href(locale, `${PATH}?id=${begun.id}`));
  });
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('editing:import.title')} hint={t('editing:import.intro')} />
      {id !== null ? (
        <RunningImport id={id} />
      ) : (
        <>
          <FolderImport onFile={(fileId) => void start(fileId)} />
          <Group title={t('editing:import.file')} hint={t('editing:import.fileHint')}>
            <div>
              <MediaPicker
                label={t('editing:import.chooseFile')}
                kinds={['archive', 'document']}
                onChoose={([file]) => void start(file!.id)}
              />
            </div>
          </Group>
        </>
      )}
    </div>
  );
}

function RunningImport({ id }: { id: string }) {
  const t = useT();
  const locale = useLocale();
  const query = useCall(VIEW, { id });
  const courseId = query.data?.leftOut.length === 0 ? query.data.courseId : null;
  useJob(VIEW, query.data, query.data?.state === 'running');
  useEffect(() => {
    if (courseId) location.replace(href(locale, `/admin/courses/edit?id=${courseId}`));
  }, [courseId, locale]);
  return (
    <LoadState query={query}>
      {({ state, problem, fileName: name, done, total, courseId: made, leftOut }) => (
        <>
          {state === 'running' && (
            <section className="paper flex flex-col gap-3 p-4">
              <p role="status" className="tabular-nums">
                {total > 0
                  ? t('editing:import.running', { name, done, total })
                  : t('editing:import.starting', { name })}
              </p>
              <progress
                className="progress progress-primary w-full"
                aria-label={t('editing:import.starting', { name })}
                {...(total > 0 && { value: done, max: total })}
              />
            </section>
          )}
          {problem && (
            <p role="alert" className="alert alert-soft alert-error">
              {problem}
            </p>
          )}
          {state !== 'running' && <ImportResult courseId={made} leftOut={leftOut} />}
        </>
      )}
    </LoadState>
  );
}

export default island(({ given, ...props }: { given: Given; id: string | null }) => (
  <GivenContext value={given}>
    <CourseImport {...props} />
  </GivenContext>
));

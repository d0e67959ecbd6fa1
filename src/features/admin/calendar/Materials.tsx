import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { FieldError } from '#src/components/FieldError.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { MediaPicker } from '../media/MediaPicker.tsx';
import { RowsConflict } from './RowsConflict.tsx';
import { useSharedRows } from './use-shared-rows.ts';

const MATERIALS = 'GET /course/auth/training/material/list';
type Material = Data<typeof MATERIALS>[number];
type Row = Pick<Material, 'name' | 'fileId' | 'fileName' | 'shown'> & { url: string };
type Props = { sessionId: string; isSeries: boolean };
/** Most materials of a session. */
const MOST = 50;

const rowOf = ({ name, fileId, fileName, shown, url }: Material): Row => ({
  ...{ name, fileId, fileName, shown, url: url ?? '' },
});
const materialOf = ({ name, fileId, url, shown }: Row) => ({ name, fileId, url, shown });

/** What a session hands out to those who have a place: files of the library, and links. */
export function Materials({ sessionId, isSeries }: Props) {
  const t = useT();
  const query = useCall(MATERIALS, { sessionId });
  return (
    <section aria-labelledby="materials" className="flex flex-col gap-2">
      <h3 id="materials" className="font-semibold">
        {t('calendar:materials.title')}
      </h3>
      <LoadState query={query}>
        {(list) => <MaterialRows {...{ sessionId, isSeries, list: list.map(rowOf) }} />}
      </LoadState>
    </section>
  );
}

function MaterialRows({ sessionId, isSeries, list: stored }: Props & { list: Row[] }) {
  const t = useT();
  const list = useSharedRows(stored, async () => (await api(MATERIALS, { sessionId })).map(rowOf));
  const { rows, values, change } = list;
  const [following, setFollowing] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const add = (added: Omit<Row, 'shown'>[]) =>
    list.add(...added.slice(0, MOST - rows.length).map((row) => ({ ...row, shown: 'before' as const })));
  const save = useAction(async () => {
    setErrors({});
    try {
      const versions = { materials: values.map(materialOf), was: list.was.map(materialOf) };
      const input = { sessionId, following: isSeries && following, ...versions };
      const { count } = await api('POST /course/auth/training/material/save', input, { isShowErrTip: false });
      list.saved();
      notify(t('calendar:materials.saved', { count }), 'success');
      invalidate(MATERIALS);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (await list.compare(error)) return;
      setErrors(error.fields);
      if (Object.keys(error.fields).length === 0) notify(error.message || t('common:operationFailed'), 'error');
    }
  });
  const field = (key: number, at: number, name: 'name' | 'url', maxLength: number) => {
    const error = errors[`materials.${at}.${name}`];
    return (
      <span className="flex min-w-40 flex-1 flex-col">
        <input
          className={`input input-sm w-full ${error ? 'input-error' : ''}`}
          aria-label={t(`calendar:materials.${name}`)}
          aria-invalid={error ? true : undefined}
          placeholder={name === 'url' ? 'https://' : undefined}
          maxLength={maxLength}
          value={values[at]![name]}
          onChange={({ target }) => change(key, { [name]: target.value })}
        />
        {error && <FieldError id={`material-${key}-${name}`} text={error} />}
      </span>
    );
  };
  if (list.conflict)
    return (
      <RowsConflict
        label={t('calendar:materials.title')}
        conflict={list.conflict}
        textOf={({ name, url, shown }) => [name, url, t(`calendar:materials.${shown}`)].filter(Boolean).join(' · ')}
        onMerge={list.merge}
      />
    );
  return (
    <>
      {rows.map(({ key, value: { fileId, fileName, shown } }, at) => (
        <div key={key} className="flex flex-wrap items-start gap-2">
          {field(key, at, 'name', 200)}
          {fileId === null ? (
            field(key, at, 'url', 2000)
          ) : (
            <span className="flex min-w-40 flex-1 flex-col py-1 text-sm break-words text-muted">
              {fileName}
              {errors[`materials.${at}.fileId`] && (
                <FieldError id={`material-${key}-file`} text={errors[`materials.${at}.fileId`]!} />
              )}
            </span>
          )}
          <select
            className="select select-sm w-32"
            aria-label={t('calendar:materials.shown')}
            value={shown}
            onChange={({ target }) => change(key, { shown: target.value as Row['shown'] })}
          >
            <option value="before">{t('calendar:materials.before')}</option>
            <option value="after">{t('calendar:materials.after')}</option>
          </select>
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => list.remove(key)}>
            {t('calendar:costs.remove')}
          </button>
        </div>
      ))}
      {isSeries && (
        <label className="flex items-start gap-3 text-sm">
          <input
            type="checkbox"
            className="checkbox checkbox-sm mt-0.5 rounded-sm"
            checked={following}
            onChange={({ target }) => setFollowing(target.checked)}
          />
          {t('calendar:following')}
        </label>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <MediaPicker
          label={t('calendar:materials.file')}
          kinds={['document', 'picture', 'archive', 'video', 'audio']}
          multiple
          onChoose={(files) => add(files.map(({ id, name }) => ({ fileId: id, name, fileName: name, url: '' })))}
        />
        <button
          type="button"
          className="btn"
          disabled={rows.length >= MOST}
          onClick={() => add([{ fileId: null, name: '', fileName: null, url: '' }])}
        >
          {t('calendar:materials.link')}
        </button>
        <button type="button" className="btn" disabled={save.isPending} onClick={() => void save.run()}>
          {t('calendar:materials.save')}
        </button>
      </div>
    </>
  );
}

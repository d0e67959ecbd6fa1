import { useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { useForm } from '#src/client/use-form.ts';
import { useT } from '#src/i18n/island.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { useConflict } from '../kit/use-conflict.ts';
import { LIST, type Options } from './calendar-list.ts';
import { changesOfLater, LaterChanges } from './LaterChanges.tsx';
import { SessionConflict } from './SessionConflict.tsx';
import { missingIn, SessionFields } from './SessionFields.tsx';
import { fieldsOf, type RunView, sessionVersion } from './session-values.ts';
import { useSessionWords } from './use-session-words.ts';

const VIEW = 'GET /course/auth/training/run/view';
type Props = { session: RunView; options: Options; timeZone: string; onClose: () => void };

/** The choice between a session and those after it in its series. */
export function Following({ isChosen, onChange }: { isChosen: boolean; onChange: (chosen: boolean) => void }) {
  const t = useT();
  return (
    <label className="flex items-start gap-3 text-sm">
      <input
        type="checkbox"
        className="checkbox checkbox-sm mt-0.5 rounded-sm"
        checked={isChosen}
        onChange={({ target }) => onChange(target.checked)}
      />
      {t('calendar:following')}
    </label>
  );
}

/**
 * Changes a session. If somebody else has changed it meanwhile, both versions are shown, to choose from; what they have changed in a later
 * session of the series is shown before it is replaced.
 */
export function ChangeSession({ session, options, timeZone, onClose }: Props) {
  const t = useT();
  const words = useSessionWords(options);
  const [following, setFollowing] = useState(false);
  // The panel reads the session again and again: the form stays on what it began with.
  const [first, setFirst] = useState(() => sessionVersion(session, timeZone).values);
  const { id } = session;
  const [later, setLater] = useState(session.later);
  const [theirs, setTheirs] = useState<ReturnType<typeof changesOfLater>>([]);
  const { revision, conflict, compare, resolve } = useConflict(sessionVersion(session, timeZone), async () => {
    const now = await api(VIEW, { id });
    return now.status === 'planned' ? sessionVersion(now, timeZone) : null;
  });
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => missingIn(values, t('calendar:form.missing')),
    send: async (values) => {
      const mine = { ...fieldsOf(values), location: first.location };
      try {
        const seen = later.map((each) => ({ id: each.id, revision: each.revision }));
        const input = { id, revision, following, ...(following && { later: seen }), ...mine };
        const { count } = await api('POST /course/auth/training/session/save', input, { isShowErrTip: false });
        notify(t('calendar:changed', { count }), 'success');
      } catch (error) {
        if (await compare(error, mine)) return;
        if (!following || !(error instanceof ApiError) || error.code !== 409) throw error;
        const now = await api(VIEW, { id });
        const changes = changesOfLater(later, now.later);
        if (changes.length === 0) throw error;
        invalidate('POST /data/auth/history/page');
        setLater(now.later);
        setTheirs(changes);
        return;
      }
      invalidate(LIST, VIEW);
      onClose();
    },
  });
  const title = t('calendar:change');
  if (conflict)
    return (
      <SessionConflict
        {...{ title, conflict, words, onClose }}
        onMerge={(values) => {
          setFirst(values);
          resolve();
        }}
      />
    );
  return (
    <FormDialog title={title} action={t('calendar:save')} form={form} onClose={onClose}>
      <SessionFields form={form} options={options} timeZone={timeZone} given={first} changedId={id} />
      {session.seriesId && <Following isChosen={following} onChange={setFollowing} />}
      {following && theirs.length > 0 && <LaterChanges {...{ list: theirs, words, timeZone }} />}
      {session.bookedCount + session.waitingCount > 0 && <p className="text-sm">{t('calendar:changeHint')}</p>}
    </FormDialog>
  );
}

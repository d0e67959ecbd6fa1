import { useState } from 'react';
import { useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { QuestionText } from '#src/components/QuestionText.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { BankView, Item } from './bank-query.ts';
import { QuestionEditor } from './QuestionEditor.tsx';
import { VersionList } from './VersionList.tsx';

type Props = {
  item: Item;
  bank: BankView;
  timeZone: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** A question of the list; the editor and the versions open below it. */
export function QuestionRow({ item, bank, timeZone, isChosen, onChoose }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const [open, setOpen] = useState<'edit' | 'versions' | null>(null);
  const toggle = (what: 'edit' | 'versions') => setOpen(open === what ? null : what);
  return (
    <div className="px-4 py-4 sm:px-6">
      <div className="flex items-start gap-3">
        <input
          type="checkbox"
          className="checkbox checkbox-sm mt-1 rounded-sm"
          aria-label={t('bank:choose', { code: item.code })}
          disabled={!hydrated}
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
        <div className="min-w-0 grow">
          <div className="line-clamp-3">
            <QuestionText text={item.stem} html={item.stemHtml} />
          </div>
          <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-muted">
            <span className="badge badge-soft badge-primary badge-sm">{t(`enum:questionType.${item.type}`)}</span>
            {!item.published && <span className="badge badge-soft badge-warning badge-sm">{t('bank:withdrawn')}</span>}
            <span>{t(`enum:difficulty.${item.difficulty}`)}</span>
            {item.topic && <span className="break-words">{item.topic}</span>}
            {item.tags.map((tag) => (
              <span key={tag} className="badge badge-ghost badge-sm">
                {tag}
              </span>
            ))}
            {item.langs.length > 1 && <span>{t('bank:bothLanguages')}</span>}
            <span className="break-all tabular-nums">{item.code}</span>
          </p>
        </div>
      </div>
      <div className="mt-2 flex flex-wrap gap-2 ps-8">
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          disabled={!hydrated}
          aria-expanded={open === 'edit'}
          aria-label={t('bank:editNamed', { code: item.code })}
          onClick={() => toggle('edit')}
        >
          <Icon name="edit" className="size-4" />
          {t('bank:edit')}
        </button>
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          disabled={!hydrated}
          aria-expanded={open === 'versions'}
          onClick={() => toggle('versions')}
        >
          <Icon name="clock" className="size-4" />
          {t('bank:versionCount', { count: item.version })}
          <span className="sr-only"> · {item.code}</span>
        </button>
      </div>
      {open === 'edit' && <Editing id={item.id} bank={bank} onClose={() => setOpen(null)} />}
      {open === 'versions' && <VersionList questionId={item.id} timeZone={timeZone} />}
    </div>
  );
}

function Editing({ id, bank, onClose }: { id: string; bank: BankView; onClose: () => void }) {
  const question = useCall('GET /exam/auth/question/view', { id });
  return (
    <div className="mt-4 border-t border-base-300 pt-4">
      <LoadState query={question}>
        {(found) => <QuestionEditor bank={bank} question={found} onClose={onClose} />}
      </LoadState>
    </div>
  );
}

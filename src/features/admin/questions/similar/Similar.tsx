import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { Confirm } from '../../kit/Confirm.tsx';
import { similarPage } from './similar-page.ts';

type Pair = Data<'POST /exam/auth/question/similar/page'>['list'][number];
type Side = Pair['one'];
type Asked = { what: 'replace' | 'delete'; kept: Side; gone: Side };

/**
 * Similar questions side by side, to keep both, to put one in the place of the other, or to delete one.
 * @param ids only those that are similar to one of these; nothing is shown without any
 */
export function Similar({ bankId, ids, onClose }: { bankId: string; ids?: string[]; onClose?: () => void }) {
  const t = useT();
  const { data, reload } = useCall(...similarPage(bankId, ids));
  const [asked, setAsked] = useState<Asked | null>(null);
  const keep = useAction(async ({ one, other }: Pair) => {
    await api('POST /exam/auth/question/similar/keep', { ids: [one.id, other.id] });
    reload();
  });
  const act = async ({ what, kept, gone }: Asked) => {
    if (what === 'replace') {
      const { changed, left } = await api('POST /exam/auth/exam/admin/question/replace', {
        ...{ questionId: gone.id, byId: kept.id },
      });
      notify(t(left > 0 ? 'bank:similar.replacedSome' : 'bank:similar.replaced', { count: changed, left }), 'success');
    }
    await api('POST /exam/auth/question/bulk/save', { action: 'delete', ids: [gone.id] });
    reload();
  };
  if (!data || (ids && data.list.length === 0)) return null;
  return (
    <section className="paper flex flex-col gap-4 p-4" aria-label={t('bank:similar.title')}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          {t(data.list.length === 0 ? 'bank:similar.none' : 'bank:similar.found', { count: data.totalCount })}
          {data.isPartial && ` ${t('bank:similar.partial')}`}
        </p>
        {onClose && (
          <button type="button" className="btn btn-sm" onClick={onClose}>
            {t('common:close')}
          </button>
        )}
      </div>
      <ul className="flex flex-col gap-4">
        {data.list.map((pair) => (
          <li key={pair.one.id + pair.other.id} className="rounded-box border border-base-300 p-4">
            <div className="mb-2 flex flex-wrap items-center gap-2">
              <span className="badge badge-soft badge-warning">
                {t('bank:similar.percent', { percent: pair.percent })}
              </span>
              <button
                type="button"
                className="btn ms-auto btn-sm"
                disabled={keep.isPending}
                onClick={() => void keep.run(pair)}
              >
                {t('bank:similar.keepBoth')}
              </button>
            </div>
            <div className="grid gap-4 sm:grid-cols-2">
              <SideView side={pair.one} other={pair.other} onAsk={setAsked} />
              <SideView side={pair.other} other={pair.one} onAsk={setAsked} />
            </div>
          </li>
        ))}
      </ul>
      {asked && (
        <Confirm
          title={t(`bank:similar.${asked.what}Title`, { code: asked.gone.code })}
          consequences={[
            ...(asked.what === 'replace'
              ? [t('bank:similar.replaceEffect', { count: asked.gone.paperCount, code: asked.kept.code })]
              : []),
            t(asked.gone.drawn ? 'bank:similar.drawnEffect' : 'bank:similar.deleteEffect', { code: asked.gone.code }),
          ]}
          action={t(`bank:similar.${asked.what}`)}
          onConfirm={() => act(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

type SideProps = { side: Side; other: Side; onAsk: (asked: Asked) => void };

function SideView({ side, other, onAsk }: SideProps) {
  const t = useT();
  const locale = useLocale();
  const text = side.texts[locale] ?? side.texts.zh ?? side.texts.en!;
  const right = new Set([side.answer].flat(2).map(String));
  return (
    <article className="flex min-w-0 flex-col gap-2">
      <p className="text-sm text-muted">
        {[side.code, t(`enum:questionType.${side.type}`), t('bank:version', { number: side.version })].join(' · ')}
        {!side.published && ` · ${t('bank:withdrawn')}`}
      </p>
      <p className="font-medium break-words whitespace-pre-wrap">{text.stem}</p>
      <ul className="text-sm">
        {text.options.map(({ key, text: said }) => (
          <li key={key} className={right.has(key) ? 'font-medium text-success' : ''}>
            {key}. {said}
          </li>
        ))}
      </ul>
      {text.options.length === 0 && <p className="text-sm text-success">{[...right].join(' / ')}</p>}
      <div className="mt-auto flex flex-wrap gap-2">
        {side.paperCount > 0 && side.type === other.type && (
          <button
            type="button"
            className="btn btn-sm"
            onClick={() => onAsk({ what: 'replace', kept: other, gone: side })}
          >
            {t('bank:similar.replaceNamed', { code: other.code, count: side.paperCount })}
          </button>
        )}
        {side.paperCount === 0 && (
          <button
            type="button"
            className="btn btn-sm"
            onClick={() => onAsk({ what: 'delete', kept: other, gone: side })}
          >
            {t('bank:similar.deleteNamed', { code: side.code })}
          </button>
        )}
      </div>
    </article>
  );
}

import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import type { ContentAction, ContentKindName } from '#src/contract/rules/editing.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Confirm } from '../kit/Confirm.tsx';
import type { Difference } from '../kit/ConflictView.tsx';
import { HistoryButton } from '../kit/History.tsx';
import type { Conflict } from '../kit/use-editor.ts';
import { consequenceTexts, restudyText, type Found } from './consequences.ts';
import type { DocumentOf } from './content-item.ts';
import type { NameOf } from './DocumentNames.tsx';
import { previewAddress } from './PagePreview.tsx';
import type { PictureGate } from './picture-gate.ts';
import { PublishDialog } from './PublishDialog.tsx';
import type { ContentEditor } from './use-content-editor.ts';
import { Versions } from './Versions.tsx';

type Props<K extends ContentKindName> = {
  editor: ContentEditor<K>;
  title: string;
  timeZone: string;
  differencesOf: (conflict: Conflict<DocumentOf<K>>, nameOf: NameOf) => Difference<string>[];
  /** Pictures that are not in their texts yet. */
  pictures: PictureGate;
};
type Open =
  | { kind: 'publish'; consequences: string[]; restudy: string | null }
  | { kind: 'versions' }
  | { kind: 'confirm'; action: ContentAction; consequences: string[] };

/** What can be done with content beside typing: preview, publish, versions, and the rest in a menu. */
export function ContentCommands<K extends ContentKindName>({
  editor,
  title,
  timeZone,
  differencesOf,
  pictures,
}: Props<K>) {
  const t = useT();
  const locale = useLocale();
  const { kind, item, isReady } = editor;
  const [open, setOpen] = useState<Open | null>(null);
  /** Stores what is typed and asks what the change means; errors are shown at their fields. */
  const ask = async (action: 'publish' | 'withdraw' | 'delete'): Promise<Found | null> => {
    if (!(await editor.flush())) return null;
    editor.form.clearErrors();
    editor.showAlert('');
    try {
      const input = { kind, ids: [editor.idNow()!], action };
      const { consequences } = await api('POST /system/auth/content/consequences', input, { isShowErrTip: false });
      return consequences;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      editor.refuse(error);
      return null;
    }
  };
  const publish = useAction(async () => {
    // A text must not be published without a picture that is on its way.
    if (!(await pictures.settled())) return editor.showAlert(t('editing:picture.unsent'));
    const found = await ask('publish');
    if (found) setOpen({ kind: 'publish', consequences: consequenceTexts(found, t), restudy: restudyText(found, t) });
  });
  const preview = useAction(async () => {
    // Opened at once: browsers block windows that are opened later.
    const shown = window.open('about:blank', `preview-${kind}`);
    if ((await ask('publish')) === null) return shown?.close();
    const id = editor.idNow()!;
    const page = item?.page ?? (await editor.pageNow());
    const address = href(locale, previewAddress(page, kind, id));
    if (shown) shown.location.href = address;
    else location.assign(address);
  });
  const start = useAction(async (action: ContentAction) => {
    if (action === 'takeOver' || action === 'restore' || action === 'unschedule') return act(action);
    if (action === 'discard') return setOpen({ kind: 'confirm', action, consequences: [t('editing:discardHint')] });
    const found = await ask(action);
    if (found)
      setOpen({
        kind: 'confirm',
        action,
        consequences: [t(`editing:hint.${action}`), ...consequenceTexts(found, t)],
      });
  });
  const act = async (action: ContentAction) => {
    await api('POST /system/auth/content/change', { kind, ids: [item!.id], action });
    await editor.reload();
    notify(t(`editing:done.${action}`), 'success');
  };
  const duplicate = useAction(async () => {
    if (!(await editor.flush())) return;
    const copy = await api('POST /system/auth/content/duplicate', { kind, id: item!.id });
    location.assign(href(locale, `${editor.path}?id=${copy.id}`));
  });
  const menu: readonly ContentAction[] = item ? actionsOf(item) : [];
  // Before the island is hydrated a click would be lost.
  const isBusy = !isReady || publish.isPending || preview.isPending || start.isPending || duplicate.isPending;
  const isShown = item !== null && item.state !== 'deleted';
  return (
    <>
      {item && (
        <HistoryButton
          kind="content"
          id={item.id}
          name={title}
          timeZone={timeZone}
          describe={({ name }) => ({ label: t('editing:changed', { name }) })}
        />
      )}
      {item && item.version > 0 && (
        <button
          type="button"
          className="btn btn-ghost"
          disabled={!isReady}
          onClick={() => setOpen({ kind: 'versions' })}
        >
          {t('editing:versions')}
        </button>
      )}
      {isShown && !item.isFromPack && kind !== 'site' && (
        <button type="button" className="btn btn-ghost" disabled={isBusy} onClick={() => void duplicate.run()}>
          {t('editing:duplicate')}
        </button>
      )}
      {menu.map((action) => (
        <button
          key={action}
          type="button"
          className="btn btn-outline"
          disabled={isBusy}
          onClick={() => void start.run(action)}
        >
          {t(`editing:action.${action}`)}
        </button>
      ))}
      {(!item || (isShown && !item.isFromPack)) && (
        <>
          <button type="button" className="btn btn-outline" disabled={isBusy} onClick={() => void preview.run()}>
            {t('editing:preview')}
          </button>
          <button type="button" className="btn btn-primary" disabled={isBusy} onClick={() => void publish.run()}>
            {publish.isPending && pictures.sending > 0 ? t('editing:picture.waits') : t('editing:publish')}
          </button>
        </>
      )}
      {open?.kind === 'publish' && (
        <PublishDialog
          {...{ editor, title, timeZone }}
          consequences={open.consequences}
          restudy={open.restudy}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'versions' && <Versions {...{ editor, timeZone, differencesOf }} onClose={() => setOpen(null)} />}
      {open?.kind === 'confirm' && (
        <Confirm
          title={t(`editing:confirm.${open.action as 'withdraw' | 'delete' | 'discard'}`, { title })}
          consequences={open.consequences}
          action={t(`editing:action.${open.action}`)}
          onConfirm={() => act(open.action)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** What is possible with content in its state. */
function actionsOf({
  state,
  isFromPack,
  stays,
  hasDraft,
  publishAt,
  withdrawAt,
  planFailedAt,
}: NonNullable<ContentEditor<ContentKindName>['item']>): ContentAction[] {
  if (state === 'deleted') return ['restore'];
  if (isFromPack) return ['takeOver'];
  return [
    ...(publishAt || withdrawAt || planFailedAt ? (['unschedule'] as const) : []),
    ...(hasDraft && state !== 'draft' ? (['discard'] as const) : []),
    ...(state === 'published' && !stays ? (['withdraw'] as const) : []),
    ...(stays ? [] : (['delete'] as const)),
  ];
}

import { useEffect, useId, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { followLink } from '#src/client/router.ts';
import { PAGE_VIEWER } from '#src/client/session.store.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Filter } from '#src/lib/list-query.ts';
import { FormDialog } from './FormDialog.tsx';
import type { List } from './use-list.ts';

const LIST = 'GET /data/auth/list/view/list';
type View = Data<typeof LIST>[number];
type Props<F extends Filter, S extends string> = { list: List<F, S> };

/** Saved views of a list: filters, order and columns under a name, personal ones and shared ones. They are loaded when it opens. */
export function ViewMenu<F extends Filter, S extends string>({ list }: Props<F, S>) {
  const t = useT();
  const hydrated = useHydrated();
  const menu = useId();
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const popover = useRef<HTMLDivElement>(null);
  // The browser opens it before the island is hydrated, too.
  useEffect(() => setOpen(popover.current!.matches(':popover-open')), []);
  return (
    <>
      <button type="button" popoverTarget={menu} className="btn border-base-300 bg-base-100 btn-sm font-normal">
        <Icon name="bookmark" className="size-4" />
        {t('admin:view.title')}
      </button>
      <div
        ref={popover}
        id={menu}
        popover="auto"
        role="group"
        aria-label={t('admin:view.title')}
        className="kit-menu kit-views floating"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <button
          type="button"
          className="menu-row"
          disabled={!hydrated}
          popoverTarget={menu}
          popoverTargetAction="hide"
          onClick={() => setSaving(true)}
        >
          <Icon name="plus" className="size-4" />
          {t('admin:view.save')}
        </button>
        {/* Below, so that the button does not move when they have been loaded. */}
        {isOpen && <Views list={list} />}
      </div>
      {isSaving && <SaveView list={list} onClose={() => setSaving(false)} />}
    </>
  );
}

function Views<F extends Filter, S extends string>({ list }: Props<F, S>) {
  const t = useT();
  const views = useCall(LIST, { list: list.own });
  const remove = async ({ id, name, query, isShared }: View) => {
    await api('DELETE /data/auth/list/view/delete', { id });
    const undo = async () => {
      await api('POST /data/auth/list/view/save', { list: list.own, query, name, isShared });
      invalidate(LIST);
    };
    notify(t('admin:view.deleted', { name }), 'success', { label: t('admin:undo'), undo });
    invalidate(LIST);
  };
  return (
    <LoadState query={views} lines={2}>
      {(all) =>
        all.length === 0 ? (
          <p className="px-3 py-2 text-sm text-muted">{t('admin:view.none')}</p>
        ) : (
          <ul>
            {all.map((view) => (
              <li key={view.id} className="flex items-center">
                <a
                  href={list.viewLink(view.query)}
                  className="menu-row grow"
                  aria-current={view.query === list.query ? 'true' : undefined}
                  onClick={followLink}
                >
                  <span className="min-w-0 grow truncate">{view.name}</span>
                  {view.isShared && <span className="badge badge-soft badge-sm">{t('admin:view.shared')}</span>}
                </a>
                {view.canChange && (
                  <button
                    type="button"
                    className="btn btn-ghost btn-sm btn-square"
                    aria-label={t('admin:view.delete', { name: view.name })}
                    onClick={() => void remove(view)}
                  >
                    <Icon name="close" className="size-4" />
                  </button>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </LoadState>
  );
}

function SaveView<F extends Filter, S extends string>({ list, onClose }: Props<F, S> & { onClose: () => void }) {
  const t = useT();
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { name: t('admin:view.nameMissing') }),
    send: async (values) => {
      const name = textOf(values, 'name');
      await api(
        'POST /data/auth/list/view/save',
        { list: list.own, query: list.query, name, isShared: values.has('isShared') },
        { isShowErrTip: false },
      );
      notify(t('admin:view.saved', { name }), 'success');
      invalidate(LIST);
      onClose();
    },
  });
  return (
    <FormDialog title={t('admin:view.save')} action={t('admin:view.saveNow')} form={form} onClose={onClose}>
      <FormField
        {...form.field('name')}
        label={t('admin:view.name')}
        hint={t('admin:view.nameHint')}
        maxLength={60}
        autoComplete="off"
      />
      {PAGE_VIEWER?.isAdmin && (
        <label className="flex items-start gap-3">
          <input type="checkbox" name="isShared" className="checkbox checkbox-sm mt-0.5 rounded-sm" />
          <span>
            {t('admin:view.share')}
            <span className="block text-sm text-muted">{t('admin:view.shareHint')}</span>
          </span>
        </label>
      )}
    </FormDialog>
  );
}

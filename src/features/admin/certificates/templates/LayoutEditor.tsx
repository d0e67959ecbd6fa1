import { type KeyboardEvent, use, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import {
  ELEMENT_KINDS,
  type ElementKind,
  type Layout,
  LAYOUT_LIMITS,
  type LayoutElement,
  type Orientation,
  type Placeholder,
} from '#src/contract/rules/certificate-layout.ts';
import { OfferedContext } from '#src/client/offered-languages.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { LOCALES } from '#src/lib/languages.ts';
import { SelectField } from '../../kit/fields.tsx';
import { Canvas } from './Canvas.tsx';
import { ElementPanel } from './ElementPanel.tsx';
import { moved, titleOf, turned, withCopy, withElement, withNew, without } from './layout-changes.ts';
import { TemplatePicture } from './TemplatePicture.tsx';
import { useSteps } from './use-steps.ts';

export type TemplateForm = { name: string; layout: Layout };

type Props = {
  form: UseFormReturn<TemplateForm>;
  layout: Layout;
  lang: 'zh' | 'en';
  pictures: ReadonlyMap<string, string>;
  /** Values of the placeholders. */
  longest: Record<Placeholder, string>;
  onLang: (lang: 'zh' | 'en') => void;
  onPicture: (picture: { id: string; url: string }) => void;
};

const ORIENTATIONS: Orientation[] = ['landscape', 'portrait'];

/** The page with its elements, and beside it the list of them with the properties of the selected one. */
export function LayoutEditor({ form, layout, lang, pictures, longest, onLang, onPicture }: Props) {
  const t = useT();
  const offered = use(OfferedContext);
  const [selected, setSelected] = useState<string | null>(null);
  const [isFilled, setFilled] = useState(true);
  const steps = useSteps<Layout>(layout, (next) => {
    form.setValue('layout', next, { shouldDirty: true });
    form.clearErrors();
  });
  const at = layout.elements.findIndex(({ id }) => id === selected);
  const element = layout.elements[at];
  const { formState } = form;
  const errorOf = (name: string) => form.getFieldState(name as 'name', formState).error?.message;
  const isFull = layout.elements.length >= LAYOUT_LIMITS.elements;
  const add = ([next, id]: [Layout, string]) => {
    steps.change(next);
    setSelected(id);
  };
  const addNew = (kind: ElementKind) =>
    add(withNew(layout, kind, Object.fromEntries(offered.map((each) => [each, t('record:template.newText')]))));
  const duplicate = (id: string) => !isFull && add(withCopy(layout, id));
  const remove = (id: string) => {
    steps.change(without(layout, id));
    setSelected(null);
  };
  const change = (next: LayoutElement, subject: string) => steps.change(withElement(layout, next), subject);
  const undoByKeys = (event: KeyboardEvent) => {
    // In fields it undoes what was typed.
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    if (!(event.ctrlKey || event.metaKey) || !['z', 'y'].includes(event.key.toLowerCase())) return;
    event.preventDefault();
    if (event.shiftKey || event.key.toLowerCase() === 'y') steps.redo();
    else steps.undo();
  };
  const shownTitle = (each: LayoutElement) => titleOf(each, lang, t);
  return (
    <div className="flex flex-col gap-4" onKeyDown={undoByKeys}>
      <div role="toolbar" aria-label={t('record:template.tools')} className="flex flex-wrap items-center gap-2">
        {offered.length > 1 && (
          <div role="group" aria-label={t('record:template.language')} className="join">
            {LOCALES.map((each) => (
              <button
                key={each}
                type="button"
                className={`btn join-item btn-sm ${each === lang ? 'btn-primary' : 'btn-outline'}`}
                aria-pressed={each === lang}
                onClick={() => onLang(each)}
              >
                {t(`record:template.lang.${each}`)}
              </button>
            ))}
          </div>
        )}
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="checkbox checkbox-sm"
            checked={isFilled}
            onChange={({ target }) => setFilled(target.checked)}
          />
          {t('record:template.filled')}
        </label>
        <div className="ms-auto flex gap-1">
          <button type="button" className="btn btn-ghost btn-sm" disabled={!steps.canUndo} onClick={steps.undo}>
            {t('record:template.undo')}
          </button>
          <button type="button" className="btn btn-ghost btn-sm" disabled={!steps.canRedo} onClick={steps.redo}>
            {t('record:template.redo')}
          </button>
        </div>
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-2">
          <Canvas
            {...{ layout, lang, pictures, selected }}
            values={isFilled ? longest : null}
            titleOf={shownTitle}
            onSelect={setSelected}
            onChange={change}
            onEnd={steps.end}
            onRemove={remove}
            onDuplicate={duplicate}
          />
          <p className="text-sm text-muted">{t('record:template.keysHint')}</p>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <section className="flex flex-col gap-3" aria-label={t('record:template.elements')}>
            <h2 className="font-semibold">{t('record:template.elements')}</h2>
            <div className="flex flex-wrap gap-1.5">
              {ELEMENT_KINDS.map((kind) => (
                <button
                  key={kind}
                  type="button"
                  className="btn btn-outline btn-sm"
                  disabled={isFull}
                  onClick={() => addNew(kind)}
                >
                  <Icon name="plus" className="size-3.5" />
                  {t(`record:template.kind.${kind}`)}
                </button>
              ))}
            </div>
            <ol className="flex max-h-64 flex-col overflow-y-auto rounded-box border border-base-300">
              <li>
                <button
                  type="button"
                  aria-pressed={element === undefined}
                  className="w-full px-3 py-1.5 text-start text-sm hover:bg-base-200 aria-pressed:bg-primary aria-pressed:text-primary-content"
                  onClick={() => setSelected(null)}
                >
                  {t('record:template.page')}
                </button>
              </li>
              {layout.elements.map((each, n) => (
                <li key={each.id}>
                  <button
                    type="button"
                    name={`layout.elements.${n}`}
                    aria-pressed={each.id === selected}
                    className="w-full px-3 py-1.5 text-start text-sm break-words hover:bg-base-200 aria-pressed:bg-primary aria-pressed:text-primary-content"
                    onClick={() => setSelected(each.id)}
                  >
                    {shownTitle(each)}
                  </button>
                  {errorOf(`layout.elements.${n}`) && (
                    <p className="px-3 pb-1.5 text-sm text-error">{errorOf(`layout.elements.${n}`)}</p>
                  )}
                </li>
              ))}
            </ol>
          </section>
          {element ? (
            <section key={element.id} className="flex flex-col gap-4" aria-label={shownTitle(element)}>
              <h2 className="font-semibold break-words">{shownTitle(element)}</h2>
              <ElementPanel
                {...{ element, lang, errorOf, onPicture }}
                name={`layout.elements.${at}`}
                url={(element.fileId && pictures.get(element.fileId)) || null}
                onChange={(next, field) => change(next, `${field} ${next.id}`)}
              />
              <div className="flex flex-wrap gap-1.5">
                <button type="button" className="btn btn-sm" disabled={isFull} onClick={() => duplicate(element.id)}>
                  {t('record:template.duplicate')}
                </button>
                <button
                  type="button"
                  className="btn btn-sm"
                  disabled={at === layout.elements.length - 1}
                  onClick={() => steps.change(moved(layout, element.id, 1))}
                >
                  {t('record:template.forward')}
                </button>
                <button
                  type="button"
                  className="btn btn-sm"
                  disabled={at === 0}
                  onClick={() => steps.change(moved(layout, element.id, -1))}
                >
                  {t('record:template.back')}
                </button>
                <button type="button" className="btn text-error btn-sm" onClick={() => remove(element.id)}>
                  {t('record:template.remove')}
                </button>
              </div>
            </section>
          ) : (
            <section className="flex flex-col gap-4" aria-label={t('record:template.page')}>
              <h2 className="font-semibold">{t('record:template.page')}</h2>
              <SelectField
                name="layout.orientation"
                label={t('record:template.field.orientation')}
                value={layout.orientation}
                options={ORIENTATIONS.map((value) => ({ value, label: t(`record:template.orientation.${value}`) }))}
                onChange={(orientation) => steps.change(turned(layout, orientation))}
              />
              <TemplatePicture
                name="layout.backgroundFileId"
                label={t('record:template.background')}
                hint={t('record:template.backgroundHint')}
                error={errorOf('layout.backgroundFileId')}
                id={layout.backgroundFileId}
                url={(layout.backgroundFileId && pictures.get(layout.backgroundFileId)) || null}
                onChange={(picture) => {
                  if (picture) onPicture(picture);
                  steps.change({ ...layout, backgroundFileId: picture?.id ?? null });
                }}
              />
            </section>
          )}
        </div>
      </div>
    </div>
  );
}

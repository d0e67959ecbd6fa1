import { useController, useFieldArray, useWatch } from 'react-hook-form';
import { useCall } from '#src/client/query.ts';
import { Labelled } from '#src/components/Labelled.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { localizedText } from '#src/lib/localized.ts';
import { categoryOptions, type Category } from '../categories/category-tree.ts';
import type { DocumentOf } from '../content/content-item.ts';
import { FieldGroup, Group } from '../kit/fields.tsx';
import { CheckField, SelectField } from '../kit/form-fields.tsx';
import { Picker, PickerOptions, PickerSearch, useTyped } from '../kit/Picker.tsx';
import { RemoveButton, Rows } from '../kit/rows.tsx';
import { BothField } from './BothField.tsx';
import { AddButton, noteOf } from './SiteParts.tsx';

type Site = DocumentOf<'site'>;
type Zone = Site['zones'][number];
const EMPTY = { zh: '', en: '' };
const TYPES = [1, 2, 3, 4, 5, 6, 7] as const;
const NEWEST = 2;
const OF_CATEGORY = 5;
/** Zones with selected items, and what these are. */
const SELECTED = { 1: 'course', 6: 'lecturer', 7: 'project' } as const;
type Subject = (typeof SELECTED)[keyof typeof SELECTED];

/** The zones of the landing page, in their order. */
export function ZoneRows({ categories }: { categories: Category[] }) {
  const t = useT();
  const locale = useLocale();
  const rows = useFieldArray<Site, 'zones'>({ name: 'zones', keyName: 'key' as 'id' });
  const zones = useWatch<Site, 'zones'>({ name: 'zones' });
  const add = () =>
    rows.append({
      ...{ id: crypto.randomUUID(), title: EMPTY, subtitle: EMPTY, type: NEWEST, categoryId: null },
      ...{ items: [], shown: true },
    });
  return (
    <Group title={t('site:admin.site.zones')} hint={t('site:admin.site.zonesHint')}>
      <Rows
        name="zones"
        label={t('site:admin.site.zones')}
        rows={rows}
        nameOf={(at) => localizedText(zones[at]?.title, locale) || t('site:admin.site.zone', { n: at + 1 })}
        noteOf={(at) => noteOf(zones[at], t, t(`site:admin.site.types.${zones[at]?.type as 1}`))}
        commands={<AddButton label={t('site:admin.site.addZone')} onClick={add} />}
      >
        {(at) => (
          <div className="flex flex-col gap-4">
            <BothField name={`zones.${at}.title`} label={t('site:admin.site.partTitle')} maxLength={60} />
            <BothField name={`zones.${at}.subtitle`} label={t('site:admin.site.subtitle')} maxLength={200} />
            <SelectField
              name={`zones.${at}.type`}
              label={t('site:admin.site.type')}
              options={TYPES.map((value) => ({ value, label: t(`site:admin.site.types.${value}`) }))}
            />
            {zones[at]?.type === OF_CATEGORY && (
              <SelectField
                name={`zones.${at}.categoryId`}
                label={t('site:admin.site.category')}
                options={[
                  { value: null, label: t('editing:choose') },
                  ...categoryOptions(categories, locale).map(({ id, label }) => ({ value: id, label })),
                ]}
              />
            )}
            <Items at={at} zone={zones[at]} />
            <CheckField name={`zones.${at}.shown`} label={t('site:admin.site.shown')} />
          </div>
        )}
      </Rows>
    </Group>
  );
}

/** The selected courses, lecturers or projects of a zone, in their order. */
function Items({ at, zone }: { at: number; zone: Zone | undefined }) {
  const t = useT();
  const { field } = useController({ name: `zones.${at}.items` });
  const items = field.value as string[];
  const kind = zone ? SELECTED[zone.type as keyof typeof SELECTED] : undefined;
  const found = useCall('POST /system/auth/content/subject/page', {
    ...{ kind: kind ?? 'course', ids: [...items].sort(), pageSize: 24 },
  });
  if (!kind) return null;
  const nameOf = (id: string) => found.data?.list.find((each) => each.id === id)?.title ?? '…';
  return (
    <FieldGroup label={t('site:admin.site.items')} className="flex flex-col gap-3">
      <ol className="flex flex-col gap-2">
        {items.map((id) => (
          <li key={id} className="flex items-center justify-between gap-2">
            <span className="min-w-0 break-words">{nameOf(id)}</span>
            <RemoveButton name={nameOf(id)} onClick={() => field.onChange(items.filter((each) => each !== id))} />
          </li>
        ))}
      </ol>
      <Labelled label={t('site:admin.site.addItem')}>
        {({ id }) => (
          <Picker
            {...{ id, label: t('site:admin.site.addItem'), chosen: null, placeholder: t('editing:choose') }}
            onClear={() => undefined}
          >
            {(close) => (
              <Found
                kind={kind}
                onChoose={(chosen) => {
                  if (!items.includes(chosen)) field.onChange([...items, chosen]);
                  close();
                }}
              />
            )}
          </Picker>
        )}
      </Labelled>
    </FieldGroup>
  );
}

function Found({ kind, onChoose }: { kind: Subject; onChoose: (id: string) => void }) {
  const t = useT();
  const { typed, setTyped, keyword } = useTyped();
  const { data } = useCall('POST /system/auth/content/subject/page', {
    kind,
    pageSize: 20,
    ...(keyword && { keyword }),
  });
  return (
    <div className="flex flex-col gap-2 p-2">
      <PickerSearch label={t('editing:search')} value={typed} onChange={setTyped} />
      <PickerOptions
        label={t('editing:search')}
        options={data?.list.map(({ id, title }) => ({ id, name: title })) ?? []}
        none={data ? t('editing:nothingFound') : ''}
        onChoose={({ id }) => onChoose(id)}
      />
    </div>
  );
}

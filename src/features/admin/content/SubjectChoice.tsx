import { useEffect, useState } from 'react';
import { useController } from 'react-hook-form';
import { useCall } from '#src/client/query.ts';
import { Labelled } from '#src/components/Labelled.tsx';
import { useT } from '#src/i18n/island.tsx';
import { Picker, PickerOptions, PickerSearch, useTyped } from '../kit/Picker.tsx';

type Props = {
  kind: 'course' | 'exam' | 'lecturer';
  /** Path of the id in the form. */
  name: string;
  label: string;
  hint?: string;
  /** What is chosen at first. */
  title?: string | null;
  onTitle?: (title: string) => void;
};

/** A course, exam or lecturer of the enterprise. */
export function SubjectChoice({ kind, name, label, hint, title = null, onTitle }: Props) {
  const t = useT();
  const { field, fieldState } = useController({ name });
  const [chosen, setChosen] = useState(title);
  const id = field.value as string | null;
  const found = useCall('POST /system/auth/content/subject/page', {
    kind,
    ids: id && chosen === null ? [id] : [],
    pageSize: 1,
  });
  useEffect(() => {
    const [first] = found.data?.list ?? [];
    if (first && first.id === id) setChosen((known) => known ?? first.title);
  }, [found.data, id]);
  return (
    <Labelled {...{ label, hint, error: fieldState.error?.message }}>
      {(own) => (
        <Picker
          {...{ id: own.id, name, ref: field.ref, label }}
          about={{ 'aria-describedby': own['aria-describedby'], 'aria-invalid': own['aria-invalid'] }}
          chosen={id === null ? null : (chosen ?? '…')}
          placeholder={t('editing:choose')}
          onClear={() => field.onChange(null)}
        >
          {(close) => (
            <SubjectOptions
              kind={kind}
              onChoose={(subject) => {
                field.onChange(subject.id);
                setChosen(subject.title);
                onTitle?.(subject.title);
                close();
              }}
            />
          )}
        </Picker>
      )}
    </Labelled>
  );
}

type OptionsProps = { kind: Props['kind'] | 'project'; onChoose: (subject: { id: string; title: string }) => void };

/** What can be chosen in a `Picker`, with a search. */
export function SubjectOptions({ kind, onChoose }: OptionsProps) {
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
        onChoose={({ id, name }) => onChoose({ id, title: name })}
      />
    </div>
  );
}

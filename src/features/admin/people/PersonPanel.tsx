import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { ConflictView } from '../kit/ConflictView.tsx';
import { EditorForm } from '../kit/EditorForm.tsx';
import { DayField, SelectField, TextField } from '../kit/form-fields.tsx';
import { SidePanel } from '../kit/SidePanel.tsx';
import { useEditor, type Version } from '../kit/use-editor.ts';
import { peopleChanged } from './effects.ts';
import { type Named, personView, VIEW } from './people-list.ts';
import {
  differencesOf,
  inputOf,
  merged,
  type PersonData,
  type PersonValues,
  titleOf,
  valuesOf,
} from './person-form.ts';
import { NamedFormField } from './pickers.tsx';

type Props = {
  /** Null: a new member. */
  userId: string | null;
  name?: string;
  /** Of a new member. */
  department?: Named | null;
  timeZone: string;
  onClose: () => void;
};

/** Adds a member, or changes what the enterprise knows about one, beside a list or page. */
export function PersonPanel({ userId, name = '', ...props }: Props) {
  const t = useT();
  const title = userId ? t('people:form.edit', { name }) : t('people:form.add');
  return (
    <SidePanel title={title} onClose={props.onClose}>
      {userId ? <Stored {...props} userId={userId} label={title} /> : <Editor {...props} person={null} label={title} />}
    </SidePanel>
  );
}

type FormProps = Omit<Props, 'userId' | 'name'> & { label: string };

function Stored({ userId, ...props }: FormProps & { userId: string }) {
  return (
    <LoadState query={useCall(...personView(userId))} lines={6}>
      {(person) => <Editor key={person.userId} {...props} person={person} />}
    </LoadState>
  );
}

const versionOf = (person: PersonData): Version<PersonValues> => ({
  values: valuesOf(person),
  revision: person.revision,
});

function Editor({ person, label, department, timeZone, onClose }: FormProps & { person: PersonData | null }) {
  const t = useT();
  const reread = async (userId: string) => versionOf(await api(VIEW, { userId }, { isShowErrTip: false }));
  const editor = useEditor<PersonValues, Version<PersonValues>>({
    draft: `person-${person?.userId ?? 'new'}`,
    stored: person ? versionOf(person) : { values: valuesOf(null, department) },
    save: async (values, revision) => {
      const input = { ...inputOf(values), userId: person?.userId, revision };
      const { userId } = await api('POST /user/auth/people/save', input, { isShowErrTip: false });
      return reread(userId);
    },
    onSaved: ({ values }) => {
      notify(t(person ? 'people:form.saved' : 'people:form.added', { name: values.userName }), 'success');
      peopleChanged();
      onClose();
    },
    reread: person ? () => reread(person.userId) : undefined,
  });
  const { conflict } = editor;
  if (conflict)
    return (
      <ConflictView
        title={t('people:form.conflict')}
        intro={t('people:form.conflictHint')}
        differences={differencesOf(t, conflict.base.values, conflict.mine, conflict.theirs.values)}
        onMerge={(taken) => editor.resolve(merged(conflict.mine, conflict.theirs.values, taken))}
      />
    );
  // Its owner has verified it: nobody else changes it.
  const isOwners = Boolean(person?.phone) && !person!.phoneUnverified;
  return (
    <EditorForm editor={editor} label={label} action={t('people:form.save')} timeZone={timeZone}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="userName" label={titleOf(t, 'userName')} maxLength={50} />
        <TextField
          name="employeeNo"
          label={titleOf(t, 'employeeNo')}
          hint={t('people:form.numberHint')}
          maxLength={64}
        />
        {isOwners ? (
          <div className="flex flex-col gap-1.5">
            <span className="text-sm font-medium">{titleOf(t, 'phone')}</span>
            <span className="flex min-h-10 items-center tabular-nums">{person!.phone}</span>
            <span className="text-sm text-muted">{t('people:form.phoneOwned')}</span>
          </div>
        ) : (
          <TextField name="phone" label={titleOf(t, 'phone')} hint={t('people:form.phoneHint')} maxLength={20} />
        )}
        <TextField name="email" label={titleOf(t, 'email')} maxLength={254} />
        <NamedFormField name="departmentId" what="department" label={titleOf(t, 'departmentId')} />
        <NamedFormField name="positionId" what="position" label={titleOf(t, 'positionId')} />
        <NamedFormField name="superiorId" what="person" label={titleOf(t, 'superiorId')} />
        <DayField name="joinedOn" label={titleOf(t, 'joinedOn')} />
        <SelectField
          name="userType"
          label={titleOf(t, 'userType')}
          options={[1, 2, 3].map((value) => ({ value, label: t(`enum:userType.${value}`) }))}
        />
        <SelectField
          name="sex"
          label={titleOf(t, 'sex')}
          options={[1, 2].map((value) => ({ value, label: t(`people:sex.${value}`) }))}
        />
      </div>
    </EditorForm>
  );
}

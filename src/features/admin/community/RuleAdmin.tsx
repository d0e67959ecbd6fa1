import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data, Input } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { ConflictView } from '../kit/ConflictView.tsx';
import { EditorForm } from '../kit/EditorForm.tsx';
import { CheckField, NumberField } from '../kit/form-fields.tsx';
import { useEditor } from '../kit/use-editor.ts';
import { ruleValue } from './rule-value.ts';

const VIEW = 'GET /community/auth/setting/view';
const SAVE = 'PUT /community/auth/setting/save';
type Stored = Data<typeof VIEW>;
type Rules = Omit<Stored, 'revision'>;

const SWITCHES = ['isPublic', 'allowAnonymous', 'reviewNewMemberLinks'] as const;
const NUMBERS = [
  'newMemberDays',
  'newMemberDailyPosts',
  'dailyPosts',
  'acceptedPoints',
  'acceptedPointsPerDay',
] as const;

/** The rules of the community. */
export function RuleAdmin({ timeZone }: { timeZone: string }) {
  const rules = useCall(VIEW, {});
  return (
    <section className="paper p-5 sm:p-6">
      <LoadState query={rules}>{(stored) => <RuleForm stored={stored} timeZone={timeZone} />}</LoadState>
    </section>
  );
}

const versionOf = ({ revision, ...values }: Stored) => ({ values, revision });

function RuleForm({ stored, timeZone }: { stored: Stored; timeZone: string }) {
  const t = useT();
  const editor = useEditor<Rules, { values: Rules; revision: number }>({
    draft: 'community rules',
    stored: versionOf(stored),
    save: async (values, revision) => {
      const input = { ...values, revision: revision ?? 0 } as Input<typeof SAVE>;
      return { values, ...(await api(SAVE, input, { isShowErrTip: false })) };
    },
    reread: async () => versionOf(await api(VIEW, {})),
    onSaved: () => notify(t('moderation:admin.saved'), 'success'),
  });
  const { conflict } = editor;
  if (conflict) {
    const { base, mine, theirs } = conflict;
    return (
      <ConflictView
        title={t('moderation:admin.conflict')}
        intro={t('moderation:admin.conflictHint')}
        differences={[...SWITCHES, ...NUMBERS]
          .filter((name) => mine[name] !== theirs.values[name])
          .map((name) => ({
            ...{ name, label: t(`moderation:admin.${name}`), isTheirs: mine[name] === base.values[name] },
            ...{ mine: ruleValue(t, mine[name]), theirs: ruleValue(t, theirs.values[name]) },
          }))}
        onMerge={(taken) => {
          const kept = Object.fromEntries([...taken].map((name) => [name, theirs.values[name]]));
          editor.resolve({ ...mine, ...kept });
        }}
      />
    );
  }
  return (
    <EditorForm
      editor={editor}
      label={t('moderation:admin.rules')}
      action={t('moderation:admin.save')}
      timeZone={timeZone}
    >
      {SWITCHES.map((name) => (
        <CheckField key={name} name={name} label={t(`moderation:admin.${name}`)} />
      ))}
      {NUMBERS.map((name) => (
        <div key={name} className="max-w-md">
          <NumberField name={name} label={t(`moderation:admin.${name}`)} />
        </div>
      ))}
    </EditorForm>
  );
}

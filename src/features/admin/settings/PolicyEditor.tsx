import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import type { Data, Input } from '#src/contract/calls.ts';
import { POLICY_DEFAULTS, type PolicyKind, TAKE_BACK } from '#src/contract/rules/policy.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { ConflictView } from '../kit/ConflictView.tsx';
import { EditorForm } from '../kit/EditorForm.tsx';
import { Group } from '../kit/fields.tsx';
import { CheckField, NumberField, SelectField } from '../kit/form-fields.tsx';
import { HistoryButton } from '../kit/History.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { useEditor } from '../kit/use-editor.ts';
import { RequiredNotices } from './RequiredNotices.tsx';
import { isNoticeChoice, ruleLabel, ruleText } from './rule-text.ts';

const VIEW = 'GET /user/auth/policy/view';
const SAVE = 'PUT /user/auth/policy/save';
/** The rules of any kind, by name. */
type Rules = Record<string, boolean | number | string>;
type Form = { rules: Rules };
type Stored = { values: Form; revision: number; id: string | null };
type Props = { kind: PolicyKind; stored: Data<typeof VIEW>[PolicyKind]; timeZone: string };

/** Where else rules of the same subject are changed. */
const ELSEWHERE = {
  points: '/admin/community',
  rankings: '/home/rank',
  orders: '/admin/settings',
  notices: '/admin/messages',
} as const;

/** Changes the rules of points, rankings, orders or notices. */
function PolicyEditor({ kind, stored, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const [id, setId] = useState(stored.id);
  const names = Object.keys(POLICY_DEFAULTS[kind]);
  const labelOf = (name: string) => ruleLabel(t, kind, name);
  const editor = useEditor<Form, Stored>({
    draft: `policy ${kind}`,
    stored: { values: { rules: stored.rules }, revision: stored.revision },
    save: async ({ rules }, revision) => {
      const input = { kind, revision: revision ?? 0, rules } as Input<typeof SAVE>;
      const saved = await api(SAVE, input, { isShowErrTip: false });
      return { values: { rules }, ...saved };
    },
    reread: async () => {
      const { rules, revision } = (await api(VIEW))[kind];
      return { values: { rules }, revision };
    },
    onSaved: (saved) => {
      setId(saved.id);
      notify(t('policy:saved'), 'success');
    },
  });
  const { conflict } = editor;
  if (conflict) {
    const [mine, theirs, base] = [conflict.mine.rules, conflict.theirs.values.rules, conflict.base.values.rules];
    return (
      <ConflictView
        title={t('policy:conflict')}
        intro={t('policy:conflictHint')}
        differences={names
          .filter((name) => mine[name] !== theirs[name])
          .map((name) => ({
            ...{ name, label: labelOf(name), isTheirs: mine[name] === base[name] },
            ...{ mine: ruleText(t, kind, name, mine[name]), theirs: ruleText(t, kind, name, theirs[name]) },
          }))}
        onMerge={(taken) => {
          const merged = names.map((name) => [name, taken.has(name) ? theirs[name] : mine[name]]);
          editor.resolve({ rules: Object.fromEntries(merged) as Rules });
        }}
      />
    );
  }
  const title = t(`policy:of.${kind}.title`);
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={title} hint={t(`policy:of.${kind}.hint`)}>
        {id && (
          <HistoryButton
            kind="policy"
            id={id}
            name={title}
            timeZone={timeZone}
            describe={({ name, before, after }) => ({
              label: labelOf(name),
              before: ruleText(t, kind, name, before),
              after: ruleText(t, kind, name, after),
            })}
          />
        )}
      </PageHead>
      <EditorForm editor={editor} label={title} action={t('policy:save')} timeZone={timeZone}>
        <Group title={t('policy:rules')} hint={t(`policy:of.${kind}.effect`)}>
          {names
            .filter((name) => !isNoticeChoice(name))
            .map((name) => {
              const field = { name: `rules.${name}`, label: labelOf(name), hint: t(`policy:of.${kind}.${name}.hint`) };
              const given = (stored.rules as Rules)[name];
              if (typeof given === 'boolean') return <CheckField key={name} {...field} />;
              if (typeof given === 'string') {
                const options = TAKE_BACK.map((value) => ({ value, label: ruleText(t, kind, name, value) }));
                return (
                  <div key={name} className="max-w-md">
                    <SelectField {...field} options={options} />
                  </div>
                );
              }
              return (
                <div key={name} className="max-w-md">
                  <NumberField {...field} step={name === 'approvedUpTo' ? 0.01 : 1} />
                </div>
              );
            })}
          {kind === 'notices' && <RequiredNotices />}
          <a className="link self-start text-sm" href={href(locale, ELSEWHERE[kind])}>
            {t(`policy:of.${kind}.elsewhere`)}
          </a>
        </Group>
      </EditorForm>
    </div>
  );
}

export default island(PolicyEditor);

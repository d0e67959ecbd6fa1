import { useFieldArray } from 'react-hook-form';
import { ApiError } from '#src/client/api-error.ts';
import { ConflictView } from '#src/features/admin/kit/ConflictView.tsx';
import { EditorForm } from '#src/features/admin/kit/EditorForm.tsx';
import { CheckField, ManyField, NumberField, SelectField, TextField } from '#src/features/admin/kit/form-fields.tsx';
import { Rows } from '#src/features/admin/kit/rows.tsx';
import { useEditor } from '#src/features/admin/kit/use-editor.ts';
import { island } from '#src/i18n/island.tsx';

export type Values = { title: string; level: number | null; open: boolean; people: string[]; parts: Part[] };
type Part = { title: string; score: number };

export const VALUES: Values = {
  ...{ title: '安全考试', level: null, open: false, people: [] },
  parts: [
    { title: '甲', score: 10 },
    { title: '乙', score: 20 },
    { title: '丙', score: 30 },
  ],
};
const NAMES = ['title', 'level', 'open', 'people', 'parts'] as const;

/** What "the server" has, what it answers to a save, and what was sent. */
export const server = {
  stored: { values: VALUES, revision: 1 },
  answer: (values: Values): Values | Promise<Values> => values,
  sent: [] as { values: Values; revision: number | undefined }[],
};

/** An editor as a screen has it. */
export const Example = island<{ hasLevel?: boolean; autosave?: number }>(function Example({
  hasLevel = true,
  autosave,
}) {
  const editor = useEditor({
    draft: 'exam-1',
    stored: server.stored,
    ...(autosave !== undefined && { autosave }),
    save: async (values: Values, revision) => {
      server.sent.push({ values, revision });
      const stored = await server.answer(values);
      if (revision !== server.stored.revision) throw new ApiError(409, '已被修改');
      server.stored = { values: stored, revision: server.stored.revision + 1 };
      return server.stored;
    },
    onSaved: () => undefined,
    reread: () => Promise.resolve(server.stored),
  });
  const parts = useFieldArray<Values, 'parts'>({ control: editor.form.control, name: 'parts' });
  if (editor.conflict) {
    const { base, mine, theirs } = editor.conflict;
    const text = (values: Values, name: (typeof NAMES)[number]) => JSON.stringify(values[name]);
    return (
      <ConflictView
        title="两个版本"
        intro="其他人修改了"
        differences={NAMES.map((name) => ({
          ...{ name, label: name, mine: text(mine, name), theirs: text(theirs.values, name) },
          isTheirs: text(mine, name) === text(base.values, name),
        })).filter((each) => each.mine !== each.theirs)}
        onMerge={(taken) =>
          editor.resolve({ ...mine, ...Object.fromEntries([...taken].map((name) => [name, theirs.values[name]])) })
        }
      />
    );
  }
  return (
    <EditorForm
      editor={editor}
      action="保存"
      timeZone="Asia/Shanghai"
      commands={
        <>
          <button type="button" onClick={() => editor.raise(server.stored.revision)}>
            发布
          </button>
          <button type="button" onClick={() => void editor.flush()}>
            预览
          </button>
        </>
      }
    >
      <TextField name="title" label="名称" hint="考生可见" maxLength={100} />
      {hasLevel && (
        <SelectField
          name="level"
          label="难度"
          options={[
            { value: null, label: '不限' },
            { value: 2, label: '中' },
          ]}
        />
      )}
      <CheckField name="open" label="开放" />
      <ManyField
        name="people"
        label="阅卷人"
        options={[
          { value: 'a', label: '王芳' },
          { value: 'b', label: '李强' },
        ]}
      />
      <Rows
        name="parts"
        label="各部分"
        rows={parts}
        nameOf={(at) => `部分 ${at + 1}`}
        commands={
          <button type="button" onClick={() => parts.append({ title: '', score: 5 })}>
            添加
          </button>
        }
      >
        {(at) => (
          <>
            <TextField name={`parts.${at}.title`} label="标题" maxLength={100} />
            <NumberField name={`parts.${at}.score`} label="分数" />
          </>
        )}
      </Rows>
    </EditorForm>
  );
});

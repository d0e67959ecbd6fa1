import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { TABLE_TOOLS, type Tool, TOOLS, type ToolActions } from './tools.ts';

type Props = {
  ref: RefObject<HTMLDivElement | null>;
  editor: Editor;
  actions: ToolActions;
  controls: string;
  tools?: readonly Tool[][];
  tableTools?: typeof TABLE_TOOLS;
};

/** The toolbar of the editor, and below it the one of the table that the cursor is in. */
export function ToolBar({ ref, editor, actions, controls, tools = TOOLS, tableTools = TABLE_TOOLS }: Props) {
  const t = useT();
  const [current, setCurrent] = useState('undo');
  const states = useEditorState({
    editor,
    selector: ({ editor }) =>
      Object.fromEntries(
        tools
          .flat()
          .map(({ name, isActive, isEnabled }) => [
            name,
            { pressed: isActive?.(editor), enabled: isEnabled?.(editor) ?? true },
          ]),
      ),
  });
  const inTable = useEditorState({ editor, selector: ({ editor }) => editor.isActive('table') });
  return (
    <div ref={ref} className="editor-tools">
      <Bar label={t('editor:toolbar')} controls={controls}>
        {tools.map((group) => (
          <span key={group[0]!.name} className="editor-tool-group">
            {group.map(({ name, icon, keys, run }) => {
              const { pressed, enabled } = states[name]!;
              return (
                <button
                  key={name}
                  type="button"
                  className="btn btn-ghost btn-square btn-sm"
                  aria-label={t(`editor:tool.${name}`)}
                  title={t(`editor:tool.${name}`) + (keys ? ` (${shownKeys(keys)})` : '')}
                  aria-keyshortcuts={keys}
                  aria-pressed={pressed}
                  aria-disabled={!enabled}
                  tabIndex={name === current ? 0 : -1}
                  onFocus={() => setCurrent(name)}
                  onClick={() => enabled && run(editor, actions)}
                >
                  <Icon name={icon} className="size-4.5" />
                </button>
              );
            })}
          </span>
        ))}
      </Bar>
      {inTable && <TableBar editor={editor} controls={controls} tools={tableTools} />}
    </div>
  );
}

type TableProps = Pick<Props, 'editor' | 'controls'> & { tools: typeof TABLE_TOOLS };

function TableBar({ editor, controls, tools }: TableProps) {
  const t = useT();
  const [current, setCurrent] = useState(tools[0]!.name);
  const pressed = useEditorState({
    editor,
    selector: ({ editor }) => Object.fromEntries(tools.map(({ name, isActive }) => [name, isActive?.(editor)])),
  });
  return (
    <Bar label={t('editor:tableToolbar')} controls={controls}>
      {tools.map(({ name, run }) => (
        <button
          key={name}
          type="button"
          className="btn btn-ghost btn-xs"
          aria-pressed={pressed[name]}
          tabIndex={name === current ? 0 : -1}
          onFocus={() => setCurrent(name)}
          onClick={() => run(editor)}
        >
          {t(`editor:table.${name}`)}
        </button>
      ))}
    </Bar>
  );
}

/** One stop for Tab; arrow keys, Home and End move between its buttons. */
function Bar({ label, controls, children }: { label: string; controls: string; children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.getElementsByTagName('button')];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const { length } = buttons;
    const next = { ArrowRight: (at + 1) % length, ArrowLeft: (at + length - 1) % length, Home: 0, End: length - 1 }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    buttons[next]!.focus();
  };
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      aria-controls={controls}
      className="editor-toolbar"
      onKeyDown={onKeyDown}
      // The selection stays in the text.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </div>
  );
}

/** `Control+Shift+Z` as on the keyboard of this device. */
const shownKeys = (keys: string) =>
  /Mac|iPhone|iPad/.test(navigator.userAgent)
    ? keys.replace('Control', '⌘').replace('Alt', '⌥')
    : keys.replace('Control', 'Ctrl');

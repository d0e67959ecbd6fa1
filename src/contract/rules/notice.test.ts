import { describe, expect, it } from 'vitest';
import { NOTICE_CHOICES, NOTICE_GROUPS, NOTICE_KINDS, noticeGroup } from './notice.ts';
import zh from '../../../public/locales/zh/notice.json' with { type: 'json' };

describe('noticeGroup', () => {
  it('puts every kind into exactly one group; only the digest has none', () => {
    const events = [...Object.keys(zh.task), undefined];
    const groups = NOTICE_KINDS.map((kind) => [
      kind,
      kind === 'task'
        ? events.slice(0, -1).map((event) => noticeGroup({ kind, detail: { event } }))
        : noticeGroup({ kind, detail: {} }),
    ]);
    for (const [kind, group] of groups)
      for (const each of [group].flat())
        expect(each === null ? kind === 'digest' : NOTICE_GROUPS.includes(each as never), String(kind)).toBe(true);
    const used = new Set(groups.flatMap(([, group]) => group));
    expect(NOTICE_GROUPS.filter((group) => !used.has(group))).toEqual([]);
  });

  it('knows what a task says', () => {
    expect(noticeGroup({ kind: 'task', detail: { event: 'due' } })).toBe('due');
    expect(noticeGroup({ kind: 'task', detail: { event: 'late' } })).toBe('overdue');
  });
});

it('choices have names of their own', () => expect(new Set(NOTICE_CHOICES).size).toBe(NOTICE_CHOICES.length));

import { describe, expect, it } from 'vitest';
import { cleanNames, courseTree, outlineTree, pathProblem } from './course-tree.ts';

const shown = (paths: string[]) => {
  const items = courseTree(
    paths.map((path) => ({ path, type: 'video', fileId: path, fileName: path.split('/').at(-1)! })),
  );
  const depth = (id: string | null): number =>
    id === null ? 0 : 1 + depth(items.find((item) => item.id === id)!.parentId);
  return items.map(
    ({ name, parentId, type }) => `${'  '.repeat(depth(parentId))}${name}${type === 'folder' ? '/' : ''}`,
  );
};

describe('a tree of files', () => {
  it('is in the order of people, without the numbers and the folder of all', () => {
    const files = [
      'Safety/10. End.mp4',
      'Safety/2. Gas/02 - Leaks.mp4',
      'Safety/2. Gas/01 - Intro.mp4',
      'Safety/1. Start.mp4',
    ];
    expect(shown(files)).toEqual(['Start', 'Gas/', '  Intro', '  Leaks', 'End']);
  });

  it('counts Chinese chapters', () => {
    const files = ['第十章 总结/a.mp4', '第二章 用气/b.mp4', '第十二章 附录/c.mp4', '第一章 安全/d.mp4'];
    expect(shown(files).filter((line) => line.endsWith('/'))).toEqual([
      ...['第一章 安全/', '第二章 用气/', '第十章 总结/', '第十二章 附录/'],
    ]);
  });

  it('keeps numbers that are part of a name', () => {
    expect(cleanNames(['3 Steps to safety', 'Intro'])).toEqual(['3 Steps to safety', 'Intro']);
    expect(cleanNames(['1 Intro', '2 Steps', '10 End'])).toEqual(['Intro', 'Steps', 'End']);
    expect(cleanNames(['3-phase motors', '3D drawings'])).toEqual(['3-phase motors', '3D drawings']);
    expect(cleanNames(['2026 年度报告', '1.5 倍速', '01'])).toEqual(['2026 年度报告', '倍速', '01']);
    expect(cleanNames(['1、安全', '（2）用气', '3.1 概述', '04_检查'])).toEqual(['安全', '用气', '概述', '检查']);
  });

  it('leaves out what belongs to operating systems, and what is too deep', () => {
    for (const path of ['__MACOSX/a/._b.mp4', 'a/.DS_Store', 'Thumbs.db', 'a/~$plan.docx', 'a/desktop.ini'])
      expect(pathProblem(path)).toBe('importSystemFile');
    expect(pathProblem(`${'a/'.repeat(11)}b.mp4`)).toBe('importTooDeep');
    expect(pathProblem('课程/第 1 章/视频.mp4')).toBeNull();
  });
});

describe('a tree of headings', () => {
  it('has chapters with items, also where a level is left out', () => {
    const items = outlineTree([
      ...[
        { level: 1, name: '1 Start' },
        { level: 3, name: '1.1.1 Rules' },
        { level: 2, name: '1.2 Tools' },
      ],
      ...[
        { level: 3, name: 'Masks' },
        { level: 1, name: '2 End' },
      ],
    ]);
    const nameOf = (id: string | null) => items.find((item) => item.id === id)?.name ?? null;
    expect(items.map(({ name, parentId, type }) => [name, nameOf(parentId), type])).toEqual([
      ['Start', null, 'folder'],
      ['Rules', 'Start', 'document'],
      ['Tools', 'Start', 'folder'],
      ['Masks', 'Tools', 'document'],
      ['End', null, 'folder'],
    ]);
  });
});

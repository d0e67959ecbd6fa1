import '../media/media.css';
import { type DragEvent, type ReactNode, useContext, useRef, useState } from 'react';
import { nameWithoutEnding } from '#src/contract/rules/course-tree.ts';
import { EditableContext } from '../content/MarkdownField.tsx';
import { droppedFiles } from '../media/dropped-files.ts';
import { UploadTray } from '../media/UploadTray.tsx';
import { useMediaUploads } from '../media/use-uploads.ts';
import { type CourseItem, newItem } from './course-document.ts';
import { fileOf, typeOfFile } from './item-files.ts';

type Props = {
  /** The folder into which files are dropped; null: none. */
  parentId: string | null;
  onAdd: (items: CourseItem[], parentId: string | null) => void;
  children: ReactNode;
};

/** Where something was dropped, and the chapters of its folders by path. */
type Drop = { parentId: string | null; chapters: Map<string, string> };

/** Where files and folders can be dropped: files go into the media library and become items, folders become chapters. */
export function ItemDrop({ parentId, onAdd, children }: Props) {
  const isEditable = useContext(EditableContext);
  const [isOver, setOver] = useState(false);
  /** Of what each file was dropped with, by its path and name. */
  const drops = useRef(new Map<string, Drop>());
  const uploads = useMediaUploads((done) => {
    for (const { key, name, path, file, sameAs } of done) {
      uploads.dismiss(key);
      // The one that the library has already; the other one stays in it until somebody removes it.
      const made = sameAs ?? file;
      const dropped = drops.current.get(`${path}/${name}`);
      if (!made || !dropped) continue;
      const into = chapterOf(path, dropped);
      onAdd([newItem(typeOfFile(made), into, nameWithoutEnding(name), fileOf(made))], into);
    }
  });
  /** The chapter of a folder, which is added with the first of its files. */
  const chapterOf = (path: string, { parentId: top, chapters }: Drop): string | null => {
    let [id, at] = [top, ''];
    for (const name of path.split('/').filter(Boolean)) {
      at += `/${name}`;
      if (!chapters.has(at)) {
        const chapter = newItem('folder', id, name);
        chapters.set(at, chapter.id);
        onAdd([chapter], id);
      }
      id = chapters.get(at)!;
    }
    return id;
  };
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = await droppedFiles(event.dataTransfer);
    const dropped: Drop = { parentId, chapters: new Map() };
    for (const { file, path } of files) drops.current.set(`${path}/${file.name}`, dropped);
    uploads.add(files, { folderId: null, replaces: null });
  };
  // Items of the tree are dragged as well.
  const hasFiles = (event: DragEvent) => isEditable && event.dataTransfer.types.includes('Files');
  return (
    <div
      className="media-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (hasFiles(event)) void drop(event);
      }}
    >
      {children}
      <UploadTray uploads={{ ...uploads, interrupted: [], ready: [] }} onUseSame={() => undefined} />
    </div>
  );
}

import type { Dropped } from './upload-queue.ts';

/** Files of a folder that are read at once: browsers give them in parts. */
const MAX_FILES = 5_000;

/** Returns the files of a file input; `path` is the folder of a chosen folder that they are in. */
export const chosenFiles = (files: FileList | null): Dropped[] =>
  [...(files ?? [])].slice(0, MAX_FILES).map((file) => ({ file, path: folderOf(file.webkitRelativePath) }));

/** Returns the files that were dropped, with those of dropped folders. @param withHidden also hidden ones, which systems leave in folders */
export async function droppedFiles(data: DataTransfer, withHidden = false): Promise<Dropped[]> {
  // The list is empty after the first turn.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null).filter((entry) => entry !== null);
  if (entries.length === 0) return chosenFiles(data.files);
  const found: Dropped[] = [];
  for (const entry of entries) await collect(entry, '', found, withHidden);
  return found;
}

async function collect(entry: FileSystemEntry, path: string, found: Dropped[], withHidden: boolean): Promise<void> {
  // Hidden files of the system, like .DS_Store.
  if (found.length >= MAX_FILES || (entry.name.startsWith('.') && !withHidden)) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ file, path });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const each of some) await collect(each, path ? `${path}/${entry.name}` : entry.name, found, withHidden);
  }
}

const folderOf = (path: string) => path.split('/').slice(0, -1).join('/');

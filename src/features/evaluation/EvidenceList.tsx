import type { ReactNode } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { fileSizeText } from '#src/lib/file-size.ts';
import type { Evaluation } from './evaluation.ts';

type File = Evaluation['evidence'][number];

/** Complete files of evidence with previews. @param tools shown beside the name of a file */
export function EvidenceList({ files, tools }: { files: File[]; tools?: (file: File) => ReactNode }) {
  const t = useT();
  return (
    <ul aria-label={t('evaluation:evidence.label')} className="grid gap-4 sm:grid-cols-2">
      {files.map((file) => (
        <li key={file.id} className="flex min-w-0 flex-col overflow-hidden rounded-box border border-base-300">
          <Preview file={file} />
          <div className="flex items-center justify-between gap-2 p-3">
            <a href={file.url!} className="min-w-0 link-hover" target="_blank" rel="noreferrer">
              <span className="block truncate text-sm font-medium">{file.fileName}</span>
              <span className="text-xs text-muted tabular-nums">{fileSizeText(file.fileSize)}</span>
            </a>
            {tools?.(file)}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Preview({ file: { mime, url, fileName } }: { file: File }) {
  if (mime?.startsWith('image/'))
    return <img src={url!} alt={fileName} loading="lazy" className="aspect-video w-full bg-base-200 object-contain" />;
  // No captions: these are recordings of people’s own work.
  if (mime?.startsWith('video/'))
    return (
      <video src={url!} controls preload="metadata" aria-label={fileName} className="aspect-video w-full bg-black" />
    );
  if (mime === 'application/pdf') return <iframe src={url!} title={fileName} loading="lazy" className="h-80 w-full" />;
  return (
    <div className="grid aspect-video place-items-center bg-base-200 text-muted">
      <Icon name="file" className="size-10" />
    </div>
  );
}

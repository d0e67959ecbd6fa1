import { useEffect, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';

export type ReadyFile = { fileName: string; mediaType: string; base64: string };

/** A link that saves a file that the server has made. */
export function SavedFile({ file }: { file: ReadyFile | null }) {
  const t = useT();
  const [url, setUrl] = useState('');
  useEffect(() => {
    if (!file) return;
    const bytes = Uint8Array.from(atob(file.base64), (byte) => byte.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: file.mediaType }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (!file || !url) return null;
  return (
    <a href={url} download={file.fileName} className="link flex items-center gap-2 self-start break-all">
      <Icon name="download" className="size-4" />
      {t('admin:saveFile', { name: file.fileName })}
    </a>
  );
}

import '#src/components/table-scroll.css';
import { useEffect, useState } from 'react';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';

type Issued = Data<'POST /user/auth/terminal/pin/issue'>;
type Props = { issued: Issued; onClose: () => void };

/** Initial PINs, which the portal shows once: what is stored are hashes. */
export function IssuedPins({ issued, onClose }: Props) {
  const t = useT();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([csvOf(issued)], { type: 'text/csv' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [issued]);
  return (
    <ActionDialog title={t('terminal:pins.title')} onClose={onClose} className="max-w-xl">
      <p>{t('terminal:pins.once')}</p>
      <div className="table-scroll">
        <table className="table table-sm">
          <thead>
            <tr>
              <th scope="col">{t('terminal:people.number')}</th>
              <th scope="col">{t('terminal:people.name')}</th>
              <th scope="col">{t('terminal:people.pin')}</th>
            </tr>
          </thead>
          <tbody>
            {issued.map(({ userId, employeeNo, userName, pin }) => (
              <tr key={userId}>
                <td>{employeeNo}</td>
                <td>{userName}</td>
                <td className="font-mono">{pin}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <a className="btn btn-primary self-end" href={url} download="initial-pins.csv">
        {t('terminal:pins.download')}
      </a>
    </ActionDialog>
  );
}

/** The mark tells Excel that the text is UTF-8; spreadsheets execute texts that begin like a formula. */
const csvOf = (issued: Issued) =>
  `\uFEFFemployeeNo,userName,initialPin\n${issued
    .map(({ employeeNo, userName, pin }) => `${cell(employeeNo)},${cell(userName)},"${pin}"\n`)
    .join('')}`;
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

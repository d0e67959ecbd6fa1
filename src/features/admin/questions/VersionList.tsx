import { useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateText } from '#src/lib/dates.ts';
import { textChanges } from '#src/lib/text-changes.ts';

type Version = Data<'POST /exam/auth/question/version/page'>['list'][number];

/** The latest versions of a question, each with what it changed. */
export function VersionList({ questionId, timeZone }: { questionId: string; timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const versions = useCall('POST /exam/auth/question/version/page', { id: questionId, pageSize: 20 });
  return (
    <LoadState query={versions}>
      {({ list }) => (
        <ol className="flex flex-col gap-4">
          {list.map((version, at) => (
            <li key={version.number}>
              <p className="text-sm text-muted tabular-nums">
                {t('bank:version', { number: version.number })} · {dateText(version.gmtCreate, timeZone, locale)}
                {version.authorName && ` · ${version.authorName}`}
              </p>
              <Changes before={list[at + 1]} after={version} />
            </li>
          ))}
        </ol>
      )}
    </LoadState>
  );
}

const TONES = { same: '', added: 'bg-success/20', removed: 'bg-error/20 line-through' };

function Changes({ before, after }: { before: Version | undefined; after: Version }) {
  const shown = plain(after);
  if (!before) return <p className="mt-1 text-sm break-words whitespace-pre-line">{shown}</p>;
  return (
    <p className="mt-1 text-sm break-words whitespace-pre-line">
      {textChanges(plain(before), shown).map(({ text, change }, n) =>
        change === 'same' ? (
          <span key={n}>{text}</span>
        ) : change === 'added' ? (
          <ins key={n} className={TONES.added}>
            {text}
          </ins>
        ) : (
          <del key={n} className={TONES.removed}>
            {text}
          </del>
        ),
      )}
    </p>
  );
}

/** All that a version says, as one text. */
function plain({ texts, answer, criteria }: Version): string {
  const parts = [texts.zh, texts.en].flatMap((text) =>
    text ? [text.stem, ...text.options.map(({ key, text: said }) => `${key}. ${said}`), text.analysis ?? ''] : [],
  );
  const key = Array.isArray(answer) ? answer.map((each) => [each].flat().join(' / ')).join('; ') : String(answer);
  const points = criteria.map(({ text, points: most }) => `${most}: ${text}`);
  return [...parts, `→ ${key}`, ...points].filter(Boolean).join('\n');
}

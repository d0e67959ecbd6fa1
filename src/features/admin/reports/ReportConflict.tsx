import { api } from '#src/client/api.ts';
import { columnsOf, type Definition, type ReportFilter, sourceOf } from '#src/contract/rules/report.ts';
import type { Translate } from '#src/i18n/format.ts';
import { useT } from '#src/i18n/island.tsx';
import { reportColumnText } from '#src/i18n/report-text.ts';
import { ConflictView } from '../kit/ConflictView.tsx';
import type { Conflict } from '../kit/use-editor.ts';
import { namesOf } from './ValuePicker.tsx';

/** What the editor of a report changes. */
export type ReportValues = { name: string; isShared: boolean; definition: Definition };
type Names = ReadonlyMap<string, string>;
type Part = 'name' | 'isShared' | 'shown' | 'filters';
type Props = {
  conflict: Conflict<ReportValues>;
  /** Of the things that filters name, by id. */
  names: Names;
  /** Goes on with what was chosen. */
  onMerge: (values: ReportValues) => void;
};

/** A report that was changed by somebody else meanwhile: both versions, to choose from. */
export function ReportConflict({ conflict: { base, mine, theirs }, names, onMerge }: Props) {
  const t = useT();
  const other = theirs.values;
  // Fields belong to a source: neither what is shown nor the filters of one can stand with the other.
  const isOneSource = mine.definition.source === other.definition.source;
  const label: Record<Part, string> = {
    ...{ name: t('reports:editor.name'), shown: t('reports:editor.shown') },
    ...{ filters: t('reports:editor.filters'), isShared: t('reports:editor.isShared') },
  };
  const textsOf = ({ name, isShared, definition }: ReportValues): Record<Part, string> => {
    const filters = definition.filters.map((filter) => filterText(definition, filter, names, t)).join('\n');
    const shown = shownText(definition, t);
    return {
      ...{ name, isShared: t(isShared ? 'reports:editor.yes' : 'reports:editor.no') },
      ...(isOneSource ? { shown, filters } : { shown: [shown, filters].filter(Boolean).join('\n'), filters: '' }),
    };
  };
  const [own, before, saved] = [textsOf(mine), textsOf(base.values), textsOf(other)];
  return (
    <ConflictView<Part>
      title={t('reports:editor.conflictTitle')}
      intro={t('reports:editor.conflict')}
      differences={(Object.keys(label) as Part[])
        .filter((name) => own[name] !== saved[name])
        .map((name) => ({
          ...{ name, label: label[name], mine: own[name], theirs: saved[name], isTheirs: own[name] === before[name] },
        }))}
      onMerge={(taken) => {
        const from = (part: Part) => (taken.has(part) ? other : mine);
        const { filters } = from(isOneSource ? 'filters' : 'shown').definition;
        onMerge({
          ...{ name: from('name').name, isShared: from('isShared').isShared },
          definition: { ...from('shown').definition, filters },
        });
      }}
    />
  );
}

/** Source, kind, columns and order of a report, each in a line. */
function shownText(definition: Definition, t: Translate): string {
  const { source, groups, measures, sort } = definition;
  const columns = columnsOf(definition);
  const isList = groups.length === 0 && measures.length === 0;
  const sorted = columns.find(({ key }) => key === sort?.by);
  const order = sorted && [reportColumnText(sorted, t), sort?.descending && t('reports:editor.descending')];
  return [
    `${t('reports:editor.source')} · ${t(`reports:source.${source}`)}`,
    `${t('reports:editor.kind')} · ${t(isList ? 'reports:editor.list' : 'reports:editor.grouped')}`,
    ...columns.map((column) => reportColumnText(column, t)),
    order && `${t('reports:editor.sortBy')} · ${order.filter(Boolean).join(' · ')}`,
  ]
    .filter(Boolean)
    .join('\n');
}

function filterText({ source }: Definition, { field, op, values }: ReportFilter, names: Names, t: Translate): string {
  const { values: choices } = sourceOf(source).fields[field]!;
  const said = values.map((value) => names.get(value) ?? (choices ? t(`reports:value.${field}.${value}`) : value));
  return [t(`reports:field.${field}`), t(`reports:editor.opName.${op}`), said.join(', ')].join(' · ');
}

/** Reads the names of the things that filters of these reports name, by id. @throws ApiError */
export async function namesIn(definitions: Definition[]): Promise<Names> {
  const asked = definitions.flatMap(({ source, filters }) =>
    filters.flatMap(({ field, values }) => {
      const entity = sourceOf(source).fields[field]?.entity;
      const ids = values.filter((value) => value !== '');
      return entity && ids.length > 0 ? [{ entity, ids }] : [];
    }),
  );
  const different = new Map(asked.map((each) => [JSON.stringify(each), each]));
  const found = await Promise.all([...different.values()].map(({ entity, ids }) => api(...namesOf(entity, ids))));
  return new Map(found.flat().map(({ id, name }) => [id, name]));
}

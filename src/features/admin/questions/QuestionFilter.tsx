import { KeywordField } from '#src/components/KeywordField.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { type BankView, bankLink, DIFFICULTIES, type Filter, TYPES } from './bank-query.ts';

type Props = { bank: BankView; filter: Filter };

/** A GET form: it works without JavaScript. */
export function QuestionFilter({ bank, filter }: Props) {
  const t = useT();
  const locale = useLocale();
  const state = filter.published === undefined ? '' : filter.published ? 'published' : 'withdrawn';
  const selects = [
    {
      name: 'type',
      label: t('bank:type'),
      value: filter.type,
      options: TYPES.map((type) => [type, t(`enum:questionType.${type}`)]),
    },
    {
      name: 'difficulty',
      label: t('bank:difficulty'),
      value: filter.difficulty,
      options: DIFFICULTIES.map((each) => [String(each), t(`enum:difficulty.${each}`)]),
    },
    { name: 'topic', label: t('bank:topic'), value: filter.topic, options: bank.topics.map((topic) => [topic, topic]) },
    { name: 'tag', label: t('bank:tag'), value: filter.tag, options: bank.tags.map((tag) => [tag, tag]) },
    {
      name: 'state',
      label: t('bank:state'),
      value: state,
      options: [
        ['published', t('bank:published')],
        ['withdrawn', t('bank:withdrawn')],
      ],
    },
  ];
  return (
    <form
      // The page is the same after a search: the fields take its filter anew.
      key={JSON.stringify(filter)}
      method="get"
      action={bankLink(locale, bank.id, {})}
      role="search"
      className="flex flex-wrap gap-2"
    >
      {selects
        .filter(({ options }) => options.length > 0)
        .map(({ name, label, value, options }) => (
          <select
            key={name}
            name={name}
            defaultValue={value ?? ''}
            aria-label={label}
            className="select select-sm w-[calc(50%-0.25rem)] sm:w-36"
          >
            <option value="">{label}</option>
            {options.map(([option, label]) => (
              <option key={option} value={option}>
                {label}
              </option>
            ))}
          </select>
        ))}
      <KeywordField value={filter.keyword} label={t('bank:keyword')} action={t('bank:search')} />
    </form>
  );
}

/* Items of QTI 1.2, as older programs write them. */

/** The condition of a rule, what it sets, and what else it does. */
type Rule = readonly [condition: string, sets: string, more: string];

const material = (text: string, type = 'text/plain') =>
  `<material><mattext texttype="${type}">${text}</mattext></material>`;
const processing = (rules: readonly Rule[]) =>
  `<resprocessing><outcomes><decvar/></outcomes>${rules
    .map(
      ([condition, sets, more]) =>
        `<respcondition continue="Yes"><conditionvar>${condition}</conditionvar>${sets}${more}</respcondition>`,
    )
    .join('\n')}</resprocessing>`;

/** A file with items in one section, with the document type that such files name. */
export const qti12 = (...items: string[]): string =>
  `<?xml version="1.0"?>
<!DOCTYPE questestinterop SYSTEM "ims_qtiasiv1p2p1.dtd">
<questestinterop><assessment ident="a" title="Test"><section ident="s" title="Part">
${items.join('\n')}
</section></assessment></questestinterop>
`;

type Choice = {
  options: readonly string[];
  rules: readonly Rule[];
  cardinality?: string;
  shuffle?: string;
  stem?: string;
  more?: string;
};

/** A choice, whose options are `o0`, `o1` …, of the response `R`. */
export const choice12 = ({ options, rules, cardinality = 'Single', shuffle, stem, more = '' }: Choice): string =>
  `<item ident="item" title="An item"><presentation>
${material(stem ?? '&lt;p&gt;Which &lt;i&gt;one&lt;/i&gt;?&lt;/p&gt;', 'text/html')}
<response_lid ident="R" rcardinality="${cardinality}"><render_choice${shuffle ? ` shuffle="${shuffle}"` : ''}>
${options.map((text, index) => `<response_label ident="o${index}">${material(text)}</response_label>`).join('\n')}
</render_choice></response_lid></presentation>
${processing(rules)}${more}</item>`;

/** Texts to fill in. */
export const fields12 = (responses: string[], rules: readonly Rule[]): string =>
  `<item ident="fields" title="Fields"><presentation><flow>${responses
    .map(
      (id, index) =>
        `${material(index === 0 ? 'First:' : 'Next:')}<response_str ident="${id}"><render_fib><response_label ident="l"/></render_fib></response_str>`,
    )
    .join('\n')}</flow></presentation>${processing(rules)}</item>`;

/** An essay with a solution. */
export const essay12 = (solution: string, stem = 'Why?'): string =>
  `<item ident="essay" title="Essay"><presentation>${material(stem)}<response_str ident="R"><render_fib rows="9"/></response_str></presentation>
<itemfeedback ident="s"><solution><solutionmaterial>${material(solution)}</solutionmaterial></solution></itemfeedback></item>`;

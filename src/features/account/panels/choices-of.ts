type Filter<V extends string> = {
  /** In the address. */
  name: string;
  values: readonly V[];
  /** Undefined: everything is shown. */
  chosen: V | undefined;
  /** Label of a value; of undefined, of "all". */
  text: (value: V | undefined) => string;
};

/** The choices of a filter: everything, then one for each value. `link` makes addresses of the panel. */
export function choicesOf<V extends string>(
  { name, values, chosen, text }: Filter<V>,
  link: (query: Record<string, V | undefined>) => string,
) {
  return [undefined, ...values].map((value) => ({
    label: text(value),
    href: link({ [name]: value }),
    chosen: value === chosen,
  }));
}

type Filter<V extends string> = {
  /** Value in the URL. */
  name: string;
  values: readonly V[];
  /** Undefined: no filter. */
  chosen: V | undefined;
  /** Label of a value; of undefined, of "all". */
  text: (value: V | undefined) => string;
};

/** The options of a filter: all, then one per value. `link` builds URLs of the panel. */
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

/** Attributes whose value users see or hear. */
const SPOKEN =
  /^(label|placeholder|title|alt|hint|text|summary|description|aria-(label|description|roledescription|placeholder|valuetext))$/;
const HAN = /\p{Script=Han}/u;
const LETTER = /\p{L}/u;
/**
 * Texts that need no translation: an address, a single Latin letter, a format, or the name of a language in that
 * language.
 */
const NEUTRAL = /^(https?:\S+|[A-Z]|\P{L}*|中文|English)$/u;

/** ESLint rule: no Chinese or English text in a screen; every text goes through t(). */
export const noLiteralText = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { literal: '"{{text}}" is a text: it belongs in public/locales and goes through t().' },
  },
  create(context) {
    const check = (node, value, only) => {
      const text = String(value).replace(/&\w+;/g, ' ').trim();
      if (only.test(text) && !NEUTRAL.test(text))
        context.report({ node, messageId: 'literal', data: { text: text.slice(0, 60) } });
    };
    return {
      JSXText: (node) => check(node, node.value, LETTER),
      'JSXAttribute[value.type="Literal"]': (node) => {
        if (SPOKEN.test(String(node.name.name))) check(node.value, node.value.value, LETTER);
      },
      Literal: (node) => {
        // Attributes in SPOKEN are checked above.
        if (typeof node.value === 'string' && !SPOKEN.test(String(node.parent?.name?.name)))
          check(node, node.value, HAN);
      },
      TemplateElement: (node) => check(node, node.value.raw, HAN),
    };
  },
};

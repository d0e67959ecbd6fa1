/** Data of opencc-js, which has types for its converters only: pairs of a character and its replacement, separated by `|`. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string;
  export default pairs;
}

/** The native compiler does not read `.astro` files; `astro check` checks them, and what they import. */
declare module '*.astro' {
  const component: import('astro/runtime/server/index.js').AstroComponentFactory;
  export default component;
}

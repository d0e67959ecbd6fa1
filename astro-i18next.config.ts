/**
 * Config of `astro-i18next`, which loads `public/locales` on the server (design section 6).
 * Its baked `loadPath` is absolute to the build machine, so it is overridden with one relative to the working folder.
 */
export default {
  defaultLocale: 'zh',
  locales: ['zh', 'en'],
  namespaces: [
    'common',
    'enum',
    'errors',
    'account',
    'company',
    'site',
    'lecturer',
    'announcement',
    'community',
    'course',
    'study',
    'exam',
    'record',
    'export',
    'search',
    'ranking',
    'flow',
    'order',
  ],
  defaultNamespace: 'common',
  load: ['server'],
  i18nextServer: {
    initAsync: false,
    fallbackLng: 'zh',
    preload: ['zh', 'en'],
    showSupportNotice: false,
    interpolation: { escapeValue: false },
    backend: { loadPath: './public/locales/{{lng}}/{{ns}}.json' },
  },
};

import type { Config } from 'tailwindcss';

/** One container, one radius, system fonts. Colours come from the tenant's theme (`/theme/…css`). */
export default {
  theme: {
    extend: {
      fontFamily: {
        sans: [
          'var(--punctuation)',
          '"PingFang SC"',
          '"HarmonyOS Sans SC"',
          '"Microsoft YaHei"',
          '"Noto Sans SC"',
          '"Noto Sans CJK SC"',
          'system-ui',
          'sans-serif',
        ],
      },
    },
  },
} satisfies Config;

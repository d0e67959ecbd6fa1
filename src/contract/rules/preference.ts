/** Colours of the portal: as the device has them, or always light or dark. */
export const THEMES = ['system', 'light', 'dark'] as const;
/** Sizes of all texts. */
export const TEXT_SIZES = ['normal', 'large', 'larger'] as const;

/** What a member has chosen for all their devices. */
export type Preferences = {
  /** Null: the language that was chosen on the device. */
  language: 'zh' | 'en' | null;
  /** IANA name; null: the time zone of the enterprise. */
  timeZone: string | null;
  /** Null: the choice made on the device applies. */
  theme: (typeof THEMES)[number] | null;
  textSize: (typeof TEXT_SIZES)[number];
  reducedMotion: boolean;
};

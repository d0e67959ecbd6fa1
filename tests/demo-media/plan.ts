import type { CertificatePlan } from './certificate.ts';
import type { Library } from './library.ts';
import type { MotifName } from './motifs.ts';

/** One scene of a film; its texts are also used for the captions. */
export type Scene = { heading: string; text: string; seconds: number };
export type Film = {
  file: string;
  course: string;
  title: string;
  motif: MotifName;
  scenes: Scene[];
  captions?: string;
  /** The texts in the other language, for captions. */
  translation?: { captions: string; title: string; scenes: Omit<Scene, 'seconds'>[] };
};
export type Sound = { file: string; seconds: number; root: number };
export type Section = { heading: string; text?: string; points?: string[]; table?: string[][] };
export type Document = { file: string; title: string; subtitle: string; sections: Section[] };
export type Sheet = { file: string; title: string; rows: { name: string; text: string; colour: string }[] };
export type Portrait = {
  file: string;
  hair: 'short' | 'long' | 'bun' | 'cap' | 'crop' | 'bob';
  glasses?: boolean;
  tone: string;
  shirt: string;
};

/** All media of one tenant. */
export type MediaPlan = {
  tenant: string;
  name: string;
  lang: 'zh' | 'en';
  brand: string;
  accent: string;
  monogram: string;
  certificate: CertificatePlan;
  banners: { file: string; motif: MotifName; seed: string }[];
  covers: { file: string; motif: MotifName; seed: string }[];
  portraits: Portrait[];
  films: Film[];
  sounds: Sound[];
  documents: Document[];
  sheets: Sheet[];
  library: Library;
};

declare module 'lighthouse' {
  type Audit = { id: string; title: string; score: number | null; numericValue?: number; displayValue?: string };
  type Category = { score: number | null; auditRefs: { id: string; weight: number }[] };
  type Result = { lhr: { categories: Record<string, Category>; audits: Record<string, Audit> } };
  export default function lighthouse(url: string, flags: Record<string, unknown>): Promise<Result | undefined>;
}
declare module 'chrome-launcher' {
  export function launch(options: {
    chromePath: string;
    chromeFlags: string[];
  }): Promise<{ port: number; kill(): void }>;
}

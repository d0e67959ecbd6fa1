declare module 'lighthouse' {
  type Audit = {
    id: string;
    title: string;
    score: number | null;
    numericValue?: number;
    displayValue?: string;
    errorMessage?: string;
  };
  type Category = { score: number | null; auditRefs: { id: string; weight: number }[] };
  type Report = {
    categories: Record<string, Category>;
    audits: Record<string, Audit>;
    runtimeError?: { code: string; message: string };
  };
  type Result = { lhr: Report };
  export default function lighthouse(url: string, flags: Record<string, unknown>): Promise<Result | undefined>;
}
declare module 'chrome-launcher' {
  export function launch(options: {
    chromePath: string;
    chromeFlags: string[];
  }): Promise<{ port: number; kill(): void }>;
}

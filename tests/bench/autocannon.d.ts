declare module 'autocannon' {
  type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string };
  type Options = {
    url: string;
    connections: number;
    duration: number;
    headers?: Record<string, string>;
    requests?: (Request & { setupRequest?: (request: Request) => Request })[];
  };
  type Result = {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number; max: number };
    throughput: { average: number };
    non2xx: number;
    errors: number;
    timeouts: number;
    duration: number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}

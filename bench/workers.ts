// Compares reading a text in a worker process with reading it in this process. Usage: `npx tsx bench/workers.ts`.
import { createWorkers } from '../src/infra/workers/workers.ts';
import { workerModule } from '../src/workers/module.ts';
import { readMarkdownFacts } from '../src/text/markdown/markdown-facts.ts';

const line = 'A sentence with **bold**, `code` and [a link](page.md) in it, as documentation has them.\n\n';
const config = {
  WORKER_PROCESSES: 1,
  WORKER_HEAP_MIB: 192,
  BULK_WORKER_PROCESSES: 1,
  BULK_WORKER_HEAP_MIB: 192,
  WORKER_TIMEOUT_MS: 60_000,
  WORKER_CACHE_BYTES: 1_000_000,
};
const workers = createWorkers(config, workerModule);
const read = (text: string) => workers.texts.run('readMarkdownFacts', [text], { timeoutMs: 60_000, owner: 'bench' });

/** Median duration of the runs in milliseconds. */
async function median(runs: number, work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(runs / 2)] ?? 0;
}

const firstMs = await median(1, () => read('a'));
process.stdout.write(`first task: ${firstMs.toFixed(0)} ms\n| Text | In place | In a worker |\n| --- | --- | --- |\n`);
for (const [name, size] of [
  ['1 kB', 1_000],
  ['10 kB', 10_000],
  ['100 kB', 100_000],
] as const) {
  const text = line.repeat(Math.ceil(size / line.length)).slice(0, size);
  const runs = size > 50_000 ? 15 : 60;
  const [here, there] = [await median(runs, () => readMarkdownFacts(text)), await median(runs, () => read(text))];
  process.stdout.write(`| ${name} | ${here.toFixed(1)} ms | ${there.toFixed(1)} ms |\n`);
}
workers.close();

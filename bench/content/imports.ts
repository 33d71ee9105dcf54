import { setTimeout } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { importContent } from '../../src/domain/exchange/imports/pipeline.ts';
import { parseImport } from '../../src/text/imports/parse.ts';
import { bar } from '../result.ts';
import { median } from '../measure.ts';
import type { Figures } from '../result.ts';
import { shown } from './figures.ts';
import type { Options } from './options.ts';
import { longestHold, peakGrowth, summaryOf } from './meter.ts';
import { served } from './served.ts';
import { emptySpace } from './space.ts';
import type { World } from './world.ts';

/** Measured rounds. Small archives have one warm-up round; large ones are imported once, after the small ones. */
const roundsOf = (pages: number) => (pages > 1_000 ? { first: 1, last: 1 } : { first: 0, last: 3 });

/**
 * Measures an import, compared with parsing the same archive without a database. The archive has folders of ten pages,
 * each with headings, code, a table and three links.
 */
export async function measureImports({ context, meter }: World, { imports: sizes }: Options): Promise<Figures[]> {
  const rows: string[][] = [];
  const ratios: number[] = [];
  for (const pages of sizes) {
    const body = await archive(pages);
    const fetch = served(body);
    const samples = [];
    const parsed: number[] = [];
    const written: number[] = [];
    const alone: number[] = [];
    let heldUpMs = 0;
    let megabytes = 0;
    const { first, last } = roundsOf(pages);
    for (let round = first; round <= last; round += 1) {
      const { id: spaceId } = await emptySpace(context());
      // Resets the measurement, so that it excludes the peer.
      await setTimeout(20);
      let writingAt = 0;
      const start = performance.now();
      let heldMs = 0;
      const sample = await meter.sample(async () => {
        const grown = await peakGrowth(async () => {
          heldMs = await longestHold(() =>
            importContent(
              { ...context(), fetch },
              { spaceId, url: 'http://octavo.test/docs.zip', source: 'zip' },
              { progress: ({ phase }) => void (phase === 'Writing' && (writingAt = performance.now())) },
            ),
          );
        });
        megabytes = Math.max(megabytes, grown);
      });
      const startAlone = performance.now();
      await parseImport('zip', body);
      const aloneMs = performance.now() - startAlone;
      // The first import starts the worker process and compiles the parser.
      if (round === 0) continue;
      samples.push(sample);
      heldUpMs = Math.max(heldUpMs, heldMs);
      alone.push(aloneMs);
      parsed.push(writingAt - start);
      written.push(sample.ms - (writingAt - start));
    }
    const { p50Ms, cpuMs, databaseMs, statements } = summaryOf(samples);
    ratios.push(median(written) / median(alone));
    rows.push([
      String(pages),
      ...[p50Ms, median(parsed), median(written), median(alone), cpuMs, databaseMs].map(shown),
      String(statements),
      shown(heldUpMs),
      shown(megabytes),
    ]);
  }
  return [
    {
      title: 'Import an archive of Markdown pages; the peer parses the same archive without a database',
      columns: [
        'pages',
        'ms',
        'reading ms',
        'writing ms',
        'peer ms',
        'our CPU ms',
        'database CPU ms',
        'statements',
        'hold-up ms',
        'MB, workers included',
      ],
      rows,
      bars: [bar(`writing ${sizes.at(-1)} pages against reading them`, ratios.at(-1) ?? 0, 'at most', 1)],
    },
  ];
}

const pathOf = (index: number) => `part-${Math.floor(index / 10)}/page-${index}.md`;

function textOf(index: number, pages: number): string {
  const link = (step: number) => `[page](../${pathOf((index + step) % pages)}#details)`;
  const prose = 'A sentence that says what the page is about, and *how* it is done. '.repeat(20);
  const table = '| Name | Value |\n| --- | --- |\n| `port` | 8080 |\n| `host` | any |';
  return `# Page ${index}\n\n${prose}\n\n## Details\n\n${link(1)}, ${link(17)}, ${link(333)}\n\n\`\`\`js\nrun(${index});\n\`\`\`\n\n${table}\n`;
}

async function archive(pages: number): Promise<Buffer> {
  const zip = new ZipFile();
  for (let index = 0; index < pages; index += 1) zip.addBuffer(Buffer.from(textOf(index, pages)), pathOf(index));
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks);
}

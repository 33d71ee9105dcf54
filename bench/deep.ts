import { ask } from './ask.ts';
import { oursIn } from './contenders.ts';
import { deepSpace } from './dataset/sizes.ts';
import type { Bench } from './faces.ts';
import type { LoadRequest } from './load.ts';
import { versionOf } from './machine.ts';
import { measure } from './measure.ts';
import { bar, quietBar, type Table } from './result.ts';
import { shippedLaunch } from './launch.ts';
import { startServer } from './server.ts';

/** Relative position of the deep page in the list. */
const depth = 0.9;
const stride = 1_000;
/** Maximum cost of a deep page relative to the first page. */
const mostRatio = 1.5;

const page = (limit: number, after: string | null): LoadRequest => ({
  method: 'GET',
  path: `/v1/spaces/${deepSpace}/comments?limit=${limit}${after === null ? '' : `&page=${after}`}`,
});

/** Compares the page at 90 % of the comments of the big space with the first page of the same list. */
export async function measureDeep({ options, conditions, secret, dist, isQuiet, say }: Bench): Promise<Table> {
  say('deep: a page far into the longest list');
  const node = process.execPath;
  const server = await startServer(oursIn(dist), {
    node,
    databaseUrl: conditions.databaseUrl,
    ...shippedLaunch,
  });
  try {
    let after: string | null = null;
    for (let seen = stride; seen <= options.sizes.deep * depth; seen += stride) {
      const { next } = (await ask(server.origin, secret, page(stride, after))) as {
        next?: { page: string };
      };
      if (!next) throw new Error(`The list ends after ${seen} comments`);
      after = next.page;
    }
    const { measured } = await measure(
      [
        { name: 'first page', server, secret, requests: [page(50, null)] },
        { name: '90 % deep', server, secret, requests: [page(50, after)] },
      ],
      conditions,
    );
    const [first, deep] = measured;
    const bars =
      first && deep
        ? [
            bar('deep page / first page, server µs', deep.serverMicros / first.serverMicros, 'at most', mostRatio),
            bar(
              'deep page / first page, database µs',
              deep.databaseMicros / first.databaseMicros,
              'at most',
              mostRatio,
            ),
            quietBar(
              isQuiet,
              'deep page / first page, time',
              first.throughput[0] / deep.throughput[0],
              'at most',
              mostRatio,
            ),
          ]
        : [];
    const rows = measured.map((row) => ({ ...row, statements: null, isCompared: false }));
    return {
      name: 'deep',
      title: `50 of ${options.sizes.deep} comments`,
      node: versionOf(node),
      rows,
      bars,
      skipped: [],
    };
  } finally {
    await server.stop();
  }
}

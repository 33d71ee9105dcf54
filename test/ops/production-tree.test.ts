import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../rest/exchange/read-pdf.ts';
import { isWhole } from '../setup/size.ts';
import { aDirectory, ask, startServerProcess, type ServerProcess } from './server-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Largest size of the packages and the program on disk, in bytes. */
const most = 200_000_000;

/** Paths that the last stage of the Dockerfile copies from the first one. */
const copied = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('COPY --from=build'))
  .flatMap((line) => line.split(/\s+/).filter((part) => part.startsWith('/octavo/')))
  .map((path) => path.replace('/octavo/', ''));

/** Creates hard links where the file system allows it. Removing a link keeps the original. */
function linkPackages(target: string) {
  const packages = realpathSync(join(root, 'node_modules'));
  if (spawnSync('cp', ['-al', packages, target]).status !== 0) cpSync(packages, target, { recursive: true });
  // npm writes into this file instead of replacing it.
  const list = join(target, '.package-lock.json');
  const content = readFileSync(list);
  rmSync(list);
  writeFileSync(list, content);
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

// Only packages and the Dockerfile change it, and linking and pruning a tree takes longer than most other test files.
describe.runIf(isWhole)('the production tree', () => {
  let directory: Awaited<ReturnType<typeof aDirectory>>;
  let server: ServerProcess;
  const inTree = (path: string) => join(directory.path, path);

  beforeAll(async () => {
    directory = await aDirectory();
    for (const path of [...copied, 'scripts/prune.mjs', 'scripts/without-svg.mjs'].filter(
      (name) => name !== 'node_modules',
    )) {
      mkdirSync(dirname(inTree(path)), { recursive: true });
      cpSync(join(root, path), inTree(path), { recursive: true });
    }
    linkPackages(inTree('node_modules'));
    const pruned = spawnSync(process.execPath, [inTree('scripts/prune.mjs')], { cwd: directory.path });
    expect(pruned.status, String(pruned.stderr)).toBe(0);
    server = await startServerProcess({ DATA_DIR: inTree('data') }, [], { program: inTree('dist/main.js') });
  });
  afterAll(async () => {
    await server.stop();
    await directory.remove();
  });

  test('stays within its size', () => {
    const bytes = ['node_modules', 'dist']
      .flatMap((name) => filesBelow(inTree(name)))
      .map((path) => statSync(path).size);
    const total = bytes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeLessThan(most);
    expect(total).toBeGreaterThan(most / 2);
  });

  // What prunes follows imports, and would not see one whose name is computed.
  test('loads every package that a module imports', () => {
    const modules = filesBelow(inTree('dist')).filter((path) => /\.m?js$/.test(path) && !path.includes('/bundles/'));
    const names = modules.flatMap((path) => {
      // The bundler writes double quotes, and leaves comments with others as they are.
      const quote = path.endsWith('.mjs') ? "'" : '"';
      const imported = new RegExp(
        `(?:^(?:import|export|\\}).*\\bfrom |\\bimport\\()${quote}([^."'][^"']*)${quote}`,
        'gm',
      );
      return [...readFileSync(path, 'utf8').matchAll(imported)].map(([, name = '']) => name);
    });
    const packages = [...new Set(names)].filter((name) => !isBuiltin(name));
    expect(packages).toEqual(expect.arrayContaining(['@resvg/resvg-js', 'beautiful-mermaid', 'graphile-worker']));
    const loading = `for (const name of ${JSON.stringify(packages)}) await import(name); process.exit()`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', loading], {
      cwd: directory.path,
    });
    expect([status, String(stderr)]).toEqual([0, '']);
  });

  test('serves the pages and everything that they load', async () => {
    for (const path of ['/graphql', '/docs', '/manual', '/login']) {
      const page = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } });
      expect(page.status).toBe(200);
      const files = [...(await page.text()).matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css)[^"]*)"/g)];
      const answers = await Promise.all(files.map(([, file = '']) => fetch(`${server.url}${file}`)));
      expect(files.length).toBeGreaterThan(0);
      expect(answers.map(({ status }) => status)).toEqual(files.map(() => 200));
    }
  });

  test('answers REST and GraphQL and prints a PDF', async () => {
    const { body: organizations } = await ask(server, 'GET /v1/orgs');
    const query = '{ viewer { displayName } }';
    expect((await ask(server, 'POST /graphql', { query })).body).toMatchObject({
      data: { viewer: { displayName: 'Administrator' } },
    });
    const org = organizations.items[0].id as string;
    const { body: space } = await ask(server, `POST /v1/orgs/${org}/spaces`, { title: 'Docs', editMode: 'live' });
    const diagram = '```mermaid\ngraph LR\n  Start --> Finish\n```';
    const markdown = `Latin, *italic*, **bold**, 中文, 한국어, 🎉, $x^2$\n\n\`\`\`js\nlet a = 1;\n\`\`\`\n\n${diagram}`;
    const written = await ask(server, `POST /v1/spaces/${space.id}/content`, {
      changes: [{ operation: 'insert_page', title: 'Start', document: { markdown } }],
    });
    expect(written.status).toBe(200);
    const { body: pdf } = await ask(server, `GET /v1/spaces/${space.id}/pdf`);
    const file = await fetch(pdf.url as string);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    const { all } = await readPdf(Buffer.from(await file.arrayBuffer()));
    for (const text of ['Latin', '中文', '한국어', 'let a = 1;', 'Finish']) expect(all).toContain(text);
  });
});

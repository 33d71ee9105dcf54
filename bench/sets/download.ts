import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeZip } from '../../test/text/imports-archive.ts';

/** Documentation that a package ships. */
export interface RealSet {
  readonly name: string;
  /** A pinned version. */
  readonly package: string;
  /** Folder of the documentation in the package. */
  readonly folder: string;
  readonly generator: string;
}

export const sets: readonly RealSet[] = [
  { name: 'next', package: 'next@16.4.6', folder: 'dist/docs', generator: 'Next' },
  { name: 'npm', package: 'npm@11.21.2', folder: 'docs/content', generator: 'npm' },
  { name: 'fastify', package: 'fastify@5.12.8', folder: 'docs', generator: 'none' },
  { name: 'pino', package: 'pino@10.4.0', folder: 'docs', generator: 'Docsify' },
  { name: 'undici', package: 'undici@7.30.2', folder: 'docs', generator: 'Docsify' },
  { name: 'mercurius', package: 'mercurius@16.10.1', folder: 'docs', generator: 'Docsify' },
  { name: 'ai', package: 'ai@6.0.326', folder: 'docs', generator: 'Next, MDX' },
  { name: 'codeceptjs', package: 'codeceptjs@4.1.0', folder: 'docs', generator: 'VuePress' },
  { name: 'import', package: 'eslint-plugin-import@2.32.0', folder: 'docs', generator: 'none' },
  { name: 'markdownlint', package: 'markdownlint@0.40.0', folder: 'doc', generator: 'none' },
  { name: 'jest', package: 'eslint-plugin-jest@29.17.0', folder: 'docs', generator: 'none' },
  { name: 'bootstrap-vue', package: 'bootstrap-vue@2.23.1', folder: 'src/components', generator: 'Nuxt' },
  { name: 'node-gyp', package: 'node-gyp@12.4.0', folder: '.', generator: 'none' },
];

/** Files above this size are no documentation. */
export const fileBytes = 5_000_000;

/** Where packages are unpacked; removed at the end. */
export const root = mkdtempSync(join(tmpdir(), 'octavo-sets-'));

process.once('exit', () => rmSync(root, { recursive: true, force: true }));

/** Downloads a set, and returns its folder. */
export function download({ name, package: spec, folder }: RealSet): string {
  const target = join(root, name);
  mkdirSync(target);
  const archive = execFileSync('npm', ['pack', '--silent', '--pack-destination', target, spec], { encoding: 'utf8' });
  execFileSync('tar', ['xzf', join(target, archive.trim().split('\n').at(-1) ?? ''), '-C', target]);
  const [content = ''] = readdirSync(target).filter((file) => !file.endsWith('.tgz'));
  return join(target, content, folder);
}

/** Every file of a folder as a repository archive. */
export const zipOf = (folder: string): Buffer =>
  makeZip(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return { name: path.slice(folder.length + 1), body: readFileSync(path) };
      })
      .filter(({ body }) => body.length < fileBytes),
  );

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A page of a site: its address below the root, and its text as Markdown. */
export interface SourcePage {
  readonly slug: string;
  readonly title: string;
  readonly markdown: string;
}

const modules = path.join(import.meta.dirname, 'node_modules');
const bin = path.join(modules, '.bin');
/** Astro needs a newer release than the project. */
const node = path.join(modules, 'node/bin/node');

interface Generator {
  readonly name: string;
  /** Writes the sources into a folder. */
  readonly write: (folder: string, pages: readonly SourcePage[]) => void;
  readonly command: readonly string[];
  readonly output: string;
}

const put = (file: string, text: string) => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** Markdown that every generator reads: our tags of boxes are what theirs are called. */
const withAsides = (markdown: string) =>
  markdown.replaceAll(/\{% hint style="(\w+)" %\}/g, ':::note').replaceAll('{% endhint %}', ':::');

const generators: readonly Generator[] = [
  {
    name: 'VitePress',
    write: (folder, pages) => {
      const sidebar = pages.map(({ slug, title }) => ({ text: title, link: `/${slug}` }));
      const config = { title: 'Handbook', themeConfig: { sidebar, search: { provider: 'local' } } };
      put(path.join(folder, '.vitepress/config.mjs'), `export default ${JSON.stringify(config)};\n`);
      for (const { slug, title, markdown } of pages)
        put(path.join(folder, `${slug}.md`), `# ${title}\n\n${withAsides(markdown).replaceAll(':::note', '::: info')}`);
    },
    command: ['vitepress', 'build'],
    output: '.vitepress/dist',
  },
  {
    name: 'Starlight',
    write: (folder, pages) => {
      const sidebar = pages.map(({ slug, title }) => ({ label: title, link: `/${slug}/` }));
      put(
        path.join(folder, 'astro.config.mjs'),
        `import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';
export default defineConfig({ telemetry: false, integrations: [starlight(${JSON.stringify({ title: 'Handbook', sidebar })})] });
`,
      );
      put(
        path.join(folder, 'src/content.config.ts'),
        `import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`,
      );
      for (const { slug, title, markdown } of pages)
        put(
          path.join(folder, `src/content/docs/${slug}.md`),
          `---\ntitle: ${JSON.stringify(title)}\n---\n\n${withAsides(markdown)}`,
        );
    },
    command: ['astro', 'build'],
    output: 'dist',
  },
];

/** A site as files, by their paths below its root. */
export interface BuiltSite {
  readonly name: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Builds the pages by each generator. Needs `npm install --prefix bench/generators`. */
export function buildSites(pages: readonly SourcePage[]): BuiltSite[] {
  return generators.map(({ name, write, command, output }) => {
    const folder = path.join(import.meta.dirname, 'work', name);
    rmSync(folder, { recursive: true, force: true });
    write(folder, pages);
    // Astro compiles what a project depends on.
    put(path.join(folder, 'package.json'), readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8'));
    const [program = '', ...rest] = command;
    execFileSync(node, [path.join(bin, program), ...rest], {
      cwd: folder,
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const root = path.join(folder, output);
    const paths = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const files = paths.map((one) => {
      const file = path.join(one.parentPath, one.name);
      return [path.relative(root, file), readFileSync(file)] as const;
    });
    rmSync(folder, { recursive: true, force: true });
    return { name, files: new Map(files) };
  });
}

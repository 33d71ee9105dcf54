import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requireInstalled } from '../../scripts/installed.mjs';

describe('the build after a change of dependencies', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'octavo-installed-'));
    const packages = { '': { devDependencies: { react: '19.3.1' } }, 'node_modules/react': { version: '19.3.1' } };
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  });

  afterEach(() => rmSync(root, { recursive: true }));

  function install(version: string) {
    mkdirSync(join(root, 'node_modules', 'react'), { recursive: true });
    writeFileSync(join(root, 'node_modules', 'react', 'package.json'), JSON.stringify({ version }));
  }

  it('the build accepts the versions of the lock file', () => {
    install('19.3.1');
    expect(() => requireInstalled(root)).not.toThrow();
  });

  it('the build refuses another version and a missing package, and says to run npm ci', () => {
    expect(() => requireInstalled(root)).toThrow('react 19.3.1 is needed, but none is installed. Run `npm ci`.');
    install('18.3.1');
    expect(() => requireInstalled(root)).toThrow('react 19.3.1 is needed, but 18.3.1 is installed. Run `npm ci`.');
  });
});

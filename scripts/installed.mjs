import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Throws when the installed packages do not have the versions of package-lock.json, for example after a `git pull`. A
 * build with other versions fails in less obvious ways.
 */
export function requireInstalled(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { dependencies, devDependencies } = packages[''];
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const path = `node_modules/${name}`;
    const installed = versionIn(join(root, path, 'package.json'));
    const wanted = packages[path].version;
    if (installed !== wanted)
      throw new Error(`${name} ${wanted} is needed, but ${installed ?? 'none'} is installed. Run \`npm ci\`.`);
  }
}

function versionIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).version;
  } catch {
    return null;
  }
}

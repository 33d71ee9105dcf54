import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { push, writeCommit } from '../../src/infra/git/objects.ts';
import { fetchTip } from '../../src/infra/git/tree.ts';
import { answerGit } from '../git-server.ts';
import { files, main, signature, useGit } from './git-scene.ts';

const scene = useGit();

it('a repository is read and written through TLS, whose certificate git checks', async () => {
  const name = scene.newName();
  const there = scene.server.repository(name, files);
  const [key, cert] = [join(scene.folder, 'key.pem'), join(scene.folder, 'cert.pem')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert];
  const of = ['-days', '2', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  expect(spawnSync('openssl', ['req', '-x509', ...made, ...of]).status).toBe(0);
  const secure = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) =>
    answerGit({ credential: 'ada:secret' }, dirname(there.folder), request, response),
  );
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  const url = `https://ada:secret@127.0.0.1:${(secure.address() as AddressInfo).port}/${name}`;
  await scene.open(url, async (repository) => {
    await expect(fetchTip(repository, main)).rejects.toMatchObject({
      type: 'fetch_failed',
      message: expect.stringContaining('certificate'),
    });
  });
  const program = join(scene.folder, 'git-that-trusts');
  writeFileSync(program, `#!/bin/sh\nGIT_SSL_CAINFO='${cert}' exec git "$@"\n`, { mode: 0o755 });
  await scene.open(
    url,
    async (repository) => {
      const tip = await fetchTip(repository, main);
      const written = { kind: 'write', path: 'README.md', read: async () => Buffer.from('by TLS\n') } as const;
      const change = { parent: tip, changes: [written], message: 'x', author: signature, committer: signature };
      await push(repository, (await writeCommit(repository, change)) ?? '', main);
    },
    { program },
  );
  expect(there.files()['README.md']).toBe('by TLS\n');
  secure.closeAllConnections();
  await new Promise((resolve) => secure.close(resolve));
});

import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portOf } from '../../src/app/http/address.ts';
import { start } from '../../src/app/process/start.ts';
import { readConfig } from '../../src/config.ts';
import { aMigratedDirectory } from '../ops/server-process.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('the start', () => {
  let directory: Awaited<ReturnType<typeof aMigratedDirectory>>;
  const other = createServer();
  let taken = 0;
  beforeAll(async () => {
    directory = await aMigratedDirectory();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    taken = (other.address() as AddressInfo).port;
  });
  afterAll(async () => {
    other.close();
    await directory.remove();
  });

  /** Starts with the taken port as the first choice. */
  const startOnTaken = (PORT: string) => {
    const chosen: number[] = [];
    const config = readConfig({ DATA_DIR: directory.path, HOST: '127.0.0.1', PORT });
    const choosePort = async () => {
      chosen.push(chosen.length === 0 ? taken : await portOf({ PORT: 0, HOST: '127.0.0.1' }));
      return chosen.at(-1) ?? 0;
    };
    return { chosen, running: start(config, { log, choosePort }) };
  };

  test('for port 0 chooses another port when a process has taken the chosen one, and answers with URLs of that port', async () => {
    const { chosen, running } = startOnTaken('0');
    const { app, platform, stop } = await running;
    const { port } = app.server.address() as AddressInfo;
    expect([chosen.length, port]).toEqual([2, chosen[1]]);
    expect(platform.services.urls.base).toBe(`http://127.0.0.1:${port}`);
    await stop();
  });

  test('on a configured port that is taken is refused', async () => {
    const { chosen, running } = startOnTaken(String(taken));
    await expect(running).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(chosen).toHaveLength(1);
  });
});

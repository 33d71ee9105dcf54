import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Harness } from '../harness.ts';
import { until } from '../until.ts';
import { aReceiver, type ReceivedCall } from '../webhook-receiver.ts';
import { aHook, aScene, rename } from '../webhook-scene.ts';
import { listBlocks } from './blocks.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const snippet = listBlocks('docs/manual/use/webhooks.md').find(({ language }) => language === 'python')?.text ?? '';

interface Verified {
  readonly secret: string;
  readonly call: Pick<ReceivedCall, 'headers' | 'text'>;
  /** Seconds from the call to its verification. */
  readonly afterSeconds?: number;
}

/** Verifies a call by the code of the manual. Returns what it raises; an empty text when it accepts. */
function verify({ secret, call, afterSeconds = 0 }: Verified): string {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', `${snippet}${runner}`], {
    input: JSON.stringify({ text: call.text, headers: call.headers, after: afterSeconds }),
    env: { ...process.env, WEBHOOK_SECRET: secret },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

/** Calls the code at a time after that of the call: the server of a test has a clock of its own. */
const runner = `
import json, sys
given = json.load(sys.stdin)
time.time = lambda: int(given["headers"]["webhook-timestamp"]) + given["after"]
try:
    verify(given["text"].encode(), given["headers"])
except ValueError as error:
    sys.stdout.write(str(error))
`;

describe.runIf(hasPython)('the Python of the manual', () => {
  let server: Harness;
  beforeAll(async () => {
    server = await startServer();
  });

  it('accepts what a webhook is sent, by either secret after a rotation, and refuses the rest', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const { secret, at } = await aHook(scene, receiver);
    const rotated = await scene.owner.rest(`POST ${at}/rotate-secret`);
    await rename(scene, 'Grüße');
    await until(
      () => receiver.calls.length,
      (count) => count > 0,
    );
    const [call] = receiver.calls;
    if (!call) throw new Error('The receiver was not called');
    expect(call.text).toContain('Grüße');
    expect(verify({ secret, call })).toBe('');
    expect(verify({ secret: rotated.body.secret, call })).toBe('');
    expect(verify({ secret: 'whsec_b3RoZXIgb3RoZXIgb3RoZXIgb3RoZXI=', call })).toBe('signed by another secret');
    expect(verify({ secret, call: { ...call, text: call.text.replace('Grüße', 'Gruss') } })).toBe(
      'signed by another secret',
    );
    expect(verify({ secret, call, afterSeconds: 301 })).toBe('signed at another time');
  });
});

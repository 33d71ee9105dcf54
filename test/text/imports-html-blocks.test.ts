import { describe, expect, it } from 'vitest';
import { convertGeneratorBlocks } from '../../src/text/imports/formats/html/blocks.ts';
import { parseHtml } from '../../src/text/markdown/html-tree.ts';
import { convertHtml } from '../../src/text/imports/formats/html/html.ts';
import { parseInWorker } from '../../src/domain/exchange/imports/parse-in-worker.ts';
import type { ParseTask } from '../../src/text/imports/parse.ts';
import { startServer } from '../harness.ts';
import { mainThreadMs } from '../setup/thread-time.ts';

const toMarkdown = (html: string) =>
  convertHtml('page.html', html).markdown.replaceAll(/\n+/g, '\n').trim().split('\n');

describe('boxes within boxes', () => {
  it('keep their own titles', () => {
    const inner = '<div class="admonition danger"><p class="admonition-title">Sharp</p><p>in</p></div>';
    expect(toMarkdown(`<div class="admonition note"><p>out</p>${inner}</div>`)).toEqual([
      '{% hint style="info" %}',
      'out',
      '{% hint style="danger" %}',
      '**Sharp**',
      'in',
      '{% endhint %}',
      '{% endhint %}',
    ]);
  });

  it('tabs within tabs keep their own titles', () => {
    const tabs = (name: string, body: string) =>
      `<div class="tabs-container"><ul role="tablist"><li role="tab">${name}</li></ul>
        <div><div role="tabpanel">${body}</div></div></div>`;
    expect(toMarkdown(tabs('Outer', tabs('Inner', '<p>in</p>')))).toEqual([
      '{% tabs %}',
      '{% tab title="Outer" %}',
      '{% tabs %}',
      '{% tab title="Inner" %}',
      'in',
      '{% endtab %}',
      '{% endtabs %}',
      '{% endtab %}',
      '{% endtabs %}',
    ]);
  });

  it.each([
    'admonition',
    'admonition admonition-title',
    'tabs-container',
    'tabs-container" role="tab',
    'highlight',
    'highlight codeBlockTitle',
    'highlighttable',
    'highlighttable code',
  ])('converting 250 nested <div class="%s"> takes less than a second of processor time', (names) => {
    const root = parseHtml(`${`<div class="${names}">`.repeat(250)}${'<p> </p>'.repeat(3_000)}`);
    const before = mainThreadMs();
    convertGeneratorBlocks(root);
    expect(mainThreadMs() - before).toBeLessThan(1_000);
  });
});

describe('parsing an import in a worker', () => {
  const body = Buffer.from('<p>text</p>'.repeat(500));
  const task: ParseTask = { source: 'html', body, origin: { url: 'https://a.test/' } };
  const parse = async (userId: string, signal: AbortSignal) => {
    const { platform } = await startServer();
    const actor = { userId, tokenId: 'tok_1', scopes: 'all', organizationId: null, isInstanceAdmin: false } as const;
    return parseInWorker({ workers: platform.services.workers, actor, signal }, task);
  };

  // What is parsed at once cannot be aborted.
  it('HTML of more than a few hundred bytes is parsed in a worker', async () => {
    await expect(parse('usr_1', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('few imports are parsed at once, and those of one user beyond a share of the queue are refused as overloaded', async () => {
    const stop = new AbortController();
    const all = Array.from({ length: 30 }, () => parse('usr_1', stop.signal));
    const refused = await Promise.race(all).catch((error: unknown) => error);
    expect(refused).toMatchObject({ type: 'overloaded', status: 503 });
    stop.abort();
    await Promise.allSettled(all);
  });
});

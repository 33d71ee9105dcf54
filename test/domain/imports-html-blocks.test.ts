import { describe, expect, it } from 'vitest';
import { markBlocks } from '../../src/domain/imports/html-blocks.ts';
import { parseHtml } from '../../src/domain/imports/html-parser.ts';
import { convertHtml } from '../../src/domain/imports/html.ts';
import { parseInThread } from '../../src/domain/imports/parse-in-thread.ts';

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

  it('keep their own tabs', () => {
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
  ])('cost no more than others: 250 of <div class="%s">', (names) => {
    const root = parseHtml(`${`<div class="${names}">`.repeat(250)}${'<p> </p>'.repeat(3_000)}`);
    const before = process.cpuUsage();
    markBlocks(root);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});

describe('parseInThread(task)', () => {
  // Of what is parsed right here nobody can say that it was called off.
  it('parses HTML of more than a few kB in a thread', async () => {
    const body = Buffer.from('<p>text</p>'.repeat(500));
    const work = parseInThread({ source: 'html', body, origin: { url: 'https://a.test/' } }, AbortSignal.abort());
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('parses few at once: of more than can wait, some are told to come back', async () => {
    const stop = new AbortController();
    const body = Buffer.from('<p>text</p>'.repeat(500));
    const task = { source: 'html', body, origin: { url: 'https://a.test/' } } as const;
    const all = Array.from({ length: 30 }, () => parseInThread(task, stop.signal));
    const refused = await Promise.race(all).catch((error: unknown) => error);
    expect(refused).toMatchObject({ type: 'overloaded', status: 503 });
    stop.abort();
    await Promise.allSettled(all);
  });
});

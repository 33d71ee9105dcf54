import { describe, expect, it } from 'vitest';
import { startComputingClock } from '../../src/lib/computing-time.ts';
import { convertToDocument } from '../../src/domain/authoring/content/convert-to-document.ts';
import { markdownFromDocument } from '../../src/text/rich-text/write/markdown-from-document.ts';
import { anOrganization } from '../factories.ts';
import { startServer } from '../harness.ts';

describe('a Markdown text', () => {
  it.each([
    ['emphasis', '*a_ '.repeat(2_500)],
    ['quotes', '>'.repeat(10_000)],
    ['brackets', '['.repeat(10_000)],
  ])('a text of hostile %s can be read and written back, and holds up nobody', async (_what, markdown) => {
    const { owner } = await anOrganization(await startServer());
    const computed = startComputingClock();
    const document = await convertToDocument(owner.context(), markdown);
    expect(markdownFromDocument(document, 'body')).toBe(markdown);
    expect(computed()).toBeLessThan(1_000);
  });

  it('a text of 1.9 MB with the most blocks is readable as a document that says what it is', async () => {
    const { owner } = await anOrganization(await startServer());
    const text = '- a\n'.repeat(475_000);
    const document = await convertToDocument(owner.context(), text);
    expect(document.data.limit).toBeDefined();
    expect(document.nodes[0]).toMatchObject({ type: 'hint', data: { style: 'warning' } });
    expect(markdownFromDocument(document, 'body')).toBe(text);
  });
});

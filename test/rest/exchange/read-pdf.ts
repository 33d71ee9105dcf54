import { getDocumentProxy } from 'unpdf';

/** The parsed content of a PDF. */
export async function readPdf(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const texts: string[] = [];
  const words: { from: number; text: string; left: number; width: number }[] = [];
  const links: { from: number; url?: string; to?: number; text: string }[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items)
      if ('str' in item && item.str.trim() !== '')
        words.push({ from: number, text: item.str, left: item.transform[4], width: item.width });
    texts.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
    for (const note of await page.getAnnotations()) {
      const dest = typeof note.dest === 'string' ? await pdf.getDestination(note.dest) : note.dest;
      links.push({
        from: number,
        text: '',
        ...(note.url ? { url: note.url } : {}),
        ...(dest ? { to: (await pdf.getPageIndex(dest[0])) + 1 } : {}),
      });
    }
  }
  const outline: { title: string; items: any[] }[] = (await pdf.getOutline()) ?? [];
  return { pages: pdf.numPages, texts, words, links, outline, all: texts.join('\n') };
}

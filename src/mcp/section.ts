const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;

/** The section of a Markdown text below a heading, with it; null where no heading has these words. */
export function findSection(markdown: string, words: string): string | null {
  const wanted = normalize(words);
  let open: string | null = null;
  let level = 0;
  const section: string[] = [];
  for (const line of markdown.split('\n')) {
    const mark = fence.exec(line)?.[1] ?? null;
    if (mark !== null && open === null) open = mark;
    else if (mark !== null && open !== null && mark.startsWith(open)) open = null;
    const [, marks = '', title = ''] = (open === null && heading.exec(line)) || [];
    if (level > 0 && marks !== '' && marks.length <= level) break;
    if (level === 0 && marks !== '' && normalize(title) === wanted) level = marks.length;
    if (level > 0) section.push(line);
  }
  return level === 0 ? null : section.join('\n');
}

const normalize = (text: string) =>
  text
    .replaceAll(/^#+|[`*_]|<a [^>]*>|<\/a>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

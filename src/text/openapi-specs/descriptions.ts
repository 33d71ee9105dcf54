import type { ParsedFile } from './parse-file.ts';
import { cutReference, resolvePointer } from './references.ts';
import { markdownToHtml } from './markdown-to-html.ts';
import type { Json } from './spec-problem.ts';
import { walkSpec } from './walk.ts';

/** The member in which renderers look for a description as HTML, and which they show as it is. */
const member = 'x-gitbook-description-html';

/** Adds the descriptions of a specification as sanitized HTML. Whatever stood in their place is removed. */
export function describeSpec(files: readonly ParsedFile[]): void {
  const [first] = files;
  if (!first) return;
  for (const file of files) removeMembers(file.json);
  const byName = new Map(files.map((file) => [file.name, file]));
  const toHtml = markdownToHtml();
  walkSpec<ParsedFile>(
    { value: first.json, file: first },
    {
      meet: (object, { isMap }) => {
        const { description } = object;
        if (isMap || typeof description !== 'string') return;
        const html = toHtml(description);
        if (html !== '') object[member] = html;
      },
      follow: (_holder, ref, file) => {
        const [name, pointer] = cutReference(ref);
        const target = name === '' ? file : byName.get(name);
        return target === undefined ? null : { value: resolvePointer(target.json, pointer), file: target };
      },
    },
  );
}

/** Removes the member everywhere, because renderers trust it. */
function removeMembers(file: Json): void {
  const seen = new Set<object>();
  const open: object[] = [file];
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (member in next) delete (next as Json)[member];
    for (const child of Object.values(next)) if (typeof child === 'object' && child !== null) open.push(child);
  }
}

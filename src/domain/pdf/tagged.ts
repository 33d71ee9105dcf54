import type { PrintBlock } from '../../infra/pdf/document.ts';
import { writeCode } from './code.ts';
import { writeLink } from './inlines.ts';
import { breakable, type PageWriter } from './page-writer.ts';
import type { Tag } from './tags.ts';

/** A block that a tag makes of what stands between it and its end. Of tags that are not known the inside remains. */
export function writeTagged(writer: PageWriter, tag: Tag, inside: readonly PrintBlock[]): readonly PrintBlock[] {
  const { name, attributes } = tag;
  switch (name) {
    case 'hint':
      return [{ k: 'hint', tone: attributes['style'] ?? 'info', c: inside }];
    case 'tab':
    case 'step':
      return [{ k: 'tab', title: attributes['title'] ?? '', c: inside }];
    case 'code':
      return inside.map((block) =>
        block.k === 'code' ? { ...block, title: breakable(attributes['title'] ?? '') } : block,
      );
    case 'content-ref':
    case 'embed':
    case 'file':
      return writeReference(writer, attributes['url'] ?? attributes['src'] ?? '', inside);
    case 'swagger':
    case 'openapi':
      return [writeCode([attributes['method'], attributes['path']].filter(Boolean).join(' '), 'http')];
    default:
      return inside;
  }
}

/** A link to something that is shown in place elsewhere: its title, else its address. */
function writeReference(writer: PageWriter, url: string, inside: readonly PrintBlock[]): readonly PrintBlock[] {
  const target = writer.targets.get(url);
  const title = target?.kind === 'page' || target?.kind === 'none' ? target.title : '';
  if (title === '' && inside.length > 0) return inside;
  const c = writeLink(writer, url, [{ k: 'text', v: breakable(title || url) }]);
  return c.length === 0 ? [] : [{ k: 'paragraph', c }];
}

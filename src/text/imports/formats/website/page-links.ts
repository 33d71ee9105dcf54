import { findAttribute, decodeAddress, scanTags } from '../../../markdown/html-tags.ts';

/** Links of a page, found without parsing it. */
export interface PageLinks {
  /** Distinct absolute URLs in document order. */
  readonly links: readonly string[];
  readonly canonical?: string;
  /** Target of an immediate `http-equiv="refresh"`. */
  readonly refresh?: string;
}

/** Reads the links of an HTML page in a single pass. */
export function readPageLinks(html: string, address: string): PageLinks {
  const links = new Set<string>();
  let base = address;
  let canonical: string | undefined;
  let refresh: string | undefined;
  const absolute = (href: string) => {
    const url = decodeAddress(href).trim();
    return URL.canParse(url, base) ? new URL(url, base).href : undefined;
  };
  for (const tag of scanTags(html)) {
    if (tag.closing) continue;
    const href = findAttribute(tag, 'href');
    if (tag.name === 'base' && href !== undefined) base = absolute(href) ?? base;
    if (tag.name === 'link' && href !== undefined && findAttribute(tag, 'rel')?.toLowerCase() === 'canonical')
      canonical ??= absolute(href);
    if (tag.name === 'meta' && findAttribute(tag, 'http-equiv')?.toLowerCase() === 'refresh') {
      const target = /^\s*\d{1,3}\s*[;,]\s*url\s*=\s*['"]?([^'"]+)/i.exec(
        decodeAddress(findAttribute(tag, 'content') ?? ''),
      )?.[1];
      if (target !== undefined) refresh ??= absolute(target);
    }
    if (tag.name !== 'a' || href === undefined) continue;
    const url = absolute(href);
    if (url !== undefined && links.size < maxLinks) links.add(url.split('#')[0] ?? url);
  }
  return {
    links: [...links],
    ...(canonical !== undefined && { canonical }),
    ...(refresh !== undefined && { refresh }),
  };
}

/** Cuts scripts and styles, which are often most of a page, so that a large site fits into memory. */
export function withoutScripts(html: string): string {
  const kept: string[] = [];
  let from = 0;
  let opened = -1;
  for (const { name, closing, start, end } of scanTags(html)) {
    if (name !== 'script' && name !== 'style') continue;
    if (!closing) opened = start;
    else if (opened >= 0) {
      kept.push(html.slice(from, opened));
      from = end;
      opened = -1;
    }
  }
  return kept.join('') + html.slice(from);
}

const maxLinks = 10_000;

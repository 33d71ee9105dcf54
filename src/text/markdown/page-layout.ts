import { isRecord } from '../../lib/is-record.ts';

/** Which parts of a page are shown according to its front matter; absent members keep the default. */
export interface PageLayout {
  readonly width?: 'default' | 'wide';
  readonly cover?: boolean;
  readonly coverSize?: 'hero' | 'full';
  readonly title?: boolean;
  readonly description?: boolean;
  readonly tableOfContents?: boolean;
  readonly outline?: boolean;
  readonly pagination?: boolean;
  readonly metadata?: boolean;
}

/** Reads `layout` in front matter: `title: { visible: true }` or `title: true`, `cover.size`, `width`. */
export function readPageLayout(value: unknown): PageLayout | undefined {
  if (!isRecord(value)) return undefined;
  const layout: Mutable<PageLayout> = {};
  for (const part of parts) {
    const entry = value[part];
    const visible = isRecord(entry) ? entry.visible : entry;
    if (typeof visible === 'boolean') layout[part] = visible;
  }
  const size = isRecord(value.cover) ? value.cover.size : undefined;
  if (size === 'hero' || size === 'full') layout.coverSize = size;
  if (value.width === 'default' || value.width === 'wide') layout.width = value.width;
  return Object.keys(layout).length > 0 ? layout : undefined;
}

const parts = ['cover', 'title', 'description', 'tableOfContents', 'outline', 'pagination', 'metadata'] as const;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

import type { DragEvent } from 'react';
import type { TemplatesOfListFragment } from '../../__generated__/contents.ts';
import type { Item, Side, Spot } from './places.ts';

/** The change request whose pages are arranged, and all of them in their order. */
export interface Arranged {
  /** With which new pages may begin; null for who may not read them. */
  readonly templates: TemplatesOfListFragment | null;
  readonly spaceId: string;
  readonly requestId: string;
  readonly pages: readonly Item[];
  /** The address of a page in the change request. */
  readonly addressOf: (pageId: string) => string;
}

/** What the rows of the tree share. */
export interface Handling extends Arranged {
  readonly isBusy: boolean;
  /** The page whose actions are shown, and the one that is dragged. */
  readonly openId: string | null;
  readonly dragged: Item | null;
  readonly open: (pageId: string | null) => void;
  readonly drag: (item: Item | null) => void;
  readonly move: (item: Item, spot: Spot | null) => void;
}

/** On which part of a row something is dropped. */
export function sideOf({ clientY, currentTarget }: DragEvent): Side {
  const { top, height } = currentTarget.getBoundingClientRect();
  const share = (clientY - top) / height;
  if (share < 0.3) return 'before';
  return share > 0.7 ? 'after' : 'into';
}

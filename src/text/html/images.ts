import { html, noHtml, safeHref, type Safe } from '../../lib/html.ts';
import { blocksIn, blockText } from '../rich-text/block-words.ts';
import type { Block, Inline } from '../rich-text/document.ts';
import { stringOf } from '../rich-text/document.ts';
import type { DocumentReference } from '../rich-text/content-reference.ts';
import type { ImageLook, ImageSource } from './compiled-text.ts';
import { indexOfReference, slotHtml, type HtmlContext } from './html-context.ts';
import { shareClass } from './shares.ts';

/** Number of images of a page that are loaded at once. */
const eagerImages = 2;

/**
 * Writes images with their captions: `figure.image`, several in a `div.images`, with the classes `center`, `end`, `wide` and
 * `framed`.
 */
export function writeImages(context: HtmlContext, node: Block, writeCaption: (block: Block) => Safe): Safe {
  const { align, fullWidth, withFrame } = node.data;
  const classes = [
    align === 'center' && 'center',
    align === 'right' && 'end',
    fullWidth === true && 'wide',
    withFrame === true && 'framed',
  ].filter((name) => name !== false);
  const figures = blocksIn(node).map((image) => {
    const words = writeCaption(image);
    const caption = words.html === '' ? noHtml : html`<figcaption>${words}</figcaption>`;
    const alt = stringOf(image.data['alt']) || (words.html === '' ? '' : captionText(image));
    const share = shareClass(image.data['width']);
    const own = ['image', ...classes, ...(share === null ? [] : [share])].join(' ');
    return html`<figure class="${own}">${writeImage(context, image.data, { alt })}${caption}</figure>`;
  });
  return figures.length === 1 ? (figures[0] ?? noHtml) : html`<div class="images">${figures}</div>`;
}

/** The caption, which describes an image that has no other description. */
const captionText = ({ fragments = [] }: Block): string =>
  fragments
    .flatMap((one) => one.nodes)
    .map(blockText)
    .join(' ');

/** Writes an image within a line. */
export const writeInlineImage = (context: HtmlContext, { data }: Inline): Safe =>
  writeImage(context, data, {
    alt: stringOf(data['alt'] || data['caption']),
    ...(data['size'] === 'line' && { class: 'line' }),
  });

/** Writes an image, or its description where it leads nowhere. */
export function writeImage(
  context: HtmlContext,
  { ref, refDark, width, height }: Readonly<Record<string, unknown>> & { readonly ref?: DocumentReference },
  look: Pick<ImageLook, 'alt' | 'class'>,
): Safe {
  const to = findSource(context, ref);
  if (to === null) return html`${look.alt}`;
  const dark = findSource(context, refDark as DocumentReference | undefined);
  context.images += 1;
  const isLazy = context.isIncluded || context.images > eagerImages;
  return slotHtml(context, {
    kind: 'image',
    to,
    ...(dark !== null && { dark }),
    ...look,
    ...findPixels('width', width),
    ...findPixels('height', height),
    ...(isLazy && { isLazy }),
  });
}

function findSource(context: HtmlContext, ref: DocumentReference | undefined): ImageSource | null {
  if (ref?.kind === 'file') return indexOfReference(context, ref);
  const url = ref?.kind === 'url' ? safeHref(ref.url) : null;
  if (url === null || url === '') return null;
  if (/^https?:/i.test(url)) return url;
  return /^[a-z]+:/i.test(url) ? null : indexOfReference(context, { kind: 'url', url });
}

/** A length in whole pixels. */
const findPixels = (name: 'width' | 'height', value: unknown): Partial<ImageLook> =>
  typeof value === 'number' && value >= 1 ? { [name]: Math.round(value) } : {};

import type { MarkdownBlock } from '../../markdown/parser.ts';
import { writeHtml, lengthText, writePicture, tagWith } from './html.ts';
import { addressAt, arrayOf, objectMember, listNodes, writeType, type InputPart } from './input-part.ts';
import { dataText, inlineFrom } from './inlines.ts';
import type { WriteContext } from './write-context.ts';

/**
 * Converts images to Markdown if it can express all their attributes, otherwise to figures. Throws validation_failed.
 */
export function imagesFrom(writing: WriteContext, at: InputPart): MarkdownBlock[] {
  const data = objectMember(at, 'data');
  const { align, fullWidth, withFrame } = data;
  const frame = {
    align: typeof align === 'string' && align !== '' ? align : undefined,
    'data-full-width': fullWidth === true ? 'true' : undefined,
    'data-with-frame': withFrame === true ? 'true' : undefined,
  };
  const images = listNodes(at);
  for (const image of images) writeType(image, 'block', 'image');
  const isFramed = Object.values(frame).some((one) => one !== undefined);
  if (!isFramed && images.every((image) => isPlain(image))) {
    const space = { type: 'text', value: ' ' } as const;
    const children = images.map((image) => ({
      type: 'image' as const,
      url: addressAt(writing, image),
      alt: dataText(image, 'alt') ?? '',
    }));
    return [{ type: 'paragraph', children: children.flatMap((one, index) => (index === 0 ? [one] : [space, one])) }];
  }
  const figures = figuresFrom(writing, images);
  return [{ type: 'html', value: isFramed ? `${tagWith('div', frame)}${figures}</div>` : figures }];
}

const isPlain = (image: InputPart) => {
  const { refDark, width, height } = objectMember(image, 'data');
  return [refDark, width, height].every((one) => one === undefined) && arrayOf(image, 'fragments').length === 0;
};

/** Converts images to one figure, with the last caption. */
function figuresFrom(writing: WriteContext, images: readonly InputPart[]): string {
  const pictures = images.map((image) => {
    const { refDark, width, height } = objectMember(image, 'data');
    const tag = tagWith('img', {
      src: addressAt(writing, image),
      alt: dataText(image, 'alt') ?? '',
      width: lengthText(width),
      height: lengthText(height),
    });
    if (refDark === undefined) return tag;
    return writePicture(tag, addressAt(writing, image, 'refDark'));
  });
  const captions = images.map((image) =>
    writeHtml(
      arrayOf(image, 'fragments')
        .flatMap((one) => listNodes(one))
        .flatMap((node) => inlineFrom(writing, node, 'one line')),
    ),
  );
  const caption = captions.findLast((one) => one !== '');
  return `<figure>${pictures.join('')}${caption === undefined ? '' : `<figcaption>${caption}</figcaption>`}</figure>`;
}

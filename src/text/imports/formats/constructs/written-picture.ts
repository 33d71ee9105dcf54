/** A picture, and what stands around it. */
interface Picture {
  readonly src: string;
  readonly alt?: string | undefined;
  readonly width?: string | undefined;
  /** Where it leads. */
  readonly link?: string | undefined;
  /** What stands below it, in HTML. */
  readonly below?: string;
}

export const asHtml = (text: string) => text.replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Writes a picture in Markdown, or as a figure where it has a caption or a width, which Markdown has not. */
export function writePicture({ src, alt = '', width, link, below = '' }: Picture): string {
  if (below === '' && width === undefined) {
    const image = `![${alt.replaceAll(/[[\]]/g, '')}](${src})`;
    return link === undefined ? image : `[${image}](${link})`;
  }
  const image = `<img src="${src}" alt="${asHtml(alt)}"${width === undefined ? '' : ` width="${asHtml(width)}"`}>`;
  const picture = link === undefined ? image : `<a href="${link}">${image}</a>`;
  return below === '' ? picture : `<figure>${picture}<figcaption>${below}</figcaption></figure>`;
}

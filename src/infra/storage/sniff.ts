import { fileTypeFromBuffer } from 'file-type';
import { disableTypes, imageSize } from 'image-size';
import { readMarkup, sniffText } from './sniff-text.ts';

/** Media type and dimensions of a file, detected from its bytes. */
export interface SniffedFile {
  readonly contentType: string;
  /** Dimensions of an image in displayed pixels. */
  readonly dimensions?: Dimensions;
}

interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/**
 * Disable image types that are not measured. The SVG reader of image-size 2.1.0 takes quadratic time for hostile files.
 */
disableTypes(['svg', 'j2c', 'jp2', 'jxl', 'jxl-stream', 'dds', 'icns', 'ktx', 'pnm', 'psd', 'tga', 'cur']);

/**
 * Number of bytes that are inspected to detect the content of a container. A hostile gzip of 20 MB would take a second.
 */
const magicBytes = 1024 * 1024;

/** EXIF orientations that rotate the image by 90 degrees. */
const sidewaysOrientations: ReadonlySet<number> = new Set([5, 6, 7, 8]);

/** Detects the media type and, for images, the dimensions. The name only distinguishes text formats. Never throws. */
export async function sniffFile(body: Buffer, name: string): Promise<SniffedFile> {
  const contentType = (await sniffMagic(body)) ?? 'application/xml';
  if (contentType.startsWith('image/')) {
    return withDimensions(contentType, measure(body));
  }
  if (contentType !== 'application/xml') {
    return { contentType };
  }
  const textType = sniffText(body, name);
  const isSvg = textType === 'image/svg+xml';
  return withDimensions(textType, isSvg ? measureSvg(readMarkup(body)) : null);
}

async function sniffMagic(body: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(body.subarray(0, magicBytes)))?.mime;
  } catch {
    // A damaged container counts as a file of unknown type.
    return undefined;
  }
}

function measure(body: Buffer): Dimensions | null {
  try {
    // Copied, because image-size 2.1.0 reads beyond the end of a short file into shared memory.
    const { width, height, orientation } = imageSize(new Uint8Array(body));
    return orientation !== undefined && sidewaysOrientations.has(orientation)
      ? { width: height, height: width }
      : { width, height };
  } catch {
    // A damaged image has no dimensions.
    return null;
  }
}

/** CSS pixels per unit (CSS Values 4, section 6.2). */
const pixelsPerUnit: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
};

function measureSvg(markup: string): Dimensions | null {
  const root = markup.slice(0, markup.indexOf('>') + 1);
  const attribute = (name: string): string =>
    new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`, 'i').exec(root)?.[1]?.trim() ?? '';
  const length = (text: string): number => {
    const [, value = '', unit = ''] = /^(\d{1,7}(?:\.\d{1,7})?)([a-z]{0,2})$/.exec(text) ?? [];
    return value === '' ? 0 : Number(value) * (pixelsPerUnit[unit] ?? 0);
  };
  const [boxWidth = 0, boxHeight = 0] = attribute('viewBox')
    .split(/[\s,]+/)
    .slice(2)
    .map(length);
  const ratio = boxWidth > 0 && boxHeight > 0 ? boxWidth / boxHeight : 0;
  const width = length(attribute('width'));
  const height = length(attribute('height'));
  return {
    width: width || height * ratio || boxWidth,
    height: height || (ratio && width / ratio) || boxHeight,
  };
}

function withDimensions(contentType: string, found: Dimensions | null): SniffedFile {
  const width = Math.round(found?.width ?? 0);
  const height = Math.round(found?.height ?? 0);
  const isPlausible = [width, height].every((size) => size >= 1 && size <= 0x7fffffff);
  return isPlausible ? { contentType, dimensions: { width, height } } : { contentType };
}

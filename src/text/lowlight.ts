import { common, createLowlight } from 'lowlight';

/** Highlights code of the common languages, with the classes of highlight.js. */
export const lowlight: ReturnType<typeof createLowlight> = createLowlight(common);

/** A part of highlighted code. */
export type HighlightNode = ReturnType<typeof lowlight.highlight>['children'][number];

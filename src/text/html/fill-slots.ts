import type { CompiledText, FilledText, Filling } from './compiled-text.ts';

/**
 * Fills the slots of a text. Links whose target is null become their words, images their description, cards and includes
 * nothing. Never throws for texts and targets of these types.
 */
export declare function fillSlots(compiled: CompiledText, filling: Filling): FilledText;

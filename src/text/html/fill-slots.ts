import { html, safeHref, trustedHtml } from '../../lib/html.ts';
import type { CompiledText, FilledText, Filling, IncludedText, Slot, Target } from './compiled-text.ts';
import { fillCard, fillFile, fillFrame, fillImage, fillMention, fillTrial, fillWord } from './fill-slot.ts';

/** Maximum length of all included texts of a page, in characters. Further ones are left out. */
const maxIncludedCharacters = 4_000_000;

/** Most levels of texts in texts. */
const maxLevels = 4;

interface Page {
  readonly filling: Filling;
  readonly ids: Set<string>;
  left: number;
  readonly frameHosts: Set<string>;
  readonly trialOrigins: Set<string>;
}

type Outline = FilledText['outline'];

/**
 * Fills the slots of a text. Links whose target is null become their words, images their description, cards and includes
 * nothing. The ids of included texts are changed where the page has them.
 */
export function fillSlots(compiled: CompiledText, filling: Filling): FilledText {
  const page = {
    filling,
    ids: new Set(compiled.ids),
    left: maxIncludedCharacters,
    frameHosts: new Set<string>(),
    trialOrigins: new Set<string>(),
  };
  const { text, outline, start } = new Filler(page, { text: compiled, targets: filling.targets }).fill();
  const { opening: heading } = compiled;
  const opening = heading ? { id: heading.id, title: heading.title, rest: trustedHtml(text.slice(start)) } : null;
  return {
    html: trustedHtml(text),
    outline,
    opening,
    frameHosts: [...page.frameHosts],
    trialOrigins: [...page.trialOrigins],
  };
}

interface FilledParts {
  readonly text: string;
  readonly outline: Outline;
  /** Where the text goes on after its `opening`. */
  readonly start: number;
}

/** Fills the slots of one text of a page, which may include others. */
class Filler {
  readonly #page: Page;
  readonly #text: CompiledText;
  readonly #targets: readonly (Target | null)[];
  readonly #level: number;
  /** Ids of this text as they are in the page. */
  readonly #ids = new Map<string, string>();
  /** Outlines of included texts by their references, in order. */
  readonly #outlines = new Map<number, Outline[]>();

  constructor(page: Page, { text, targets }: IncludedText, level = 0) {
    this.#page = page;
    this.#text = text;
    this.#level = level;
    // An address that pages may not link to is none.
    this.#targets = targets.map((target) => (target === null || safeHref(target.href) === null ? null : target));
  }

  fill(): FilledParts {
    let text = '';
    let hidden = 0;
    let start = 0;
    for (const [at, piece] of this.#text.pieces.entries()) {
      if (at === this.#text.opening?.pieces) start = text.length;
      if (typeof piece === 'string') text += hidden === 0 ? piece : '';
      else if (piece.kind === 'when') hidden += hidden > 0 || !this.#targets[piece.to] ? 1 : 0;
      else if (piece.kind === 'end') hidden -= hidden > 0 ? 1 : 0;
      else if (hidden === 0) text += this.#slot(piece);
    }
    return { text, outline: this.#outline(), start };
  }

  #slot(slot: Exclude<Slot, { readonly kind: 'when' | 'end' }>): string {
    const { filling } = this.#page;
    switch (slot.kind) {
      case 'open': {
        const target = this.#targets[slot.to];
        if (!target) return '';
        const look = slot.class === undefined ? html`` : html` class="${slot.class}"`;
        return html`<a${look} href="${target.href}">`.html;
      }
      case 'close':
        return this.#targets[slot.to] ? '</a>' : '';
      case 'mention':
        return fillMention(filling, this.#targets[slot.to]);
      case 'card':
        return fillCard(filling, slot, { target: this.#targets[slot.to], reference: this.#text.references[slot.to] });
      case 'embed': {
        const { frame, to } = slot;
        const found = { target: this.#targets[to], reference: this.#text.references[to] };
        const isAllowed = frame !== null && (filling.frameHosts ?? []).includes(frame.host);
        if (!isAllowed) return fillCard(filling, slot, found);
        this.#page.frameHosts.add(frame.host);
        return fillFrame(filling, { ...slot, frame }, found);
      }
      case 'trial': {
        if (filling.allowsTrials !== true) return '';
        for (const origin of slot.origins) this.#page.trialOrigins.add(origin);
        return fillTrial(filling, slot);
      }
      case 'file':
        return fillFile(filling, this.#targets[slot.to]);
      case 'image':
        return fillImage(filling, slot, (source) =>
          typeof source === 'number' ? this.#targets[source] : { href: source },
        );
      case 'user':
        return html`${this.#targets[slot.to]?.title}`.html;
      case 'include':
        return this.#include(slot.to);
      case 'icon':
        return filling.findIcon?.(slot.name)?.html ?? '';
      case 'word':
        return fillWord(filling, slot);
      case 'window':
        return filling.opensNewWindows ? ' target="_blank"' : '';
      case 'id':
        return html`${this.#id(slot.id)}`.html;
    }
  }

  /** The id of an element of an included text in the page. */
  #id(id: string): string {
    const known = this.#ids.get(id);
    if (known !== undefined) return known;
    let own = id;
    for (let n = 1; this.#page.ids.has(own); n += 1) own = `${id}-${n}`;
    this.#page.ids.add(own);
    this.#ids.set(id, own);
    return own;
  }

  #include(to: number): string {
    if (this.#level >= maxLevels) return '';
    const filled = (this.#targets[to]?.contents ?? []).map((content) => this.#included(content));
    const known = this.#outlines.get(to) ?? [];
    this.#outlines.set(to, [...known, filled.flatMap(({ outline }) => outline)]);
    return filled.map(({ text }) => text).join('');
  }

  #included(content: IncludedText): FilledParts {
    const length = content.text.pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 1), 0);
    this.#page.left -= length;
    if (this.#page.left < 0) return { text: '', outline: [], start: 0 };
    return new Filler(this.#page, content, this.#level + 1).fill();
  }

  #outline(): Outline {
    return this.#text.outline.flatMap((entry) => {
      if ('include' in entry) return this.#outlines.get(entry.include)?.shift() ?? [];
      return [{ ...entry, id: this.#ids.get(entry.id) ?? entry.id }];
    });
  }
}

import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language';
import { Annotation, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { GFM, parser } from '@lezer/markdown';

const markdown = new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown');

/** The colors are those of the page, so that both schemes have theirs. */
const highlighting = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--strong)', fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: [tags.monospace, tags.quote], color: 'var(--muted)' },
  { tag: [tags.processingInstruction, tags.meta, tags.contentSeparator], color: 'var(--muted)' },
]);

const theme = EditorView.theme({
  '&': { minHeight: '28rem', backgroundColor: 'var(--page)', color: 'var(--ink)' },
  // The element around it has the mark.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', fontSize: '0.9rem', lineHeight: '1.6' },
  '.cm-content': { padding: '0.75rem', caretColor: 'var(--strong)' },
  '.cm-cursor': { borderLeftColor: 'var(--strong)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: 'color-mix(in srgb, var(--primary) 30%, transparent) !important',
  },
});

/** Marks a change that the page has made, of which it knows. */
const ofPage = Annotation.define<true>();

/** What others do with the field of a text. */
export interface Writer {
  /** Puts a text where the cursor is. */
  readonly insert: (text: string) => void;
  /** Moves the cursor to a point of the window. */
  readonly aim: (at: { readonly x: number; readonly y: number }) => void;
}

interface EditorProps {
  readonly writer: Ref<Writer>;
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/**
 * An editor of Markdown. It stands in a shadow tree, where CodeMirror adopts its style sheets; in the document it would write style
 * elements, which the policy of the page forbids.
 */
export function Editor({ writer, label, value, onChange }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  /** The texts of which the page was told since it had the text of the editor. It has them later, while more is written. */
  const told = useRef(new Set<string>());
  const tell = useEffectEvent((text: string) => {
    told.current.add(text);
    onChange(text);
  });
  const begin = useEffectEvent(() => value);
  useEffect(() => {
    const host = place.current;
    if (host === null) return undefined;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: begin(),
        extensions: [
          history(),
          drawSelection(),
          EditorView.lineWrapping,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          markdown,
          syntaxHighlighting(highlighting),
          theme,
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true' }),
          EditorView.updateListener.of((update) => {
            const isOfPage = update.transactions.some((transaction) => transaction.annotation(ofPage));
            if (update.docChanged && !isOfPage) tell(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label]);
  useEffect(() => {
    const editor = view.current;
    if (editor?.state.doc.toString() === value) told.current.clear();
    // A text that came from elsewhere, such as that of somebody else.
    else if (editor && !told.current.has(value))
      editor.dispatch({
        changes: { from: 0, to: editor.state.doc.length, insert: value },
        annotations: ofPage.of(true),
      });
  }, [value]);
  useImperativeHandle(writer, () => ({
    insert: (text) => {
      const editor = view.current;
      editor?.dispatch(editor.state.replaceSelection(text));
      editor?.focus();
    },
    aim: (at) => {
      const anchor = view.current?.posAtCoords(at, false);
      if (anchor !== undefined) view.current?.dispatch({ selection: { anchor } });
    },
  }));
  return <div ref={place} className="editor" />;
}

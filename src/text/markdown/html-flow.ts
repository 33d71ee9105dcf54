import { htmlFlow } from 'micromark-core-commonmark';
import type { Code, Construct, State } from './micromark.ts';

/** Maximum length of a line that is a tag, without its indentation. */
const maxLine = 4_000;

/** Lines that end a block of HTML as a blank line does: `{% endhint %}`, `:::`, `::`, `///`, `{{< /tip >}}`. Other templates stay in it. */
const endsHtml =
  /^(?:\{%-?[ \t]*(?:end)?(?:hint|tabs?|step(?:per)?|columns?|updates?|prompt|code|if|elseif|else|content-ref|file|embed|include|openapi|swagger)\b.*%\}|:{3,}[^`]{0,500}|::|\/{3,}|\{\{[<%][ \t]*\/[\w/.-]{1,80}[ \t]*[>%]\}\})$/;

/** What the start of such a line can be. */
const canEndHtml = /^ {0,3}(?:\{(?:%|\{|$)|:(?:::|:?[ \t]*$)|\/(?:\/\/|\/?$)|$)/;

/** Looks whether the line after a line end is a tag of a block syntax. */
const tagOnNextLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    let line = '';
    const inside = (code: Code): State | undefined => {
      if (code === null || code < -2) {
        effects.exit('htmlFlowData');
        return endsHtml.test(line.trim()) ? ok(code) : nok(code);
      }
      line += readLetter(code);
      if (line.length > maxLine || (line.length < 8 && !canEndHtml.test(line))) {
        effects.exit('htmlFlowData');
        return nok(code);
      }
      effects.consume(code);
      return inside as State;
    };
    const start: State = (code) => {
      if (code === null || code < -2 || !canEndHtml.test(readLetter(code))) return nok(code);
      if (this.parser.lazy[this.now().line]) return nok(code);
      effects.enter('htmlFlowData');
      return inside(code);
    };
    return (code) => {
      if (code === null) return nok(code);
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return start;
    };
  },
};

/** A tab is a blank. Letters outside the first plane are in no tag. */
const readLetter = (code: number) => (code < 0 ? ' ' : String.fromCharCode(code));

/**
 * HTML as in CommonMark, except that it also ends before a line that is a tag of a block syntax. Without that, an end tag
 * directly after `</figure>` would be text.
 */
export const htmlBeforeTags: Construct = {
  ...htmlFlow,
  tokenize(effects, ok, nok) {
    const check: typeof effects.check = (constructs, found, missing) =>
      effects.check(
        // The checks of HTML are for a single construct: whether the next line ends the HTML.
        Array.isArray(constructs) || !('tokenize' in constructs)
          ? constructs
          : [constructs as Construct, tagOnNextLine],
        found,
        missing,
      );
    return htmlFlow.tokenize.call(this, { ...effects, check }, ok, nok);
  },
};

import type { Code, Construct, MicromarkExtension, State } from './micromark.ts';

const head = /^:{2,}[a-z][\w-]{0,60}(?:[ \t]*[[{].{0,500})?[ \t]*$/i;
const rule = /^---[ \t]*$/;
const property = /^(?:[\w@:.-]{1,100}:(?:[ \t].*)?|#.*)$/;

/** Maximum length of a tag with its properties. */
const maxTag = 10_000;

/** What a tag of MDC with properties consists of: its line, and the YAML between two lines `---`. */
const withProperties = /^([^\n]*)\n[ \t]*---[ \t]*\n(?:([\s\S]*)\n)?[ \t]*---[ \t]*$/;

/** Splits a tag of MDC into its line and its properties; null for other HTML. */
export function splitMdcTag(value: string): { readonly line: string; readonly yaml: string } | null {
  const [, line, yaml = ''] = (value.startsWith('::') && withProperties.exec(value.replaceAll(/\r\n?/g, '\n'))) || [];
  return line === undefined ? null : { line: line.trim(), yaml };
}

/** The index of the last line of a tag with properties that begins at a line; null without one. */
export function endOfMdcTag(lines: readonly string[], from: number): number | null {
  if (!head.test(lines[from]?.trim() ?? '')) return null;
  const own = [lines[from]?.trim() ?? ''];
  for (let at = from + 1; at < lines.length && own.length < maxLines; at += 1) {
    own.push(lines[at] ?? '');
    const role = roleOf(own);
    if (role !== 'inside') return role === 'end' ? at : null;
  }
  return null;
}

/** Maximum number of lines of a tag with properties in a text of lines. */
const maxLines = 500;

/**
 * Tags of MDC with properties below them, which would be headings: `::card`, and YAML between two lines `---`. They are HTML, so
 * that nobody takes them for text. See ADR 60.
 */
const mdcTag: Construct = {
  name: 'mdcTag',
  // What begins as a list in the properties is YAML.
  concrete: true,
  tokenize(effects, ok, nok) {
    const { parser, interrupt = false } = this;
    const lines: string[] = [];
    let line = '';
    let length = 0;
    const inside = (code: Code): State | undefined => {
      if (code !== null && code >= -2) {
        line += code < 0 ? ' ' : String.fromCharCode(code);
        length += 1;
        if (length > maxTag) return nok(code);
        effects.consume(code);
        return inside as State;
      }
      lines.push(line);
      const found = roleOf(lines);
      if (found === null || (code === null && found !== 'end')) return nok(code);
      effects.exit('htmlFlowData');
      if (found !== 'end' && !interrupt) return next(code);
      effects.exit('htmlFlow');
      return ok(code);
    };
    const next = (code: Code): State | undefined => {
      // The line below the tag may begin a list or a quote, as below a blank line. Those below the rule may not.
      this.currentConstruct = lines.length === 1 ? undefined : mdcTag;
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return lineStart as State;
    };
    const lineStart = (code: Code): State | undefined => {
      line = '';
      if (parser.lazy[this.now().line]) return nok(code);
      if (code !== null && code < -2) {
        lines.push('');
        return roleOf(lines) === null ? nok(code) : next(code);
      }
      effects.enter('htmlFlowData');
      return inside(code);
    };
    return (code) => {
      effects.enter('htmlFlow');
      effects.enter('htmlFlowData');
      return inside(code);
    };
  },
};

/** What the last line is in a tag with properties; null when there is none. */
function roleOf(lines: readonly string[]): 'head' | 'inside' | 'end' | null {
  const last = lines.at(-1) ?? '';
  if (lines.length === 1) return head.test(last) ? 'head' : null;
  if (lines.length === 2) return rule.test(last.trim()) ? 'inside' : null;
  if (rule.test(last.trim())) return 'end';
  return lines.length > 3 || property.test(last.trim()) ? 'inside' : null;
}

/** Tags of MDC with properties as micromark constructs. */
export const mdcTags: MicromarkExtension = { flow: { 58: mdcTag } };

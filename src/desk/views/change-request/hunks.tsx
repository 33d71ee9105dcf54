import { fill, words } from '../../words/words.ts';
import type { Change } from './facts.ts';

const kinds: Readonly<Record<string, 'added' | 'removed'>> = { '+': 'added', '-': 'removed' };

/** The differences of a text line by line, each with its number in the later text, or in the earlier one when it has gone. */
export const Hunks = ({ hunks }: { readonly hunks: Change['hunks'] }) => (
  <div className="hunks">
    {hunks.map((hunk) => (
      <table key={`${hunk.oldStart} ${hunk.newStart}`} aria-label={fill(words.fromLine, { line: hunk.newStart })}>
        <tbody>
          {numbered(hunk).map(({ text, number, kind }, index) => (
            <tr key={index} className={kind}>
              <td className="line-number">{number}</td>
              <td>
                {kind === 'added' && <ins>{text || ' '}</ins>}
                {kind === 'removed' && <del>{text || ' '}</del>}
                {kind === undefined && text}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    ))}
  </div>
);

function numbered({ oldStart, newStart, lines }: Change['hunks'][number]) {
  let [earlier, later] = [oldStart, newStart];
  // Differences say by a line with a backslash that the last line of a text does not end.
  return lines
    .filter((line) => !line.startsWith('\\'))
    .map((line) => {
      const kind = kinds[line.charAt(0)];
      const number = kind === 'removed' ? earlier : later;
      if (kind !== 'added') earlier += 1;
      if (kind !== 'removed') later += 1;
      return { text: line.slice(1), number, kind };
    });
}

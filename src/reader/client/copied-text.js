// What is copied of a block of code, where that is not all of it.

const prompt = /^\s*(?:\([\w.-]+\) ?)?(?:[\w.-]+@\S+ ?|[~/]\S* ?|\[[^\]]+\] ?)?[$%❯] /;
const otherPrompts = /^(?:PS [^>]*> |[A-Z]:\\[^>]*>|>>> |\.\.\. |# |> )/;

/** The commands of a session in a console, without prompts and what they print. All of it where no line has a prompt. */
export function commandsIn(text) {
  const lines = text.split('\n');
  // `#` is the prompt of a superuser, unless it begins a comment between other prompts.
  const sign = lines.some((line) => prompt.test(line)) ? prompt : otherPrompts;
  const commands = [];
  let goesOn = false;
  for (const line of lines) {
    if (!goesOn && !sign.test(line)) continue;
    const command = goesOn ? line.replace(/^> /, '') : line.replace(sign, '');
    commands.push(command);
    goesOn = command.endsWith('\\');
  }
  return commands.length > 0 ? commands.join('\n') : text;
}

/** The text that a difference leads to, or that it begins with: `+` or `-` are the signs of its lines. */
export function sideOf(text, sign) {
  const lines = text.split('\n').filter((line) => !/^(?:diff |index |--- |\+\+\+ |@@ |\\ No newline)/.test(line));
  const other = sign === '+' ? '-' : '+';
  const isIndented = lines.every((line) => line === '' || /^[-+ ]/.test(line));
  return lines
    .filter((line) => !line.startsWith(other))
    .map((line) => (line.startsWith(sign) || (isIndented && line.startsWith(' ')) ? line.slice(1) : line))
    .join('\n');
}

/** TeX commands of characters, without the backslash. */
const commands: Readonly<Record<string, string>> = {
  ...pairs('αalpha βbeta γgamma δdelta ϵepsilon εvarepsilon ζzeta ηeta θtheta ϑvartheta ιiota κkappa λlambda μmu νnu'),
  ...pairs('ξxi πpi ϖvarpi ρrho ϱvarrho σsigma ςvarsigma τtau υupsilon ϕphi φvarphi χchi ψpsi ωomega ΓGamma ΔDelta'),
  ...pairs('ΘTheta ΛLambda ΞXi ΠPi ΣSigma ΥUpsilon ΦPhi ΨPsi ΩOmega ℏhbar ℓell ℜRe ℑIm ℵaleph ℘wp ∂partial ∇nabla'),
  ...pairs('∞infty ∅emptyset ∀forall ∃exists ∄nexists ¬neg ∠angle ⊥perp ⊤top △triangle □square ±pm ∓mp ×times ÷div'),
  ...pairs('⋅cdot ·cdot ∗ast ⋆star ∘circ ∙bullet ⊕oplus ⊖ominus ⊗otimes ⊘oslash ⊙odot ∧wedge ∨vee ∩cap ∪cup ∖setminus'),
  ...pairs('≤leq ≥geq ≠neq ≈approx ≡equiv ∼sim ≃simeq ≅cong ∝propto ≪ll ≫gg ≺prec ≻succ ∈in ∉notin ∋ni ⊂subset'),
  ...pairs('⊃supset ⊆subseteq ⊇supseteq ⊢vdash ⊨models ∥parallel ∣mid ←leftarrow →rightarrow ↔leftrightarrow ↑uparrow'),
  ...pairs(
    '↓downarrow ⇐Leftarrow ⇒Rightarrow ⇔Leftrightarrow ↦mapsto ⟶longrightarrow ⟵longleftarrow ⇌rightleftharpoons',
  ),
  ...pairs('∴therefore ∵because …ldots ⋯cdots ⋮vdots ⋱ddots ∫int ∬iint ∭iiint ∮oint ∑sum ∏prod ∐coprod ⋃bigcup'),
  ...pairs('⋂bigcap ⋁bigvee ⋀bigwedge ⨁bigoplus ⨂bigotimes √surd ⟨langle ⟩rangle ⌈lceil ⌉rceil ⌊lfloor ⌋rfloor ‖Vert'),
};

/** Other characters that differ in TeX. */
const others: Readonly<Record<string, string>> = {
  '\\': '\\backslash',
  '{': '\\{',
  '}': '\\}',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '&': '\\&',
  '^': '\\hat{}',
  '~': '\\sim',
  $: '\\text{\\textdollar}',
  '\u2032': "'",
  '\u2033': "''",
  '\u2212': '-',
  '\u2061': '',
  '\u2062': '',
  '\u2063': '',
  '\u200B': '',
  '\u00A0': '\\ ',
  '\u2003': '\\quad',
  '\u2009': '\\,',
  '\u2005': '\\:',
  '\u2004': '\\;',
  ' ': '\\ ',
  '\t': '\\ ',
  '\n': '\\ ',
  ℝ: '\\mathbb{R}',
  ℕ: '\\mathbb{N}',
  ℤ: '\\mathbb{Z}',
  ℚ: '\\mathbb{Q}',
  ℂ: '\\mathbb{C}',
  ℙ: '\\mathbb{P}',
};

/** TeX commands of accents and braces over an expression, by character. */
export const accents: Readonly<Record<string, string>> = {
  '\u0302': 'hat',
  '^': 'hat',
  '\u0303': 'tilde',
  '~': 'tilde',
  '\u0300': 'grave',
  '\u0301': 'acute',
  '\u0304': 'bar',
  '\u0305': 'overline',
  '\u00AF': 'overline',
  '\u0306': 'breve',
  '\u0307': 'dot',
  '\u0308': 'ddot',
  '\u20DB': 'dddot',
  '\u030A': 'mathring',
  '\u030C': 'check',
  '\u20D6': 'overleftarrow',
  '\u20D7': 'vec',
  '→': 'overrightarrow',
  '←': 'overleftarrow',
  '\u20E1': 'overleftrightarrow',
  '⏞': 'overbrace',
  '⏟': 'underbrace',
};

/** Functions for which TeX has a command. */
export const functions: ReadonlySet<string> = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
);

function pairs(list: string): Record<string, string> {
  return Object.fromEntries(list.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]));
}

/** The TeX of a character. */
export function texOfCharacter(character: string): string {
  const command = Object.hasOwn(commands, character) ? commands[character] : undefined;
  if (command !== undefined) return `\\${command}`;
  if (Object.hasOwn(others, character)) return others[character] ?? '';
  const plain = character.normalize('NFKC');
  // Unicode mathematical alphabets are styled letters.
  if (plain !== character && plain.length === 1) return texOfCharacter(plain);
  return character;
}

/** Joins pieces of TeX, with a space where a command would otherwise absorb the next letter. */
export const joinTex = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .map((part, index, all) => (/^[A-Za-z]/.test(part) && endsInCommand.test(all[index - 1] ?? '') ? ` ${part}` : part))
    .join('');

const endsInCommand = /\\[A-Za-z]{1,40}$/;

/** Trims TeX spaces, which Word often puts around operators. */
export function trimTex(tex: string): string {
  let [start, end] = [0, tex.length];
  while (tex[end - 1] === ' ') end -= tex[end - 2] === '\\' ? 2 : 1;
  while (start < end && (tex[start] === ' ' || tex.startsWith('\\ ', start))) start += tex[start] === ' ' ? 1 : 2;
  return tex.slice(start, end);
}

/** Escapes text for the argument of `\text`. */
export const escapeTexText = (text: string): string =>
  text.replaceAll(/[\\{}#%_&^~$]/g, (character) => textEscapes[character] ?? character);

const textEscapes: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '&': '\\&',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  $: '\\textdollar{}',
};

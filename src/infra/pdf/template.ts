import { optionalScripts } from '../../text/pdf/scripts.ts';

/** The fonts of all scripts, in Typst: `sans`, and `scripts` for those beside another one. */
export const sansFonts = String.raw`#let scripts = ("Noto Naskh Arabic", "Noto Sans Hebrew", "IBM Plex Sans Thai", "Noto Sans Devanagari", "Noto Sans S Chinese",
  "Noto Sans Korean", ${optionalScripts.flatMap(({ family }) => (family === undefined ? [] : [`"${family}"`])).join(', ')}, "Noto Color Emoji")
#let sans = ("Noto Sans", ..scripts)
`;

/**
 * The Typst templates of a PDF. The content is passed as data and never parsed as Typst source, except for formulas,
 * which `formulas.mjs` converts. The only files they can access are those placed beside them.
 */
const settings = String.raw`
#let front = json("/front.json")
// Pages before the first one of this document.
#let offset = int(sys.inputs.offset)
#let ink = rgb("#1f2328")
#let muted = rgb("#656d76")
#let faint = rgb("#d8dee4")
#let accent = rgb("#0a57c2")
#let paper = rgb("#f6f8fa")
#let tones = (info: rgb("#0a57c2"), success: rgb("#1a7f37"), warning: rgb("#9a6700"), danger: rgb("#cf222e"))
#let shades = (red: rgb("#cf222e"), orange: rgb("#bc4c00"), yellow: rgb("#bf8700"), green: rgb("#1a7f37"),
  blue: rgb("#0a57c2"), purple: rgb("#6639ba"), "$primary": rgb("#0a57c2"), "$info": rgb("#0a57c2"),
  "$success": rgb("#1a7f37"), "$warning": rgb("#9a6700"), "$danger": rgb("#cf222e"))
${sansFonts}#let mono = ("DejaVu Sans Mono", ..scripts)

// The direction of a text, of inlines or of blocks, by its first strong character outside of code; none without one.
#let rtl-letter = regex("[\u{590}-\u{8ff}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]")
#let letter = regex("\p{L}")
#let direction(value) = {
  if type(value) == str {
    let found = value.match(letter)
    return if found == none { none } else if found.text.match(rtl-letter) == none { ltr } else { rtl }
  }
  if type(value) == dictionary {
    if value.at("k", default: "") in ("code", "math", "image", "anchor") { return none }
    return direction(("v", "title", "c", "items", "head", "rows", "columns").filter(name => name in value).map(name => value.at(name)))
  }
  if type(value) == array {
    for one in value {
      let found = direction(one)
      if found != none { return found }
    }
  }
  return none
}
#let directed(value, body) = {
  let to = direction(value)
  if to == none { body }
  else if to == ltr { set text(dir: ltr); body }
  // Letters of Arabic are higher than the marks of lists beside them.
  else { set text(dir: rtl, top-edge: 0.714em); body }
}
// The side where a text with this direction begins.
#let sided(value, ..lengths) = {
  let (start, end) = lengths.pos()
  if direction(value) == rtl { (left: end, right: start) } else { (left: start, right: end) }
}

#let colours = (
  keyword: rgb("#cf222e"), built_in: rgb("#953800"), type: rgb("#953800"), literal: rgb("#0550ae"), number: rgb("#0550ae"),
  string: rgb("#0a3069"), regexp: rgb("#0a3069"), char: rgb("#0a3069"), comment: rgb("#656d76"), quote: rgb("#656d76"),
  title: rgb("#6639ba"), section: rgb("#0550ae"), attr: rgb("#0550ae"), attribute: rgb("#0550ae"), property: rgb("#0550ae"),
  variable: rgb("#953800"), "template-variable": rgb("#953800"), name: rgb("#116329"), tag: rgb("#116329"),
  symbol: rgb("#0550ae"), bullet: rgb("#953800"), link: rgb("#0550ae"), meta: rgb("#656d76"), doctag: rgb("#cf222e"),
  addition: rgb("#116329"), deletion: rgb("#82071e"), "selector-class": rgb("#6639ba"), "selector-tag": rgb("#116329"),
)

#set page(paper: "a4", margin: (x: 2.2cm, top: 2.4cm, bottom: 2.2cm))
#set text(font: sans, size: 10pt, fill: ink, hyphenate: false)
#set par(leading: 0.72em, spacing: 1.1em, justify: false)
#set list(indent: 0.4em, spacing: 0.75em, marker: ([•], [◦], [–]))
#set enum(indent: 0.4em, spacing: 0.75em)
// Typst's default size of raw text is 0.8em.
#show raw: set text(font: mono, size: 1.06em)
#show link: set text(fill: accent)
#show heading: it => block(width: 100%, sticky: true, above: 1.6em, below: 0.9em, it.body)
#show heading.where(level: 1): set text(size: 21pt, weight: "bold")
#show heading.where(level: 2): set text(size: 21pt, weight: "bold")
#show heading.where(level: 3): set text(size: 21pt, weight: "bold")
#show heading.where(level: 4): set text(size: 21pt, weight: "bold")
#set page(
  header: context if here().page() + offset > 1 {
    set text(size: 8pt, fill: muted)
    grid(columns: (1fr, auto), align: (left, right), directed(front.title, front.title), front.date)
  },
  footer: context align(right, text(size: 8pt, fill: muted, str(here().page() + offset))),
)
`;

/** Lays out a part and reports the positions of its places. */
export const partTemplate = String.raw`${settings}
#let data = json("/data.json")
#let places = json("/places.json")
// Images that are there and can be decoded.
#let usable = json("/usable.json")
#let formulas = json("/formulas.json")
// Files of the diagrams that diagrams.mjs has drawn, by their sources.
#let diagrams = json("/diagrams.json")
#let sizes = (15pt, 12.5pt, 11pt, 10.5pt, 10pt, 10pt)

#let marked(id, body) = if id == none { body } else [#body#label(id)]

#let picture(node, inline: false) = {
  if node.file == none or node.file not in usable {
    let alt = if node.alt == "" { "image" } else { node.alt }
    if inline { directed(alt, text(fill: muted, emph(alt))) } else {
      block(width: 100%, stroke: 0.5pt + faint, radius: 3pt, inset: 8pt, directed(alt, text(fill: muted, size: 0.9em, emph(alt))))
    }
  } else if inline {
    box(height: 1.1em, baseline: 0.15em, image("/" + node.file, height: 1.1em, fit: "contain", alt: node.alt))
  } else {
    layout(size => {
      let natural = measure(image("/" + node.file))
      let wanted = if node.at("width", default: none) == none { natural.width * 0.75 } else { node.width * 0.75pt }
      let width = calc.min(size.width, wanted, if natural.height > 0pt { 17cm * (natural.width / natural.height) } else { size.width })
      block(width: 100%, above: 1.1em, below: 1.1em, image("/" + node.file, width: width, alt: node.alt))
    })
  }
}

// Converted and verified by formulas.mjs. Formulas that it rejected are shown as they were written.
#let formula(node, block: false) = {
  let known = formulas.at(node.tex, default: none)
  if known == none { raw(node.v) } else { math.equation(block: block, eval(known, mode: "math")) }
}

#let inlines(nodes) = for node in nodes {
  let kind = node.k
  if kind == "text" { node.v }
  else if kind == "bold" { strong(inlines(node.c)) }
  else if kind == "italic" { emph(inlines(node.c)) }
  else if kind == "strike" { strike(inlines(node.c)) }
  else if kind == "super" { super(inlines(node.c)) }
  else if kind == "sub" { sub(inlines(node.c)) }
  else if kind == "mark" {
    let fore = shades.at(node.text, default: none)
    let back = shades.at(node.background, default: none)
    let body = if fore == none { inlines(node.c) } else { text(fill: fore, inlines(node.c)) }
    if back == none { body } else { highlight(fill: back.lighten(75%), body) }
  }
  else if kind == "code" { highlight(fill: paper, extent: 0.15em, top-edge: 0.95em, bottom-edge: -0.3em, radius: 2pt,
    // As text, a zero-width space would become part of the letter before it when the text is copied.
    text(dir: ltr, node.v.split("\u{200b}").map(raw).join(box(width: 0pt)))) }
  else if kind == "url" { link(node.to, inlines(node.c)) }
  // The other end may be in another part. join.mjs makes a link within the document of it.
  else if kind == "page" { link("octavo:" + node.to, inlines(node.c)) }
  else if kind == "break" { linebreak() }
  else if kind == "image" { picture(node, inline: true) }
  else if kind == "math" { formula(node) }
}

#let card(tone, nodes, body) = directed(nodes, block(
  width: 100%, fill: tone.lighten(92%), stroke: sided(nodes, 2.5pt + tone, none), inset: (x: 11pt, y: 9pt),
  radius: sided(nodes, 0pt, 3pt), above: 1.1em, below: 1.1em, body,
))

#let checkbox(checked) = box(baseline: 0.1em, width: 0.82em, height: 0.82em, radius: 1.5pt,
  stroke: 0.7pt + if checked { accent } else { muted }, fill: if checked { accent } else { none },
  if checked { align(center + horizon, polygon(fill: white,
    (0.12em, 0.36em), (0.26em, 0.5em), (0.56em, 0.16em), (0.64em, 0.25em), (0.27em, 0.65em), (0.03em, 0.44em))) })

#let cells(row, aligns, body) = row.enumerate().map(((at, cell)) => align(
  (start: start, center: center, right: right).at(aligns.at(at, default: "start")), body(cell)))

#let blocks(nodes) = for node in nodes {
  let kind = node.k
  if kind == "paragraph" { directed(node, par(inlines(node.c))) }
  else if kind == "heading" {
    marked(node.id, {
      show heading: set text(size: sizes.at(node.size - 1), weight: "bold")
      directed(node, heading(level: 9, outlined: false, bookmarked: false, inlines(node.c)))
    })
  }
  else if kind == "bullets" { directed(node, list(tight: node.tight, ..node.items.map(blocks))) }
  else if kind == "numbers" { directed(node, enum(tight: node.tight, start: node.start, ..node.items.map(blocks))) }
  else if kind == "tasks" {
    for item in node.items {
      directed(node, block(above: 0.7em, below: 0.7em, grid(columns: (1.5em, 1fr), checkbox(item.checked), blocks(item.c))))
    }
  }
  else if kind == "quote" {
    directed(node, block(width: 100%, stroke: sided(node, 2.5pt + faint, none), inset: (..sided(node, 11pt, 0pt), y: 3pt),
      above: 1.1em, below: 1.1em, text(fill: muted, blocks(node.c))))
  }
  else if kind == "code" and diagrams.at(node.at("diagram", default: ""), default: none) in usable {
    picture((file: diagrams.at(node.diagram), alt: node.title, width: none))
    if node.title != "" { directed(node.title, block(width: 100%, above: 0.5em, text(size: 0.86em, fill: muted, node.title))) }
  }
  else if kind == "code" {
    if node.title != "" {
      block(width: 100%, fill: faint, inset: (x: 9pt, y: 5pt), radius: (top: 3pt), above: 1.1em, below: 0pt, sticky: true,
        directed(node.title, text(size: 0.82em, weight: "semibold", node.title)))
    }
    block(width: 100%, fill: paper, inset: 9pt, radius: if node.title == "" { 3pt } else { (bottom: 3pt) },
      above: if node.title == "" { 1.1em } else { 0pt }, below: 1.1em, {
        set par(leading: 0.6em)
        set text(font: mono, size: 0.84em, dir: ltr)
        set align(left)
        node.lines.map(line => line.map(token => {
          let colour = colours.at(token.kind, default: none)
          if colour == none { token.v } else { text(fill: colour, token.v) }
        }).join()).join(linebreak())
      })
  }
  else if kind == "columns" {
    directed(node, block(above: 1.1em, below: 1.1em, grid(columns: node.widths.map(width => if width == none { 1fr } else { width * 1fr / 33 }), column-gutter: 14pt, ..node.columns.map(blocks))))
  }
  else if kind == "hint" { card(tones.at(node.tone, default: accent), node, blocks(node.c)) }
  else if kind == "tab" {
    block(above: 1.1em, below: 1.1em, width: 100%, stroke: 0.5pt + faint, radius: 3pt, inset: 10pt, {
      directed(node.title, block(width: 100%, below: 0.8em, sticky: true, text(size: 0.86em, weight: "semibold", fill: muted, node.title)))
      blocks(node.c)
    })
  }
  else if kind == "table" {
    set text(size: 0.9em)
    set par(leading: 0.6em)
    directed(node, block(above: 1.1em, below: 1.1em, table(
      columns: if node.even { (1fr,) * node.columns } else { node.columns }, align: start, inset: (x: 7pt, y: 6pt), stroke: 0.5pt + faint,
      fill: (_, y) => if y == 0 and node.head.len() > 0 { paper },
      ..if node.head.len() > 0 { (table.header(..cells(node.head, node.aligns, cell => directed(cell, inlines(cell))).map(strong)),) },
      ..node.rows.zip(node.whole).map(((row, whole)) =>
        cells(row, node.aligns, blocks).map(body => table.cell(breakable: not whole, body))).flatten(),
    )))
  }
  else if kind == "aligned" { align((center: center, right: right).at(node.to), blocks(node.c)) }
  else if kind == "rule" { block(above: 1.4em, below: 1.4em, line(length: 100%, stroke: 0.6pt + faint)) }
  else if kind == "image" {
    picture(node)
    if node.caption != "" { directed(node.caption, block(width: 100%, above: 0.5em, text(size: 0.86em, fill: muted, node.caption))) }
  }
  else if kind == "math" {
    block(width: 100%, above: 1.1em, below: 1.1em, align(center, formula(node, block: true)))
  }
  else if kind == "anchor" { marked(node.id, box(width: 0pt, height: 0pt)) }
}

#for entry in data.entries {
  if not entry.continues {
    if entry.fresh { pagebreak(weak: true) }
    marked(entry.id, directed(entry.title, heading(level: entry.level, outlined: false, bookmarked: false, {
      if entry.emoji != "" { entry.emoji + " " }
      entry.title
    })))
    if entry.description != "" {
      directed(entry.description, block(width: 100%, below: 1.2em, text(size: 11.5pt, fill: muted, entry.description)))
    }
  }
  blocks(entry.blocks)
}

#context [#metadata(places.map(id => {
  let found = query(label(id))
  if found.len() == 0 { none } else {
    let at = found.first().location().position()
    (at.page, at.y.pt())
  }
})) <places>]
`;

/**
 * Lays out the cover and the table of contents. Page numbers have a fixed width, so that the layout does not change
 * when they become known.
 */
export const frontTemplate = String.raw`${settings}
#let numbers = json("/numbers.json")
#page(header: none, footer: none, {
  v(5.5cm)
  if front.emoji != "" { block(below: 26pt, text(size: 44pt, front.emoji)) }
  directed(front.title, block(width: 100%, below: 22pt, { set par(leading: 0.5em); text(size: 34pt, weight: "bold", front.title) }))
  if front.subtitle != "" { directed(front.subtitle, block(width: 100%, below: 20pt, text(size: 14pt, fill: muted, front.subtitle))) }
  line(length: 3.2cm, stroke: 2pt + accent)
  v(1fr)
  text(fill: muted, front.date)
})

#if front.contents.len() > 0 {
  block(below: 1.4em, text(size: 21pt, weight: "bold", "Contents"))
  show link: set text(fill: ink)
  for it in front.contents {
    link("octavo:" + it.id, directed(it.title, block(
      above: if it.level == 1 { 1.1em } else { 0.75em }, below: 0pt, inset: sided(it.title, (it.level - 1) * 1.3em, 0pt),
      grid(columns: (1fr, 3em), align: (start, end + bottom),
        text(weight: if it.level == 1 { "semibold" } else { "regular" }, {
          if it.emoji != "" { it.emoji + " " }
          it.title; h(0.5em); box(width: 1fr, text(fill: faint, repeat(".", gap: 0.25em)))
        }),
        text(fill: muted, numbers.at(it.id, default: ""))))))
  }
}
`;

/**
 * How a PDF looks: Typst. What is in it comes as data and stays data: nothing of it is ever read as Typst source but
 * formulas, which `formulas.mjs` writes anew; the only files it can name are those that were put beside it.
 */
export const template = String.raw`
#let data = json("/data.json")
#let broken = json("/broken.json")
#let formulas = json("/formulas.json")
#let places = json(bytes(sys.inputs.places))
#let ink = rgb("#1f2328")
#let muted = rgb("#656d76")
#let faint = rgb("#d8dee4")
#let accent = rgb("#0a57c2")
#let paper = rgb("#f6f8fa")
#let tones = (info: rgb("#0a57c2"), success: rgb("#1a7f37"), warning: rgb("#9a6700"), danger: rgb("#cf222e"))
#let sans = ("Noto Sans", "Noto Sans S Chinese", "Noto Sans Korean", "Noto Emoji")
#let mono = ("DejaVu Sans Mono", "Noto Sans S Chinese", "Noto Sans Korean", "Noto Emoji")

#let colours = (
  keyword: rgb("#cf222e"), built_in: rgb("#953800"), type: rgb("#953800"), literal: rgb("#0550ae"), number: rgb("#0550ae"),
  string: rgb("#0a3069"), regexp: rgb("#0a3069"), char: rgb("#0a3069"), comment: rgb("#656d76"), quote: rgb("#656d76"),
  title: rgb("#6639ba"), section: rgb("#0550ae"), attr: rgb("#0550ae"), attribute: rgb("#0550ae"), property: rgb("#0550ae"),
  variable: rgb("#953800"), "template-variable": rgb("#953800"), name: rgb("#116329"), tag: rgb("#116329"),
  symbol: rgb("#0550ae"), bullet: rgb("#953800"), link: rgb("#0550ae"), meta: rgb("#656d76"), doctag: rgb("#cf222e"),
  addition: rgb("#116329"), deletion: rgb("#82071e"), "selector-class": rgb("#6639ba"), "selector-tag": rgb("#116329"),
)

#set document(title: data.title)
#set page(paper: "a4", margin: (x: 2.2cm, top: 2.4cm, bottom: 2.2cm))
#set text(font: sans, size: 10pt, fill: ink, hyphenate: false)
#set par(leading: 0.72em, spacing: 1.1em, justify: false)
#set list(indent: 0.4em, spacing: 0.75em, marker: ([•], [◦], [–]))
#set enum(indent: 0.4em, spacing: 0.75em)
// Typst's own size of raw text is 0.8em.
#show raw: set text(font: mono, size: 1.06em)
#show link: it => if type(it.dest) == str { text(fill: accent, it) } else { it }
#show heading: it => block(sticky: true, above: 1.6em, below: 0.9em, it.body)
#show heading.where(level: 1): set text(size: 21pt, weight: "bold")
#show heading.where(level: 2): set text(size: 21pt, weight: "bold")
#show heading.where(level: 3): set text(size: 21pt, weight: "bold")
#show heading.where(level: 4): set text(size: 21pt, weight: "bold")
#let sizes = (15pt, 12.5pt, 11pt, 10.5pt, 10pt, 10pt)

#let marked(id, body) = if id == none { body } else [#body#label(id)]

#let picture(node, inline: false) = {
  if node.file == none or node.file in broken {
    let alt = if node.alt == "" { "image" } else { node.alt }
    if inline { text(fill: muted, emph(alt)) } else {
      block(width: 100%, stroke: 0.5pt + faint, radius: 3pt, inset: 8pt, text(fill: muted, size: 0.9em, emph(alt)))
    }
  } else if inline {
    box(height: 1.1em, baseline: 0.15em, image("/" + node.file, height: 1.1em, fit: "contain", alt: node.alt))
  } else {
    layout(size => {
      let natural = measure(image("/" + node.file))
      let width = calc.min(size.width, natural.width * 0.75, if natural.height > 0pt { 17cm * (natural.width / natural.height) } else { size.width })
      block(width: 100%, above: 1.1em, below: 1.1em, image("/" + node.file, width: width, alt: node.alt))
    })
  }
}

// Set by formulas.mjs, and tried by it; what it left out is shown as it was written.
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
  else if kind == "code" { highlight(fill: paper, extent: 0.15em, top-edge: 0.95em, bottom-edge: -0.3em, radius: 2pt,
    // As text, a space without width would become part of the letter before it for whoever copies.
    node.v.split("\u{200b}").map(raw).join(box(width: 0pt))) }
  else if kind == "url" { link(node.to, inlines(node.c)) }
  else if kind == "page" and node.to == "" { inlines(node.c) }
  else if kind == "page" {
    let at = places.at(node.to, default: none)
    let body = text(fill: accent, inlines(node.c))
    if at == none { body } else { link((page: at.at(0), x: at.at(1) * 1pt, y: at.at(2) * 1pt), body) }
  }
  else if kind == "break" { linebreak() }
  else if kind == "image" { picture(node, inline: true) }
  else if kind == "math" { formula(node) }
}

#let card(tone, body) = block(
  width: 100%, fill: tone.lighten(92%), stroke: (left: 2.5pt + tone), inset: (x: 11pt, y: 9pt), radius: (right: 3pt),
  above: 1.1em, below: 1.1em, body,
)

#let checkbox(checked) = box(baseline: 0.1em, width: 0.82em, height: 0.82em, radius: 1.5pt,
  stroke: 0.7pt + if checked { accent } else { muted }, fill: if checked { accent } else { none },
  if checked { align(center + horizon, polygon(fill: white,
    (0.12em, 0.36em), (0.26em, 0.5em), (0.56em, 0.16em), (0.64em, 0.25em), (0.27em, 0.65em), (0.03em, 0.44em))) })

#let cells(row, aligns) = row.enumerate().map(((at, cell)) => align(
  (left: left, center: center, right: right).at(aligns.at(at, default: "left")), inlines(cell)))

#let blocks(nodes) = for node in nodes {
  let kind = node.k
  if kind == "paragraph" { par(inlines(node.c)) }
  else if kind == "heading" {
    marked(node.id, {
      show heading: set text(size: sizes.at(node.size - 1), weight: "bold")
      heading(level: node.level, outlined: false, bookmarked: true, inlines(node.c))
    })
  }
  else if kind == "bullets" { list(tight: node.tight, ..node.items.map(blocks)) }
  else if kind == "numbers" { enum(tight: node.tight, start: node.start, ..node.items.map(blocks)) }
  else if kind == "tasks" {
    for item in node.items {
      block(above: 0.7em, below: 0.7em, grid(columns: (1.5em, 1fr), checkbox(item.checked), blocks(item.c)))
    }
  }
  else if kind == "quote" {
    block(width: 100%, stroke: (left: 2.5pt + faint), inset: (left: 11pt, y: 3pt), above: 1.1em, below: 1.1em,
      text(fill: muted, blocks(node.c)))
  }
  else if kind == "code" {
    if node.title != "" {
      block(width: 100%, fill: faint, inset: (x: 9pt, y: 5pt), radius: (top: 3pt), above: 1.1em, below: 0pt, sticky: true,
        text(size: 0.82em, weight: "semibold", node.title))
    }
    block(width: 100%, fill: paper, inset: 9pt, radius: if node.title == "" { 3pt } else { (bottom: 3pt) },
      above: if node.title == "" { 1.1em } else { 0pt }, below: 1.1em, {
        set par(leading: 0.6em)
        set text(font: mono, size: 0.84em)
        node.lines.map(line => line.map(token => {
          let colour = colours.at(token.kind, default: none)
          if colour == none { token.v } else { text(fill: colour, token.v) }
        }).join()).join(linebreak())
      })
  }
  else if kind == "hint" { card(tones.at(node.tone, default: accent), blocks(node.c)) }
  else if kind == "tab" {
    block(above: 1.1em, below: 1.1em, width: 100%, stroke: 0.5pt + faint, radius: 3pt, inset: 10pt, {
      block(below: 0.8em, sticky: true, text(size: 0.86em, weight: "semibold", fill: muted, node.title))
      blocks(node.c)
    })
  }
  else if kind == "table" {
    set text(size: 0.9em)
    set par(leading: 0.6em)
    block(above: 1.1em, below: 1.1em, table(
      columns: node.columns, align: left, inset: (x: 7pt, y: 6pt), stroke: 0.5pt + faint,
      fill: (_, y) => if y == 0 and node.head.len() > 0 { paper },
      ..if node.head.len() > 0 { (table.header(..cells(node.head, node.aligns).map(strong)),) },
      ..node.rows.map(row => cells(row, node.aligns)).flatten(),
    ))
  }
  else if kind == "rule" { block(above: 1.4em, below: 1.4em, line(length: 100%, stroke: 0.6pt + faint)) }
  else if kind == "image" {
    picture(node)
    if node.caption != "" { block(above: 0.5em, text(size: 0.86em, fill: muted, node.caption)) }
  }
  else if kind == "math" {
    block(width: 100%, above: 1.1em, below: 1.1em, align(center, formula(node, block: true)))
  }
  else if kind == "anchor" { marked(node.id, box(width: 0pt, height: 0pt)) }
}

// Cover
#page(header: none, footer: none, {
  v(5.5cm)
  if data.emoji != "" { block(below: 26pt, text(size: 44pt, data.emoji)) }
  block(below: 22pt, { set par(leading: 0.5em); text(size: 34pt, weight: "bold", data.title) })
  if data.subtitle != "" { block(below: 20pt, text(size: 14pt, fill: muted, data.subtitle)) }
  line(length: 3.2cm, stroke: 2pt + accent)
  v(1fr)
  text(fill: muted, data.date)
})

#set page(
  header: context if here().page() > 1 { text(size: 8pt, fill: muted, { data.title; h(1fr); data.date }) },
  footer: align(right, text(size: 8pt, fill: muted, context counter(page).display())),
)

// Contents
#if data.contents {
  block(below: 1.4em, text(size: 21pt, weight: "bold", "Contents"))
  show outline.entry: it => link(it.element.location(), block(
    above: if it.level == 1 { 1.1em } else { 0.75em }, below: 0pt, inset: (left: (it.level - 1) * 1.3em),
    grid(columns: (1fr, auto), column-gutter: 0.8em, align: (left, right + bottom),
      text(weight: if it.level == 1 { "semibold" } else { "regular" },
        { it.body(); h(0.5em); box(width: 1fr, text(fill: faint, repeat(".", gap: 0.25em))) }),
      text(fill: muted, it.page()))))
  outline(title: none, target: heading.where(outlined: true), depth: 4)
}

#for entry in data.entries {
  if entry.fresh { pagebreak(weak: true) }
  marked(entry.id, heading(level: entry.level, outlined: true, bookmarked: true, {
    if entry.emoji != "" { entry.emoji + " " }
    entry.title
  }))
  if entry.description != "" { block(below: 1.2em, text(size: 11.5pt, fill: muted, entry.description)) }
  blocks(entry.blocks)
}

// Where the links lead, for the layout that has them.
#if places.len() == 0 {
  context [#metadata(data.targets.map(id => {
    let at = locate(label(id)).position()
    (id, (at.page, at.x.pt(), at.y.pt()))
  }).to-dict()) <places>]
}
`;

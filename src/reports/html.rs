//! HTML: one page that stands alone, for a web site or a browser's print command.

use crate::Options;
use crate::document::{Align, Block, Column, ColumnKind, Document, Field, Row, Slip, Table, Tree};
use std::fmt::Write;

const STYLE: &str = "\
body{font:15px/1.45 'Noto Sans','Segoe UI','Helvetica Neue',Arial,'Noto Sans Georgian','Noto Sans Sinhala',sans-serif;\
color:#111;background:#fff;max-width:75rem;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.6rem;margin:.1rem 0 .4rem}h2{font-size:1.15rem;margin:1.6rem 0 .4rem}\
header p{margin:.1rem 0}.event,.regulations,footer{color:#595959}.regulations,footer{font-size:.85rem}\
table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}\
th,td{padding:.22rem .55rem;border-bottom:1px solid #ccc;text-align:left;vertical-align:top}\
thead th{border-bottom:2px solid #111;font-size:.85rem}.r{text-align:right}.c{text-align:center}.s{font-weight:600}\
.g th{background:#eee}.w{overflow-x:auto}td.b:empty{min-width:4rem;border:1px solid #777}\
.slip{display:inline-block;width:20rem;border:1px dashed #777;padding:.8rem;margin:.3rem;vertical-align:top}\
.slip b{float:right}.slip p{margin:.3rem 0}.slip .k{border:1px solid #111;padding:.2rem .8rem;margin-right:.4rem}\
.tree{display:flex;gap:1.2rem}.tree section{display:flex;flex-direction:column;min-width:11rem}\
.tree h3{font-size:.85rem;margin:0 0 .4rem}.tree section>div{display:flex;flex-direction:column;justify-content:space-around;flex:1}\
.m{margin:.25rem 0;border:1px solid #999;padding:.1rem .5rem;position:relative}.m>span,.m>strong{display:block}\
.m small{position:absolute;right:.3rem;top:-.6rem;background:#fff;color:#595959}.m i{float:right;font-style:normal}.p{opacity:.45}\
@media print{body{max-width:none;margin:0}tr,.slip,.t{break-inside:avoid}thead{display:table-header-group}}";

/// Writes a document as HTML. Every text of the event is escaped.
pub fn write(document: &Document, options: &Options) -> String {
    let mut out = String::new();
    let title = match document.event.as_str() {
        "" => escape(&document.title),
        event => format!("{}: {}", escape(event), escape(&document.title)),
    };
    // Writing into a string cannot fail.
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<header>\n"
    );
    if !document.event.is_empty() {
        let _ = writeln!(out, "<p class=\"event\">{}</p>", escape(&document.event));
    }
    let _ = writeln!(out, "<h1>{}</h1>", escape(&document.title));
    fields(&mut out, &document.fields, "");
    fields(&mut out, &document.regulations, " class=\"regulations\"");
    out.push_str("</header>\n<main>\n");
    for block in &document.blocks {
        write_block(&mut out, block);
    }
    let time = match options.printed_at.as_str() {
        "" => String::new(),
        time => format!(" \u{b7} {}", escape(time)),
    };
    let _ = write!(out, "</main>\n<footer>Pairwright{time}</footer>\n</body>\n</html>\n");
    out
}

fn fields(out: &mut String, fields: &[Field], class: &str) {
    if fields.is_empty() {
        return;
    }
    let parts: Vec<String> = fields
        .iter()
        .map(|field| match field.label.as_str() {
            "" => escape(&field.value),
            label => format!("{}: {}", escape(label), escape(&field.value)),
        })
        .collect();
    let _ = writeln!(out, "<p{class}>{}</p>", parts.join(" \u{b7} "));
}

fn write_block(out: &mut String, block: &Block) {
    match block {
        Block::Heading(text) => {
            let _ = writeln!(out, "<h2>{}</h2>", escape(text));
        }
        Block::Paragraph(text) => {
            let _ = writeln!(out, "<p>{}</p>", escape(text).replace('\n', "<br>\n"));
        }
        Block::Table(table) => write_table(out, table),
        Block::Together(blocks) => {
            out.push_str("<section class=\"t\">\n");
            for block in blocks {
                write_block(out, block);
            }
            out.push_str("</section>\n");
        }
        Block::Tree(tree) => write_tree(out, tree),
        Block::Slips(slips) => {
            for slip in slips {
                write_slip(out, slip);
            }
        }
    }
}

fn write_table(out: &mut String, table: &Table) {
    out.push_str("<div class=\"w\"><table>\n<thead><tr>");
    for column in &table.columns {
        let long =
            if column.long == column.title { String::new() } else { format!(" title=\"{}\"", escape(&column.long)) };
        let _ = write!(out, "<th scope=\"col\"{}{long}>{}</th>", class(column, false), escape(&column.title));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        match row {
            Row::Group(text) => {
                let span = table.columns.len().max(1);
                let _ = writeln!(out, "<tr class=\"g\"><th colspan=\"{span}\">{}</th></tr>", escape(text));
            }
            Row::Cells(cells) => {
                out.push_str("<tr>");
                for (index, column) in table.columns.iter().enumerate() {
                    let text = cells.get(index).map_or("", String::as_str);
                    let _ = write!(out, "<td{}>{}</td>", class(column, true), escape(text));
                }
                out.push_str("</tr>\n");
            }
        }
    }
    out.push_str("</tbody>\n</table></div>\n");
}

fn class(column: &Column, cell: bool) -> String {
    let mut classes = Vec::new();
    match (column.align, column.kind) {
        (Align::Right, _) => classes.push("r"),
        (Align::Center, _) => classes.push("c"),
        (Align::Left, ColumnKind::Number | ColumnKind::Mark | ColumnKind::Name | ColumnKind::Text) => {}
    }
    if cell && column.strong {
        classes.push("s");
    }
    if cell && column.blank {
        classes.push("b");
    }
    if classes.is_empty() { String::new() } else { format!(" class=\"{}\"", classes.join(" ")) }
}

/// A tree as columns of matches; the style sheet spreads them evenly, so that each stands between those it follows from.
fn write_tree(out: &mut String, tree: &Tree) {
    out.push_str("<div class=\"w\"><div class=\"tree\">\n");
    for round in &tree.rounds {
        let _ = writeln!(out, "<section><h3>{}</h3><div>", escape(&round.title));
        for game in &round.matches {
            let class = if game.passed { "m p" } else { "m" };
            let _ = write!(out, "<p class=\"{class}\"><small>{}</small>", escape(&game.label));
            for side in &game.sides {
                let tag = if side.winner { "strong" } else { "span" };
                let _ = write!(out, "<{tag}>{} <i>{}</i></{tag}>", escape(&side.name), escape(&side.score));
            }
            out.push_str("</p>\n");
        }
        out.push_str("</div></section>\n");
    }
    out.push_str("</div></div>\n");
}

fn write_slip(out: &mut String, slip: &Slip) {
    let _ = writeln!(
        out,
        "<div class=\"slip\"><b>{}</b><p>{}<br>{}</p>",
        escape(&slip.board),
        escape(&slip.event),
        escape(&slip.round)
    );
    for player in &slip.players {
        let _ = writeln!(
            out,
            "<p>{}: {} <strong>{}</strong><br><small>{}</small></p>",
            escape(&player.color),
            escape(&player.number),
            escape(&player.name),
            escape(&player.details)
        );
    }
    if !slip.opening.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", escape(&slip.opening));
    }
    out.push_str("<p>");
    for choice in &slip.choices {
        let _ = write!(out, "<span class=\"k\">{}</span>", escape(choice));
    }
    out.push_str("</p></div>\n");
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_become_tags() {
        let mut table = Table::new(vec![Column::number("No."), Column::name("Name")]);
        table.push(vec!["1".to_owned(), "<script>alert('x')</script> & \"Co\"".to_owned()]);
        table.rows.push(Row::Group("<b>".to_owned()));
        let document = Document { title: "A<B".to_owned(), blocks: vec![Block::Table(table)], ..Document::default() };
        let html = write(&document, &Options::default());
        assert!(!html.contains("<script") && !html.contains("<b>"));
        assert!(html.contains("<td>&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;Co&quot;</td>"));
        assert!(html.contains("<td class=\"r\">1</td>"));
        assert!(html.contains("<h1>A&lt;B</h1>"));
    }
}

import { makeOds, makeXlsx, odsRow, odsSheet, textRow } from '#test/support/tables/make-workbook.ts'
import { fill, type HostileInput, MiB, refused, settled } from './hostile-input.ts'

const book = (rows: string, more: Partial<Parameters<typeof makeXlsx>[0]> = {}) =>
	makeXlsx({ sheets: { A: textRow('Name', 'Text') + rows }, ...more })
const filled = (rows: number, columns: number) =>
	`<table:table-row table:number-rows-repeated="${rows}"><table:table-cell table:number-columns-repeated="${columns}"><text:p>x</text:p></table:table-cell></table:table-row>`
const longText = `<si><t>${fill('x', MiB - 10)}</t></si>`

/** Workbooks, whose parts are small while they are packed. */
export const hostileWorkbooks: HostileInput[] = [
	refused('elements in elements', () => book(fill('<a>', 12 * MiB))),
	refused('very many rows', () => book(fill('<row><c><v>1</v></c></row>', 12 * MiB))),
	settled('empty rows', () => book(fill('<row/>', 24 * MiB))),
	refused('very many cells in a row', () => book(`<row>${fill('<c><v>1</v></c>', 12 * MiB)}`)),
	refused('a cell without an end', () => book(`<row><c t="str"><v>${fill('x', 12 * MiB)}`)),
	refused('shared texts of 100 MB', () => book('', { strings: fill(longText, 100 * MiB) })),
	settled('very many short shared texts', () => book('', { strings: fill('<si><t>x</t></si>', 24 * MiB) })),
	refused('a long text that each cell refers to', () =>
		book(fill('<row><c t="s"><v>0</v></c></row>', MiB), { strings: longText }),
	),
	refused('an entity of entities', () =>
		makeXlsx({ sheets: { A: '' }, more: { 'xl/worksheets/sheet1.xml': `<!DOCTYPE a [<!ENTITY b "x">]><a>&b;</a>` } }),
	),
	settled('very many sheets', () =>
		makeXlsx({ sheets: Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`Sheet ${at}`, ''])) }),
	),
	settled('very many styles', () => book('', { formats: Array(100_000).fill('yyyy') })),
	settled('a format of brackets', () => book('<row><c s="1"><v>1</v></c></row>', { formats: [fill('[', MiB)] })),
	refused('a cell that is repeated in all columns', () => makeOds(odsSheet('A', odsRow('Name') + filled(1, 16_384)))),
	refused('a row that is repeated a million times', () =>
		makeOds(odsSheet('A', odsRow('Name') + filled(1_048_576, 400))),
	),
	settled('tables in tables', () => makeOds(fill('<table:table><table:table-row><table:table-cell>', MiB))),
	settled('spaces that are said', () =>
		makeOds(odsSheet('A', `<table:table-row><table:table-cell><text:p>${fill('<text:s text:c="999"/>', MiB)}`)),
	),
]

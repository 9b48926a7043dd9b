import type { Column, RecipientField } from './recipient-list.ts'

/** Headings that other programs write, in the five languages, without case, accents and punctuation. */
const headings: Record<RecipientField, RegExp> = {
	email:
		/^(e ?mail|mail|email address|e ?mail address|mail address|e ?mail adresse|mailadresse|adresse e ?mail|courriel|adresse mail|adresse electronique|correo|correo electronico|direccion de correo|البريد|البريد الالكتروني|بريد)( \d+| 1 value)?$/,
	name: /^(name|full name|your name|first name|last name|given name|family name|forename|surname|customer|customer name|client|client name|contact|contact name|recipient|kunde|kundin|kundenname|vorname|nachname|vollstandiger name|nom|prenom|nom complet|nombre|apellido|apellidos|nombre completo|cliente|الاسم|الاسم الكامل|اسم العميل|العميل)$/,
	company:
		/^(company|company name|organi[sz]ation|business|employer|firm|shop|firma|unternehmen|organisation|societe|entreprise|empresa|compania|organizacion|الشركة|المؤسسة)$/,
	note: /^(note|notes|comment|bought|purchase|product|order|item|service|booking|course|notiz|bemerkung|gekauft|produkt|bestellung|remarque|achat|produit|commande|nota|compra|producto|pedido|ملاحظة|المنتج|الطلب)$/,
}

/** A table without its row of headings, and the field of each column. */
export type MatchedTable = { header: string[] | null; columns: Column[]; rows: string[][] }

/**
 * Recognises a row of headings and assigns each column to a field: by its heading, else by what it holds. The first
 * column of text without a known heading is the name.
 */
export function matchColumns(table: readonly string[][]): MatchedTable {
	const [first = [], ...rest] = table
	const hasHeader = isHeader(first, rest)
	const rows = hasHeader ? rest : [...table]
	const width = rows.reduce((most, cells) => Math.max(most, cells.length), first.length)
	const header = hasHeader ? Array.from({ length: width }, (_, at) => (first[at] ?? '').trim()) : null
	const columns = Array.from({ length: width }, (_, at): Column => (header ? fieldOfHeading(header[at] ?? '') : 'none'))
	placeAddress(columns, rows)
	if (!columns.includes('name')) {
		const at = columns.findIndex((column, index) => column === 'none' && holdsWords(rows, index))
		if (at >= 0) columns[at] = 'name'
	}
	return { header, columns, rows }
}

/** The first row has no address while a later one has, or it has a heading that is known. */
function isHeader(first: readonly string[], rest: readonly string[][]): boolean {
	if (first.some((cell) => cell.includes('@'))) return false
	return (
		first.some((cell) => fieldOfHeading(cell) === 'email') ||
		rest.some((cells) => cells.some((cell) => cell.includes('@')))
	)
}

function fieldOfHeading(heading: string): Column {
	const plain = heading
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
	const found = (Object.keys(headings) as RecipientField[]).find((field) => headings[field].test(plain))
	return found ?? 'none'
}

/** One column of addresses remains: the one that holds most of them. */
function placeAddress(columns: Column[], rows: readonly string[][]): void {
	const counts = columns.map((_, at) => rows.reduce((sum, cells) => sum + (cells[at]?.includes('@') ? 1 : 0), 0))
	const named = columns.flatMap((column, at) => (column === 'email' ? [at] : []))
	const candidates = named.some((at) => (counts[at] ?? 0) > 0) ? named : [...columns.keys()]
	const most = Math.max(0, ...candidates.map((at) => counts[at] ?? 0))
	const best = most > 0 ? candidates.find((at) => counts[at] === most) : named[0]
	for (const at of named) columns[at] = 'none'
	if (best !== undefined) columns[best] = 'email'
}

function holdsWords(rows: readonly string[][], at: number): boolean {
	return rows.some((cells) => /\p{L}/u.test(cells[at] ?? ''))
}

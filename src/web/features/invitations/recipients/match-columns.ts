import { consentColumnOf } from './mail-consent.ts'
import { partOfName } from './person-name.ts'
import { plainHeading } from './plain-heading.ts'
import type { Column, RecipientField } from './recipient-list.ts'

/** Headings that other programs write, in the five languages, without case, accents and punctuation. */
const headings: Record<RecipientField, RegExp> = {
	email:
		/^(e ?mail|mail|email address|e ?mail address|mail address|e ?mail adresse|mailadresse|adresse e ?mail|courriel|adresse mail|adresse electronique|correo|correo electronico|direccion de correo|البريد|البريد الالكتروني|بريد)( \d+| \d+ value)?$|^e ?mail \d address$/,
	name: /^(name|full name|display name|your name|first name|last name|middle name|additional name|given name|family name|forename|surname|firstname|lastname|customer|customer name|client|client name|contact|contact name|recipient|kunde|kundin|kundenname|vorname|nachname|familienname|vollstandiger name|nom|nom de famille|prenom|nom complet|nombre|apellidos?|nombre completo|cliente|الاسم|الاسم الكامل|الاسم الاول|اسم العائلة|الكنية|اسم العميل|العميل)$/,
	company:
		/^(company|company name|default address company|billing company|organi[sz]ation|organi[sz]ation( 1)? name|business|employer|firm|shop|firma|unternehmen|organisation|societe|entreprise|empresa|compania|organizacion|الشركة|المؤسسة)$/,
	note: /^(note|notes|comment|bought|purchase|product|order|item|service|booking|course|notiz|bemerkung|gekauft|produkt|bestellung|remarque|achat|produit|commande|nota|compra|producto|pedido|ملاحظة|المنتج|الطلب)$/,
}
const fullHeading = /^(name|full name|display name|vollstandiger name|nom complet|nombre completo|الاسم الكامل)$/

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
	const columns = Array.from({ length: width }, (_, at): Column => {
		const field = header ? fieldOfHeading(header[at] ?? '') : 'none'
		const cells = field === 'none' ? rows.map((row) => row[at] ?? '') : []
		return field === 'none' ? (consentColumnOf(header?.[at] ?? '', cells) ?? 'none') : field
	})
	placeAddress(columns, rows, header)
	chooseNames(columns, rows, header)
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

/** The field that a heading is known for. */
export function fieldOfHeading(heading: string): RecipientField | 'none' {
	const plain = plainHeading(heading)
	const found = (Object.keys(headings) as RecipientField[]).find((field) => headings[field].test(plain))
	return found ?? 'none'
}

/** One column of addresses remains: the one that holds most of them, with those that differ from it by a number. */
function placeAddress(columns: Column[], rows: readonly string[][], header: readonly string[] | null): void {
	const counts = columns.map((_, at) => rows.reduce((sum, cells) => sum + (cells[at]?.includes('@') ? 1 : 0), 0))
	const named = columns.flatMap((column, at) => (column === 'email' ? [at] : []))
	const candidates = named.some((at) => (counts[at] ?? 0) > 0) ? named : [...columns.keys()]
	const most = Math.max(0, ...candidates.map((at) => counts[at] ?? 0))
	const best = most > 0 ? candidates.find((at) => counts[at] === most) : named[0]
	if (best === undefined) return
	const headingOf = (at: number) => plainHeading(header?.[at] ?? '')
	const unnumbered = (at: number) => headingOf(at).replaceAll(/ ?\d+/g, '')
	const isFurther = (at: number) =>
		(counts[at] ?? 0) > 0 && headingOf(at) !== headingOf(best) && unnumbered(at) === unnumbered(best)
	for (const at of named) columns[at] = isFurther(at) ? 'email' : 'none'
	columns[best] = 'email'
}

/** Beside a column of whole names, those of their parts would repeat them; the fuller kind stays. */
function chooseNames(columns: Column[], rows: readonly string[][], header: readonly string[] | null): void {
	const named = columns.flatMap((column, at) =>
		column === 'name' ? [{ at, plain: plainHeading(header?.[at] ?? '') }] : [],
	)
	const whole = named.filter(({ plain }) => fullHeading.test(plain)).map(({ at }) => at)
	const parts = named.filter(({ plain }) => partOfName(plain)).map(({ at }) => at)
	// A single part beside a name is its other half: "Name" is the family name then.
	if (whole.length === 0 || parts.length < 2) return
	const filled = (some: readonly number[]) => rows.filter((cells) => some.some((at) => cells[at]?.trim())).length
	const left = filled(parts) >= filled(whole) ? whole : parts
	for (const at of left) columns[at] = 'none'
}

function holdsWords(rows: readonly string[][], at: number): boolean {
	return rows.some((cells) => /\p{L}/u.test(cells[at] ?? ''))
}

import { isolate } from '#platform/mail/templates/text-direction.ts'

/** Values of the placeholders in an invitation's subject and message. */
export type InvitationValues = { name: string | null; space: string; form: string }

const field = /\{(name|space|form)\}/g
/** Salutations that need a name, and what stands for them without one. */
const salutations: Record<string, string> = {
	dear: 'Hello',
	liebe: 'Hallo',
	lieber: 'Hallo',
	cher: 'Bonjour',
	chère: 'Bonjour',
	querido: 'Hola',
	querida: 'Hola',
	estimado: 'Hola',
	estimada: 'Hola',
	عزيزي: 'مرحبًا',
	عزيزتي: 'مرحبًا',
}
const salutation = /^([ \t]*)(\p{L}+)(?=[ \t]+\{name\})/u
/** Placeholders at the start of a line, with the punctuation and spaces that would be left over. */
const leading = /^([ \t]*)\{(name|space|form)\}[,;:.!?،؛؟]*[ \t]*(.?)/u
/** Placeholders in brackets or quotation marks. A search that began at each space of a run would take quadratic time. */
const enclosed = /(?<![ \t])[ \t]*[([„“"«]\{(name|space|form)\}[)\]“”"»]/gu
/** Placeholders within a line, with the spaces before them, and a comma that would be left alone. */
const inner = /(?<![ \t])(?:[ \t]*[,،](?=[ \t]*\{\w+\}[ \t]*(?:[.,،!?؟…]|$)))?[ \t]*\{(name|space|form)\}/gmu

/**
 * Fills the placeholders of an invitation. One without a value leaves no trace: "Dear {name}," becomes "Hello,",
 * "Thanks, {name}!" becomes "Thanks!", and "{name}, how was it?" becomes "How was it?".
 * @param isolates whether values keep their own direction, as in right-to-left text
 */
export function fillInvitationText(text: string, values: InvitationValues, isolates: boolean): string {
	const isEmpty = (name: string) => !values[name as keyof InvitationValues]
	const lines = text.split('\n').map((line) =>
		line
			.replace(salutation, (whole, indent: string, word: string) =>
				isEmpty('name') ? indent + (salutations[word.toLowerCase()] ?? word) : whole,
			)
			.replace(leading, (whole, indent: string, name: string, next: string) =>
				isEmpty(name) ? indent + next.toLocaleUpperCase() : whole,
			)
			.replace(enclosed, (whole, name: string) => (isEmpty(name) ? '' : whole))
			.replace(inner, (whole, name: string) => (isEmpty(name) ? '' : whole)),
	)
	return lines.join('\n').replace(field, (_, name: keyof InvitationValues) => {
		const value = values[name] ?? ''
		return isolates ? isolate(value) : value
	})
}

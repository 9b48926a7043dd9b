/** The strength of a password, 0 to 4, with a text for the person. */
export type PasswordStrength = { score: 0 | 1 | 2 | 3 | 4; text: string }

const common = /^(password|passwort|letmein|welcome|admin|qwert[yz]|abc|iloveyou|monkey|dragon|\d+)/i
const sequence = /(.)\1{2,}|(?:012|123|234|345|456|567|678|789|abc|bcd|cde|def|qwe|wer|ert|asd|sdf)/i

/** Rates length first, then variety; an e-mail, username or space name inside it lowers the score. */
export function passwordStrength(password: string, others: string[] = [], minLength = 8): PasswordStrength {
	const length = [...password].length
	if (length === 0) return { score: 0, text: `At least ${minLength} characters. Four plain words do well.` }
	if (length < minLength)
		return {
			score: 0,
			text: `${minLength - length} more ${minLength - length === 1 ? 'character' : 'characters'}, please.`,
		}
	const known = others
		.flatMap((other) => other.toLowerCase().split(/[^\p{L}\p{N}]+/u))
		.filter((part) => part.length > 3)
		.find((part) => password.toLowerCase().includes(part))
	if (known) return { score: 1, text: `Weak: it holds “${known}”. Add two unrelated words.` }
	if (common.test(password))
		return { score: 1, text: 'Weak: it begins as the common ones do. Add two unrelated words.' }
	const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /\s/, /[^\p{L}\d\s]/u].filter((kind) => kind.test(password)).length
	const different = new Set(password).size
	const points = length + kinds * 2 + Math.min(different, 12) / 2 - (sequence.test(password) ? 5 : 0)
	if (points < 15 || different < 5) return { score: 1, text: 'Weak. Add two unrelated words.' }
	if (points < 20) return { score: 2, text: 'Fair. One more word makes it good.' }
	if (points < 26) return { score: 3, text: 'Strong.' }
	return { score: 4, text: 'Very strong.' }
}

import type { AnsweringRow } from './row-types.ts'

/** The row that a reply is stored below, or why it is not stored. */
export type SettledAnswer = { row: number } & (
	| { to: number; body: string; at: string | null }
	| { to: null; isHere: boolean; reason: string }
)

/** A row that may be answered: one that is added, is here already, or stays out. */
type Answered = { row: number; outcome: 'new' | 'duplicate' | 'out' }

/**
 * Matches rows that answer others with those, in whatever order a file has them. The earliest answer of a row becomes its reply, as a
 * testimonial has one.
 */
export function createAnswers() {
	const rows = new Map<string, Answered>()
	const answers: AnsweringRow[] = []
	return {
		addRow(id: string, answered: Answered): void {
			if (id !== '' && !rows.has(id)) rows.set(id, answered)
		},
		addAnswer(answer: AnsweringRow): void {
			answers.push(answer)
		},
		/** @returns the answers in the order of the file */
		settle(): SettledAnswer[] {
			const ids = new Map(answers.map((answer) => [answer.id, answer.row]))
			const earliest = new Map<number, AnsweringRow>()
			for (const answer of answers) {
				const to = rows.get(answer.parent)?.row
				const before = to === undefined ? undefined : earliest.get(to)
				if (to !== undefined && (!before || timeOf(answer) < timeOf(before))) earliest.set(to, answer)
			}
			return answers.map((answer): SettledAnswer => {
				const { row, parent, body, at } = answer
				const answered = rows.get(parent)
				const name = `row ${answered?.row.toLocaleString('en')}`
				const out = (reason: string, isHere = false) => ({ row, to: null, isHere, reason })
				if (!answered)
					return out(
						ids.has(parent)
							? `It answers row ${ids.get(parent)?.toLocaleString('en')}, which is an answer itself.`
							: `It answers “${parent.slice(0, 40)}”, which is not in the file.`,
					)
				if (answered.outcome === 'out') return out(`It answers ${name}, which is not added.`)
				if (answered.outcome === 'duplicate') return out(`It answers ${name}, which is here already.`, true)
				if (earliest.get(answered.row) !== answer) return out(`It answers ${name}, which has an earlier answer.`)
				return { row, to: answered.row, body, at }
			})
		},
	}
}
export type Answers = ReturnType<typeof createAnswers>

const timeOf = ({ at, row }: AnsweringRow): number =>
	at === null ? Number.MAX_SAFE_INTEGER - 1e9 + row : Date.parse(at)

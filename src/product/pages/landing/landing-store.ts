import type { Deps } from '#platform/deps.ts'
import { readQuery, service } from '#product/run-query.ts'
import type { LandingChoice } from './landing-choice.ts'
import { type ChosenLanding, chosenLanding } from './landing-queries.ts'

/** The page that visitors of `/` get, on this node. */
export type LandingStore = {
	/** True when `LANDING_PAGE` decides. */
	isFixed: boolean
	read(): Promise<LandingChoice>
	/** The choice that was read last, without waiting. */
	current(): LandingChoice
}

const byDefault: LandingChoice = { kind: 'sign-in' }

/**
 * The setting `LANDING_PAGE`, else what the operator chose, kept until a node changes it or the space of its wall changes. While the
 * database cannot be read, the last known choice counts. Called once per process.
 */
export function createLandingStore({ config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>): LandingStore {
	const fixed = config.LANDING_PAGE
	if (fixed) return { isFixed: true, read: async () => fixed, current: () => fixed }
	let known = byDefault
	let space: string | null = null
	let reading: Promise<LandingChoice> | undefined
	let listening: Promise<unknown> | undefined
	const forget = () => {
		reading = undefined
	}
	const listen = () => {
		listening ??= Promise.all([
			db.listen('plaudit_landing', forget, forget),
			db.listen('plaudit_space', (changed) => changed === space && forget()),
		]).catch((error) => {
			listening = undefined
			throw error
		})
		return listening
	}
	listen().catch(() => {})

	async function readChosen(): Promise<LandingChoice> {
		await listen()
		const [row] = await readQuery<ChosenLanding>(db, service, chosenLanding())
		space = row?.space ?? null
		known = choiceOf(row)
		return known
	}

	return {
		isFixed: false,
		current: () => known,
		async read() {
			reading ??= readChosen()
			const mine = reading
			try {
				return await mine
			} catch (error) {
				if (reading === mine) forget()
				log.warn({ err: error }, 'the chosen page at / could not be read')
				return known
			}
		},
	}
}

/** A wall that is not published any more gives way to the sign-in. */
function choiceOf(row: ChosenLanding | undefined): LandingChoice {
	if (row?.kind === 'wall') return row.slug ? { kind: 'wall', slug: row.slug } : byDefault
	return row ? { kind: row.kind } : byDefault
}

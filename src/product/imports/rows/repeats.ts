/** The facts that tell two persons of one name with the same words apart; null where a row does not say. */
export type Saying = { day: number | null; email: string | null }

/** Several sayings with the same words and name. */
class Group<Entry extends Saying> {
	readonly #byEmail = new Map<string, Entry>()
	readonly #byDay = new Map<number, Entry>()
	readonly #byDayAlone = new Map<number, Entry>()
	#first: Entry | undefined
	#firstAlone: Entry | undefined
	#undated: Entry | undefined
	#undatedAlone: Entry | undefined

	add(entry: Entry): void {
		const { day, email } = entry
		this.#first ??= entry
		if (email !== null) setFirst(this.#byEmail, email, entry)
		else this.#firstAlone ??= entry
		if (day !== null) {
			setFirst(this.#byDay, day, entry)
			if (email === null) setFirst(this.#byDayAlone, day, entry)
		} else {
			this.#undated ??= entry
			if (email === null) this.#undatedAlone ??= entry
		}
	}

	find({ day, email }: Saying): Entry | undefined {
		if (email === null) return day === null ? this.#first : (this.#byDay.get(day) ?? this.#undated)
		const same = this.#byEmail.get(email)
		if (same) return same
		// Two addresses are two persons, so only sayings without one are left.
		return day === null ? this.#firstAlone : (this.#byDayAlone.get(day) ?? this.#undatedAlone)
	}
}

function setFirst<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
	if (!map.has(key)) map.set(key, value)
}

/**
 * Finds sayings by the key of their words and name: two are the same unless their days or their addresses differ. An address that is the
 * same outweighs another day.
 */
export function createRepeats<Entry extends Saying>() {
	// Most words are said once, so that an entry alone costs no group.
	const entries = new Map<string, Entry | Group<Entry>>()
	return {
		add(key: string, entry: Entry): void {
			const found = entries.get(key)
			if (found === undefined) entries.set(key, entry)
			else if (found instanceof Group) found.add(entry)
			else {
				const group = new Group<Entry>()
				group.add(found)
				group.add(entry)
				entries.set(key, group)
			}
		},
		find(key: string, saying: Saying): Entry | undefined {
			const found = entries.get(key)
			if (found === undefined || found instanceof Group) return found?.find(saying)
			return isSame(found, saying) ? found : undefined
		},
	}
}
export type Repeats<Entry extends Saying> = ReturnType<typeof createRepeats<Entry>>

function isSame(a: Saying, b: Saying): boolean {
	if (a.email !== null && b.email !== null) return a.email === b.email
	return a.day === null || b.day === null || a.day === b.day
}

const dayMilliseconds = 86_400_000

/** The day of a moment, in UTC, and an address without its case. */
export function sayingOf(at: Date | string | null, email: string | null): Saying {
	const time = at === null ? null : typeof at === 'string' ? Date.parse(at) : at.getTime()
	return { day: time === null ? null : Math.floor(time / dayMilliseconds), email: email?.toLowerCase() ?? null }
}

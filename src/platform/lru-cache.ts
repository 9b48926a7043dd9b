/** Least recently used cache, bounded by the weight of its entries together. The newest entry stays, whatever it weighs. */
export class LruCache<Key, Value> {
	readonly #maxWeight: number
	readonly #weigh: (value: Value) => number
	readonly #onDelete: (key: Key, value: Value) => void
	/** A map iterates in order of insertion: the least recently used entry is the first. */
	readonly #entries = new Map<Key, { value: Value; weight: number }>()
	#weight = 0
	#newest: Key | undefined
	/** Calls of `get` that found a value, and that did not. */
	hits = 0
	misses = 0

	/**
	 * @param weigh weight of an entry when it is set; 1 by default, which bounds their number
	 * @param onDelete is called for each entry that is evicted, replaced or deleted
	 */
	constructor(
		maxWeight: number,
		weigh: (value: Value) => number = () => 1,
		onDelete: (key: Key, value: Value) => void = () => {},
	) {
		this.#maxWeight = maxWeight
		this.#weigh = weigh
		this.#onDelete = onDelete
	}

	/** The value, which becomes the most recently used. */
	get(key: Key): Value | undefined {
		const entry = this.#entries.get(key)
		if (!entry) {
			this.misses++
			return undefined
		}
		this.hits++
		if (key === this.#newest) return entry.value
		this.#entries.delete(key)
		this.#entries.set(key, entry)
		this.#newest = key
		return entry.value
	}

	/** The value, without counting as a use. */
	peek(key: Key): Value | undefined {
		return this.#entries.get(key)?.value
	}

	set(key: Key, value: Value): void {
		this.delete(key)
		const weight = this.#weigh(value)
		this.#entries.set(key, { value, weight })
		this.#newest = key
		this.#weight += weight
		for (const oldest of this.#entries.keys()) {
			if (this.#weight <= this.#maxWeight || oldest === key) return
			this.delete(oldest)
		}
	}

	delete(key: Key): void {
		const entry = this.#entries.get(key)
		if (!entry) return
		this.#entries.delete(key)
		this.#weight -= entry.weight
		this.#onDelete(key, entry.value)
	}

	clear(): void {
		for (const key of this.#entries.keys()) this.delete(key)
	}

	/** The keys, least recently used first. */
	keys(): Iterable<Key> {
		return this.#entries.keys()
	}

	get size(): number {
		return this.#entries.size
	}

	get weight(): number {
		return this.#weight
	}
}

import type { AnyRelationship, Relation } from './catalog.ts'

const maxKept = 20_000

/** A least recently used cache of relationships by relation, bounded by how many relationships it keeps in all. */
export class RelationshipCache<One extends AnyRelationship> {
	#kept = 0
	readonly #lists = new Map<Relation, readonly One[]>()

	/** The relationships of a relation, found by `find` if they are not kept. */
	get(from: Relation, find: () => readonly One[]): readonly One[] {
		const known = this.#lists.get(from)
		const list = known ?? find()
		if (known) this.#lists.delete(from)
		else this.#kept += list.length
		this.#lists.set(from, list)
		for (const [oldest, { length }] of this.#lists) {
			if (this.#kept <= maxKept || oldest === from) break
			this.#lists.delete(oldest)
			this.#kept -= length
		}
		return list
	}
}

/** One entry as clients see it; `phx_ref` changes with every change. */
export type Meta = { phx_ref: string; phx_ref_prev?: string; [key: string]: unknown }
export type TrackedMember = { key: string; meta: Meta }
type State = Record<string, { metas: Meta[] }>
export type Diff = { joins: State; leaves: State }

/** Milliseconds in which the changes of a topic are batched: a hundred joins at once are one message. */
const batchDelay = 30

type Topic = {
	present: Map<string, TrackedMember>
	/** Changed members of the batch with their state before it; undefined when they were absent. */
	changed: Map<string, TrackedMember | undefined>
}

/** The members present in each topic; reports changes in batches. */
export class PresenceState {
	private readonly topics = new Map<string, Topic>()
	private readonly onDiff: (topicKey: string, diff: Diff) => void
	private readonly changedTopics = new Set<string>()
	private timer: NodeJS.Timeout | undefined

	constructor(onDiff: (topicKey: string, diff: Diff) => void) {
		this.onDiff = onDiff
	}

	get(topicKey: string, member: string): TrackedMember | undefined {
		return this.topics.get(topicKey)?.present.get(member)
	}

	set(topicKey: string, member: string, tracked: TrackedMember): void {
		const topic = this.topics.get(topicKey) ?? { present: new Map(), changed: new Map() }
		this.topics.set(topicKey, topic)
		if (topic.present.get(member)?.meta.phx_ref === tracked.meta.phx_ref) return
		this.markChanged(topicKey, topic, member)
		topic.present.set(member, tracked)
	}

	delete(topicKey: string, member: string): void {
		const topic = this.topics.get(topicKey)
		if (!topic?.present.has(member)) return
		this.markChanged(topicKey, topic, member)
		topic.present.delete(member)
	}

	/** The state for a new member; pending changes are reported to the others first. */
	state(topicKey: string): State {
		this.flush(topicKey)
		return asState(this.topics.get(topicKey)?.present.values() ?? [])
	}

	close(): void {
		clearTimeout(this.timer)
	}

	private markChanged(topicKey: string, topic: Topic, member: string): void {
		if (!topic.changed.has(member)) topic.changed.set(member, topic.present.get(member))
		this.changedTopics.add(topicKey)
		this.timer ??= setTimeout(() => {
			this.timer = undefined
			for (const changed of this.changedTopics) this.flush(changed)
		}, batchDelay).unref()
	}

	private flush(topicKey: string): void {
		this.changedTopics.delete(topicKey)
		const topic = this.topics.get(topicKey)
		if (!topic || topic.changed.size === 0) return
		const joins: TrackedMember[] = []
		const leaves: TrackedMember[] = []
		for (const [member, before] of topic.changed) {
			const now = topic.present.get(member)
			if (before === now) continue
			if (before) leaves.push(before)
			if (now) joins.push(before ? withPreviousRef(now, before) : now)
		}
		topic.changed.clear()
		if (topic.present.size === 0) this.topics.delete(topicKey)
		if (joins.length + leaves.length > 0) this.onDiff(topicKey, { joins: asState(joins), leaves: asState(leaves) })
	}
}

/** Refers to the last reported state, not to those in between. */
function withPreviousRef({ key, meta }: TrackedMember, before: TrackedMember): TrackedMember {
	return { key, meta: { ...meta, phx_ref_prev: before.meta.phx_ref } }
}

function asState(tracked: Iterable<TrackedMember>): State {
	// Keys come from clients, so `__proto__` must be an ordinary key.
	const state: State = Object.create(null)
	for (const { key, meta } of tracked) {
		state[key] ??= { metas: [] }
		state[key].metas.push(meta)
	}
	return state
}

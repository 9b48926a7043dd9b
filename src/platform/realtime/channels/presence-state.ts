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
export function createPresenceState(onDiff: (topicKey: string, diff: Diff) => void) {
	const topics = new Map<string, Topic>()
	const changedTopics = new Set<string>()
	let timer: NodeJS.Timeout | undefined

	function markChanged(topicKey: string, topic: Topic, member: string): void {
		if (!topic.changed.has(member)) topic.changed.set(member, topic.present.get(member))
		changedTopics.add(topicKey)
		timer ??= setTimeout(() => {
			timer = undefined
			for (const changed of changedTopics) flush(changed)
		}, batchDelay).unref()
	}

	function flush(topicKey: string): void {
		changedTopics.delete(topicKey)
		const topic = topics.get(topicKey)
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
		if (topic.present.size === 0) topics.delete(topicKey)
		if (joins.length + leaves.length > 0) onDiff(topicKey, { joins: asState(joins), leaves: asState(leaves) })
	}

	return {
		get: (topicKey: string, member: string) => topics.get(topicKey)?.present.get(member),
		set(topicKey: string, member: string, tracked: TrackedMember): void {
			const topic = topics.get(topicKey) ?? { present: new Map(), changed: new Map() }
			topics.set(topicKey, topic)
			if (topic.present.get(member)?.meta.phx_ref === tracked.meta.phx_ref) return
			markChanged(topicKey, topic, member)
			topic.present.set(member, tracked)
		},
		delete(topicKey: string, member: string): void {
			const topic = topics.get(topicKey)
			if (!topic?.present.has(member)) return
			markChanged(topicKey, topic, member)
			topic.present.delete(member)
		},
		/** The state for a new member; pending changes are reported to the others first. */
		state(topicKey: string): State {
			flush(topicKey)
			return asState(topics.get(topicKey)?.present.values() ?? [])
		},
		close: () => clearTimeout(timer),
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

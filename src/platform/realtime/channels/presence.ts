import type { Channel } from './channel.ts'
import { type Diff, PresenceState, type TrackedMember } from './presence-state.ts'

/** A change on one node for all others. `member` is `node/number`. */
export type PresenceChange =
	| ({ kind: 'present'; topicKey: string; member: string } & TrackedMember)
	| { kind: 'absent'; topicKey: string; member: string }
export type PresenceSnapshot = ({ topicKey: string; member: string } & TrackedMember)[]

type PresenceOutputs = {
	/** Pushes a change to the members of a topic on this node. */
	push: (topicKey: string, diff: Diff) => void
	sendToNodes: (change: PresenceChange) => void
}
type LocalMember = { member: string; topicKey: string; lastPayload: string }

let references = 0

/** Presence on all nodes. Each node reports its own members alone, so reports can be merged in any order. */
export class Presence {
	private readonly node: string
	private readonly outputs: PresenceOutputs
	private readonly presenceState: PresenceState
	private readonly localMembers = new Map<Channel, LocalMember>()
	/** By node: the topic of each member. */
	private readonly remoteMembers = new Map<string, Map<string, string>>()

	constructor(node: string, outputs: PresenceOutputs) {
		this.node = node
		this.outputs = outputs
		this.presenceState = new PresenceState(outputs.push)
	}

	/** @param payload an object, as JSON text */
	track(channel: Channel, payload: string): void {
		const { topicKey, presenceKey: key } = channel
		const local = this.localMembers.get(channel) ?? {
			member: `${this.node}/${++references}`,
			topicKey,
			lastPayload: '',
		}
		if (local.lastPayload === payload) return
		local.lastPayload = payload
		this.localMembers.set(channel, local)
		const { member } = local
		const before = this.presenceState.get(topicKey, member)
		const meta = {
			...(JSON.parse(payload) as object),
			phx_ref: `${Date.now().toString(36)}-${(++references).toString(36)}`,
			...(before ? { phx_ref_prev: before.meta.phx_ref } : {}),
		}
		this.presenceState.set(topicKey, member, { key, meta })
		this.outputs.sendToNodes({ kind: 'present', topicKey, member, key, meta })
	}

	untrack(channel: Channel): void {
		const local = this.localMembers.get(channel)
		if (!local) return
		const { topicKey, member } = local
		this.localMembers.delete(channel)
		this.presenceState.delete(topicKey, member)
		this.outputs.sendToNodes({ kind: 'absent', topicKey, member })
	}

	receive(node: string, change: PresenceChange): void {
		const members = this.remoteMembers.get(node) ?? new Map<string, string>()
		this.remoteMembers.set(node, members)
		const { topicKey, member } = change
		if (change.kind === 'absent') {
			members.delete(member)
			this.presenceState.delete(topicKey, member)
		} else {
			members.set(member, topicKey)
			this.presenceState.set(topicKey, member, { key: change.key, meta: change.meta })
		}
	}

	/** The members of this node. */
	snapshot(): PresenceSnapshot {
		return [...this.localMembers.values()].flatMap(({ topicKey, member }) => {
			const tracked = this.presenceState.get(topicKey, member)
			return tracked ? [{ topicKey, member, ...tracked }] : []
		})
	}

	/** Replaces all members of another node. */
	replaceNode(node: string, snapshot: PresenceSnapshot): void {
		const before = this.remoteMembers.get(node) ?? new Map<string, string>()
		const topics = snapshot.map(({ member, topicKey }) => [member, topicKey] as const)
		this.remoteMembers.set(node, new Map(topics))
		for (const { topicKey, member, key, meta } of snapshot) {
			before.delete(member)
			this.presenceState.set(topicKey, member, { key, meta })
		}
		for (const [member, topicKey] of before) this.presenceState.delete(topicKey, member)
	}

	forgetNode(node: string): void {
		this.replaceNode(node, [])
		this.remoteMembers.delete(node)
	}

	state(topicKey: string) {
		return this.presenceState.state(topicKey)
	}

	close(): void {
		this.presenceState.close()
	}
}

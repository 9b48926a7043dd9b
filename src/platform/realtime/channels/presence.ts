import type { Channel } from './channel.ts'
import { createPresenceState, type Diff, type TrackedMember } from './presence-state.ts'

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

export type Presence = ReturnType<typeof createPresence>

/** Presence on all nodes. Each node reports its own members alone, so reports can be merged in any order. */
export function createPresence(node: string, { push, sendToNodes }: PresenceOutputs) {
	const presenceState = createPresenceState(push)
	const localMembers = new Map<Channel, LocalMember>()
	/** Keyed by node: the topic of each member. */
	const remoteMembers = new Map<string, Map<string, string>>()

	/** Replaces all members of another node. */
	function replaceNode(from: string, snapshot: PresenceSnapshot): void {
		const before = remoteMembers.get(from) ?? new Map<string, string>()
		const topics = snapshot.map(({ member, topicKey }) => [member, topicKey] as const)
		remoteMembers.set(from, new Map(topics))
		for (const { topicKey, member, key, meta } of snapshot) {
			before.delete(member)
			presenceState.set(topicKey, member, { key, meta })
		}
		for (const [member, topicKey] of before) presenceState.delete(topicKey, member)
	}

	return {
		/** @param payload an object, as JSON text */
		track(channel: Channel, payload: string): void {
			const { topicKey, presenceKey: key } = channel
			const unknown = () => ({ member: `${node}/${++references}`, topicKey, lastPayload: '' })
			const local = localMembers.get(channel) ?? unknown()
			if (local.lastPayload === payload) return
			local.lastPayload = payload
			localMembers.set(channel, local)
			const { member } = local
			const before = presenceState.get(topicKey, member)
			const meta = {
				...(JSON.parse(payload) as object),
				phx_ref: `${Date.now().toString(36)}-${(++references).toString(36)}`,
				...(before ? { phx_ref_prev: before.meta.phx_ref } : {}),
			}
			presenceState.set(topicKey, member, { key, meta })
			sendToNodes({ kind: 'present', topicKey, member, key, meta })
		},
		untrack(channel: Channel): void {
			const local = localMembers.get(channel)
			if (!local) return
			const { topicKey, member } = local
			localMembers.delete(channel)
			presenceState.delete(topicKey, member)
			sendToNodes({ kind: 'absent', topicKey, member })
		},
		receive(from: string, change: PresenceChange): void {
			const members = remoteMembers.get(from) ?? new Map<string, string>()
			remoteMembers.set(from, members)
			const { topicKey, member } = change
			if (change.kind === 'absent') {
				members.delete(member)
				presenceState.delete(topicKey, member)
			} else {
				members.set(member, topicKey)
				presenceState.set(topicKey, member, { key: change.key, meta: change.meta })
			}
		},
		/** The members of this node. */
		snapshot: (): PresenceSnapshot =>
			[...localMembers.values()].flatMap(({ topicKey, member }) => {
				const tracked = presenceState.get(topicKey, member)
				return tracked ? [{ topicKey, member, ...tracked }] : []
			}),
		replaceNode,
		forgetNode(from: string): void {
			replaceNode(from, [])
			remoteMembers.delete(from)
		},
		state: presenceState.state,
		close: presenceState.close,
	}
}

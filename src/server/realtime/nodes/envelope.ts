import type { PresenceNews, Roster } from '#server/realtime/channels/presence.ts'

/** What nodes tell each other. */
export type NodeMessage =
	| { kind: 'broadcast'; room: string; event: string; json: string }
	| { kind: 'bytes'; room: string; event: string; base64: string }
	| PresenceNews

/**
 * Everything that travels between nodes. Each numbers its messages; `last` is the newest number, so that whoever missed
 * one finds out with the next greeting.
 */
export type Envelope = { from: string } & (
	| { say: 'hello'; last: number }
	| { say: 'bye' }
	| { say: 'message'; number: number; message: NodeMessage }
	/** Asks a node for all that came after a number; without one, for who is present there. */
	| { say: 'ask'; of: string; after?: number }
	/** The answer when not all of that is kept: from here on it counts. */
	| { say: 'roster'; to: string; last: number; roster: Roster }
	/** The envelope was too big for a notice and lies in realtime.parcels. */
	| { say: 'parcel'; id: string }
)

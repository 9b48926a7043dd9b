import { randomUUID } from 'node:crypto'
import type { Claims } from '#server/pg/db.ts'
import type { Snapshot } from '#server/realtime/changes/snapshot.ts'
import type { Listener, WishEntry } from '#server/realtime/changes/subscriptions.ts'
import { Budget, type Limits } from '#server/realtime/limits.ts'
import type { Connection } from '#server/realtime/wire/connection.ts'
import type { Frame, Ref, Version } from '#server/realtime/wire/frames.ts'
import type { Binding, JoinConfig } from './join-config.ts'
import { noPermissions, type Permissions } from './permissions.ts'

/** Whom a channel speaks for. */
export type Identity = { claims: Claims; token: string | undefined }

/** One joined topic of one socket. Nothing may be done in it, nor heard, before it is `joined`. */
export class Channel implements Listener {
	readonly connection: Connection
	/** As on the wire: `realtime:` and the name. */
	readonly topic: string
	readonly joinRef: Ref
	readonly isPrivate: boolean
	readonly ack: boolean
	readonly self: boolean
	readonly presenceKey: string
	/** What it asked to hear of tables, as sent; `wishes` is what of it is granted. */
	readonly bindings: readonly Binding[]
	wishes: readonly WishEntry[] = []
	/** Why it hears less of tables than it asked for, as it was last told. */
	problem: string | undefined
	/** What was committed by then is not news. */
	since: Snapshot | undefined
	permissions: Permissions = noPermissions
	/** When they were found out; milliseconds since the epoch. */
	judgedAt = 0
	state: 'joining' | 'joined' | 'closed' = 'joining'
	hearsPresence: boolean
	/** Answers the join, for as long as it waits for its answer. */
	refuseJoin: (reason: string) => void = () => {}
	/** Asked for last; `claims` are those of the last one that was judged. */
	newestToken: string | undefined
	/** New tokens take turns; the last one's turn, while there is any. */
	renewal: Promise<void> | undefined
	claims: Claims
	claimsKey: string
	private tracks: Budget | undefined

	constructor(
		connection: Connection,
		topic: string,
		joinRef: Ref,
		config: JoinConfig,
		identity: Identity,
	) {
		this.connection = connection
		this.topic = topic
		this.joinRef = joinRef
		this.isPrivate = config.isPrivate
		this.ack = config.ack
		this.self = config.self
		this.bindings = config.bindings
		this.presenceKey = config.presenceKey || randomUUID()
		this.hearsPresence = config.presenceEnabled
		this.claims = identity.claims
		this.claimsKey = JSON.stringify(identity.claims)
		this.newestToken = identity.token
	}

	get name(): string {
		return this.topic.slice('realtime:'.length)
	}

	/** Private and public channels of one name never hear each other. */
	get room(): string {
		return `${this.isPrivate ? 'private' : 'public'}:${this.name}`
	}

	get version(): Version {
		return this.connection.version
	}

	get isExpired(): boolean {
		const { exp } = this.claims
		return exp !== undefined && exp * 1000 <= Date.now()
	}

	get isOpen(): boolean {
		return this.state === 'joined' && !this.isExpired
	}

	become({ claims }: Pick<Identity, 'claims'>): void {
		this.claims = claims
		this.claimsKey = JSON.stringify(claims)
	}

	mayTrack({ tracksPerHalfMinute }: Limits): boolean {
		this.tracks ??= new Budget(tracksPerHalfMinute, 30_000)
		return this.tracks.take()
	}

	send(frame: Frame): void {
		if (this.isOpen) this.connection.send(frame)
	}

	lose(entry: WishEntry, reason: string): void {
		this.wishes = this.wishes.filter((one) => one !== entry)
		this.system('postgres_changes', 'error', reason)
	}

	/** A push of the server on this channel. */
	push(event: string, payload: object): void {
		this.connection.push(event, { topic: this.topic }, JSON.stringify(payload))
	}

	system(extension: string, status: 'ok' | 'error', message: string): void {
		this.push('system', { extension, status, message, channel: this.name })
	}

	/** `phx_close`: it is over and will not come back by itself. `phx_error`: the client joins again. */
	sayOver(event: 'phx_close' | 'phx_error'): void {
		const { topic, joinRef } = this
		this.connection.push(event, { topic, joinRef, ref: joinRef }, '{}')
	}
}

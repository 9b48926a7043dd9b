import { randomUUID } from 'node:crypto'
import type { Claims } from '#server/pg/db.ts'
import type { Listener, Subscription } from '#server/realtime/changes/subscriptions.ts'
import { Budget, limits } from '#server/realtime/limits.ts'
import type { Connection } from '#server/realtime/wire/connection.ts'
import type { Broadcast, Ref } from '#server/realtime/wire/frames.ts'
import type { JoinConfig } from './join-config.ts'

/** What a caller may do on a private topic. Public topics allow all. */
export type Permissions = {
	readBroadcast: boolean
	writeBroadcast: boolean
	readPresence: boolean
	writePresence: boolean
}
export const allPermissions: Permissions = {
	readBroadcast: true,
	writeBroadcast: true,
	readPresence: true,
	writePresence: true,
}

/** One joined topic of one socket. */
export class Channel implements Listener {
	readonly connection: Connection
	/** As on the wire: `realtime:` and the name. */
	readonly topic: string
	readonly joinRef: Ref
	readonly config: JoinConfig
	readonly presenceKey: string
	subscriptions: Subscription[] = []
	permissions = allPermissions
	state: 'joining' | 'joined' | 'closed' = 'joining'
	hearsPresence: boolean
	private tracks: Budget | undefined
	private identity: { claims: Claims; claimsKey: string; token: string | undefined }

	constructor(
		connection: Connection,
		topic: string,
		joinRef: Ref,
		config: JoinConfig,
		claims: Claims,
		token: string | undefined,
	) {
		this.connection = connection
		this.topic = topic
		this.joinRef = joinRef
		this.config = config
		this.presenceKey = config.presenceKey || randomUUID()
		this.hearsPresence = config.presenceEnabled
		this.identity = identify(claims, token)
	}

	get name(): string {
		return this.topic.slice('realtime:'.length)
	}

	/** Private and public channels of one name never hear each other. */
	get room(): string {
		return `${this.config.isPrivate ? 'private' : 'public'}:${this.name}`
	}

	/** What policies are asked about. */
	get access() {
		return { name: this.name, isPrivate: this.config.isPrivate, claims: this.claims }
	}

	get claims(): Claims {
		return this.identity.claims
	}

	get claimsKey(): string {
		return this.identity.claimsKey
	}

	get token(): string | undefined {
		return this.identity.token
	}

	get isExpired(): boolean {
		const { exp } = this.identity.claims
		return exp !== undefined && exp * 1000 <= Date.now()
	}

	become(claims: Claims, token: string | undefined): void {
		this.identity = identify(claims, token)
	}

	mayTrack(): boolean {
		this.tracks ??= new Budget(limits.presencePerHalfMinute, 30_000)
		return this.tracks.take()
	}

	hear(ids: number[], data: string): void {
		if (this.state !== 'joined' || this.isExpired) return
		this.connection.push('postgres_changes', this, `{"ids":${JSON.stringify(ids)},"data":${data}}`)
	}

	receive(message: Broadcast): void {
		if (this.state === 'joined' && this.permissions.readBroadcast && !this.isExpired)
			this.connection.broadcast(this.topic, message)
	}

	/** A push of the server on this channel. */
	push(event: string, payload: object): void {
		this.connection.push(event, { topic: this.topic }, JSON.stringify(payload))
	}

	system(extension: string, status: 'ok' | 'error', message: string): void {
		this.push('system', { extension, status, message, channel: this.name })
	}

	/** The last word; the client's channel closes and does not come back by itself. */
	sayClosed(): void {
		const { topic, joinRef } = this
		this.connection.push('phx_close', { topic, joinRef, ref: joinRef }, '{}')
	}
}

function identify(claims: Claims, token: string | undefined) {
	return { claims, claimsKey: JSON.stringify(claims), token }
}

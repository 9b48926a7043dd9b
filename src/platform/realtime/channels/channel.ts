import { randomUUID } from 'node:crypto'
import type { Claims } from '#platform/pg/db.ts'
import type { Binding } from '#platform/realtime/changes/change-subscription.ts'
import type { Snapshot } from '#platform/realtime/changes/snapshot.ts'
import type { ChangeListener, SubscriptionEntry } from '#platform/realtime/changes/subscription-registry.ts'
import { FixedWindowLimiter, type RealtimeQuotas } from '#platform/realtime/quotas.ts'
import type { Connection } from '#platform/realtime/wire/connection.ts'
import type { Frame, ProtocolVersion, Ref } from '#platform/realtime/wire/frames.ts'
import type { JoinConfig } from './join-config.ts'
import { noPermissions, type Permissions } from './permissions.ts'

export type Identity = { claims: Claims; token: string | undefined }

/** Private and public channels of one name are different topics. */
export const topicKeyOf = (name: string, isPrivate: boolean) => `${isPrivate ? 'private' : 'public'}:${name}`

/** One topic of one socket. It neither sends nor receives before its state is `joined`. */
export class Channel implements ChangeListener {
	readonly connection: Connection
	/** `realtime:` and the name. */
	readonly topic: string
	readonly joinRef: Ref
	readonly isPrivate: boolean
	readonly ack: boolean
	readonly self: boolean
	readonly presenceKey: string
	/** The bindings as sent; `changeSubscriptions` are those that were granted. */
	readonly bindings: readonly Binding[]
	changeSubscriptions: readonly SubscriptionEntry[] = []
	/** Why some bindings were not granted, as last sent to the client. */
	subscriptionProblem: string | undefined
	/** Changes visible in this snapshot are not delivered. */
	since: Snapshot | undefined
	permissions: Permissions = noPermissions
	/** Time of the last check of `permissions`, in milliseconds since the epoch. */
	authorizedAt = 0
	state: 'joining' | 'joined' | 'closed' = 'joining'
	receivesPresence: boolean
	/** Answers a join that is under way. */
	rejectJoin: (reason: string) => void = () => {}
	/** The newest token received; `claims` are those of the last one that was applied. */
	newestToken: string | undefined
	/** Tail of the queue of token refreshes. */
	pendingRefresh: Promise<void> | undefined
	/** The newest token while it is verified. It never fails. */
	arrivingToken: Promise<void> | undefined
	claims: Claims
	claimsKey: string
	private trackLimiter: FixedWindowLimiter | undefined

	constructor(connection: Connection, topic: string, joinRef: Ref, config: JoinConfig, identity: Identity) {
		this.connection = connection
		this.topic = topic
		this.joinRef = joinRef
		this.isPrivate = config.isPrivate
		this.ack = config.ack
		this.self = config.self
		this.bindings = config.bindings
		this.presenceKey = config.presenceKey || randomUUID()
		this.receivesPresence = config.presenceEnabled
		this.claims = identity.claims
		this.claimsKey = JSON.stringify(identity.claims)
		this.newestToken = config.accessToken
	}

	get name(): string {
		return this.topic.slice('realtime:'.length)
	}

	get topicKey(): string {
		return topicKeyOf(this.name, this.isPrivate)
	}

	get version(): ProtocolVersion {
		return this.connection.version
	}

	get isExpired(): boolean {
		const { exp } = this.claims
		return exp !== undefined && exp * 1000 <= Date.now()
	}

	setIdentity({ claims }: Pick<Identity, 'claims'>): void {
		this.claims = claims
		this.claimsKey = JSON.stringify(claims)
	}

	mayTrack({ tracksPerHalfMinute }: RealtimeQuotas): boolean {
		this.trackLimiter ??= new FixedWindowLimiter(tracksPerHalfMinute, 30_000)
		return this.trackLimiter.take()
	}

	send(frame: Frame): void {
		if (this.state === 'joined' && !this.isExpired) this.connection.send(frame)
	}

	endSubscription(entry: SubscriptionEntry, reason: string): void {
		this.changeSubscriptions = this.changeSubscriptions.filter((subscription) => subscription !== entry)
		this.system('postgres_changes', 'error', reason)
	}

	push(event: string, payload: object): void {
		this.connection.push(event, { topic: this.topic }, JSON.stringify(payload))
	}

	system(extension: string, status: 'ok' | 'error', message: string): void {
		this.push('system', { extension, status, message, channel: this.name })
	}

	/** Reports whether all bindings were granted. */
	pushSubscriptionStatus(): void {
		const problem = this.subscriptionProblem
		const message = problem ?? 'Subscribed to PostgreSQL'
		this.system('postgres_changes', problem ? 'error' : 'ok', message)
	}

	/** `phx_close` ends the channel for good; after `phx_error` the client joins again. */
	pushClose(event: 'phx_close' | 'phx_error'): void {
		const { topic, joinRef } = this
		this.connection.push(event, { topic, joinRef, ref: joinRef }, '{}')
	}
}

import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'
import { isOutage, ReadOnlyServer } from './pg-errors.ts'

export type Host = { host: string; port: number }

/** Which of several hosts a connection goes to. */
type HostChoice = {
	hosts: readonly (Host & { ssl: ConnectionOptions | undefined })[]
	/** A standby and a server that is read-only are passed over. */
	mustWrite: boolean
	/** A server without TLS is connected to without it. */
	mayBePlain: boolean
	/** Milliseconds for one host. */
	timeout: number
}

/** The driver's settings, the hosts to choose from, and whether only an authentication bound to the TLS connection is accepted. */
export type DatabaseSettings = pg.ClientConfig & { choice?: HostChoice; mustBindChannel?: boolean }

/** SQLSTATE for a connection that could not be made, for causes without a code that says so. */
const connectionRefused = '08001'

type Chosen = Host & { ssl: ConnectionOptions | undefined }

/** The host that accepted the last connection is tried first: one that is silent would cost every connection its timeout. */
const lastChosen = new WeakMap<HostChoice, Chosen>()

/**
 * A client of the driver that goes to a host of `choice` that accepts it. The driver knows one host, and a connection cannot be
 * started twice, so each host is tried by a client of its own before.
 */
export class DatabaseClient extends pg.Client {
	readonly #settings: DatabaseSettings

	constructor(settings: DatabaseSettings = {}) {
		super(settings)
		// The pool hides the password from enumeration.
		this.#settings = { ...settings, password: settings.password }
		if (settings.mustBindChannel) requireChannelBinding(this)
	}

	override connect(): Promise<pg.Client>
	override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void
	override connect(callback?: unknown): Promise<pg.Client> | undefined {
		const answer = callback as ((error: Error | null, client?: pg.Client) => void) | undefined
		if (!answer) return this.#connect()
		if (this.#settings.choice) this.#connect().then((client) => answer(null, client), answer)
		else super.connect(answer as (error: Error) => void)
		return undefined
	}

	/** Settings that lead to the host of this connection, whatever the others do. */
	pinned(): DatabaseSettings {
		const { choice: _, ...rest } = this.#settings
		return { ...rest, host: this.host, port: this.port, ssl: this.ssl }
	}

	async #connect(): Promise<pg.Client> {
		const { choice } = this.#settings
		if (choice) {
			const { host, port, ssl = false } = await chooseHost(this.#settings, choice)
			const { connection } = this as unknown as { connection: { ssl: unknown } }
			Object.assign(this, { host, port, ssl })
			connection.ssl = ssl
		}
		return super.connect()
	}
}

/** @throws Error that names each host with the reason, when none can be used */
async function chooseHost(settings: DatabaseSettings, choice: HostChoice): Promise<Chosen> {
	const reasons: string[] = []
	const causes: Error[] = []
	const last = lastChosen.get(choice)
	for (const host of [...choice.hosts].sort((a, b) => Number(b === last) - Number(a === last))) {
		try {
			const chosen = await tryHost(settings, choice, host)
			lastChosen.set(choice, host)
			return chosen
		} catch (error) {
			const cause = error as Error
			causes.push(cause)
			reasons.push(`${host.host}:${host.port} ${cause.message || (cause as NodeJS.ErrnoException).code}`)
		}
	}
	// One host that may come back makes it an outage, whatever the others say.
	const cause = causes.find(isOutage) ?? causes.at(-1)
	const failure = new Error(`no host of the database can be used: ${reasons.join('; ')}`, { cause })
	const { code } = (cause ?? {}) as NodeJS.ErrnoException
	throw Object.assign(failure, { code: isOutage(cause) && !isOutage({ code }) ? connectionRefused : code })
}

async function tryHost(settings: DatabaseSettings, choice: HostChoice, chosen: Chosen): Promise<Chosen> {
	const { choice: _, ...rest } = settings
	const { ssl, ...address } = chosen
	const client = new pg.Client({
		...rest,
		...address,
		ssl: ssl ?? false,
		connectionTimeoutMillis: choice.timeout,
		query_timeout: choice.timeout,
	})
	client.on('error', () => {})
	if (settings.mustBindChannel) requireChannelBinding(client)
	try {
		await client.connect()
		if (choice.mustWrite) await requireWritable(client)
		return chosen
	} catch (error) {
		const isPlain = ssl && choice.mayBePlain && /does not support SSL/.test((error as Error).message)
		if (!isPlain) throw error
		return tryHost(settings, choice, { ...address, ssl: undefined })
	} finally {
		await client.end().catch(() => {})
	}
}

async function requireWritable(client: pg.Client): Promise<void> {
	const { rows } = await client.query(
		'select pg_is_in_recovery() as "isStandby", current_setting(\'transaction_read_only\') = \'on\' as "isReadOnly"',
	)
	if (rows[0].isStandby) throw new ReadOnlyServer('is a standby')
	if (rows[0].isReadOnly) throw new ReadOnlyServer('is read-only')
}

/** The part of the driver's connection that authentication passes through. */
type Connection = EventEmitter & { stream: Duplex & { encrypted?: boolean } }

const mechanism = 'SCRAM-SHA-256-PLUS'

/**
 * Ends a connection before a password is sent in a way that another server could use, as libpq's `channel_binding=require` does.
 * The driver binds where the server offers it, and otherwise authenticates without. Called before the client connects.
 */
function requireChannelBinding(client: pg.Client): void {
	const { connection } = client as unknown as { connection: Connection }
	let isBound = false
	const refuse = () => {
		// The same packet may hold the end of the authentication, which would report success first.
		connection.removeAllListeners('readyForQuery')
		connection.stream.destroy(new Error('the server offers no channel binding'))
	}
	connection.prependListener('authenticationSASL', ({ mechanisms }: { mechanisms: readonly string[] }) => {
		isBound = connection.stream.encrypted === true && mechanisms.includes(mechanism)
		if (!isBound) refuse()
	})
	for (const event of ['authenticationCleartextPassword', 'authenticationMD5Password'])
		connection.prependListener(event, refuse)
	connection.prependListener('authenticationOk', () => {
		if (!isBound) refuse()
	})
}

import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** The part of the driver's connection that authentication passes through. */
type Connection = EventEmitter & { stream: Duplex & { encrypted?: boolean } }

const mechanism = 'SCRAM-SHA-256-PLUS'

/**
 * Ends a connection before a password is sent in a way that another server could use, as libpq's `channel_binding=require` does.
 * The driver binds where the server offers it, and otherwise authenticates without. Called before the client connects.
 */
export function requireChannelBinding(client: pg.Client): void {
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

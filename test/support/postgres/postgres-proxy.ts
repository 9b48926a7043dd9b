import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestDatabase } from '#test/support/test-database.ts'
import { createMessageReader, statementText } from './frontend-messages.ts'

/** Executed statements, and flights: writes that follow a response. */
type Traffic = { statements: number; flights: number }

/** A database behind a proxy that counts statements and round trips. */
export type PostgresProxy = {
	database: TestDatabase
	/** Traffic of the busiest connection since the last call. */
	takeTraffic(): Traffic
	/** Texts of the statements parsed since the last call. */
	takeStatements(): string[]
	/** Resets every open connection; new ones are accepted. */
	disconnect(): void
	/** Drops all further data on the open connections without closing them; new ones are accepted. */
	stall(): void
	/** Keeps what the server answers on the open connections from the client, while statements still reach the server. */
	loseAnswers(): void
	close(): void
}

/** Starts a proxy between the program and PostgreSQL. The caller drops the database. */
export async function startPostgresProxy({ owner }: TestDatabase): Promise<PostgresProxy> {
	let traffic: Traffic[] = []
	let texts: string[] = []
	const sockets = new Set<Socket>()
	const targets = new Set<Socket>()
	const server = createServer((client) => {
		const target = owner.host?.startsWith('/')
			? connect(`${owner.host}/.s.PGSQL.${owner.port}`)
			: connect(owner.port ?? 5432, owner.host ?? '127.0.0.1')
		let isAnswered = true
		let counted: Traffic | undefined
		const count = () => {
			if (counted && traffic.includes(counted)) return counted
			counted = { statements: 0, flights: 0 }
			traffic.push(counted)
			return counted
		}
		const reader = createMessageReader()
		client.on('data', (chunk: Buffer) => {
			if (isAnswered) count().flights++
			isAnswered = false
			for (const { type, body } of reader(chunk)) {
				if (type === 'E' || type === 'Q') count().statements++
				const text = statementText({ type, body })
				if (text !== undefined) texts.push(text)
			}
			target.write(chunk)
		})
		targets.add(target)
		target.on('data', (chunk: Buffer) => {
			isAnswered = true
			client.write(chunk)
		})
		for (const socket of [client, target]) {
			sockets.add(socket)
			socket.on('error', () => {})
		}
		client.on('close', () => target.destroy())
		// Data before the close is still forwarded.
		target.on('close', () => client.end())
	})
	const cut = () => {
		for (const socket of sockets) socket.destroy()
		sockets.clear()
		targets.clear()
	}
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	return {
		database: { owner: { ...owner, host: '127.0.0.1', port }, drop: async () => {} },
		takeTraffic() {
			const [busiest] = traffic.sort((a, b) => b.statements - a.statements)
			traffic = []
			return busiest ?? { statements: 0, flights: 0 }
		},
		takeStatements() {
			const taken = texts
			texts = []
			return taken
		},
		disconnect: cut,
		stall() {
			for (const socket of sockets) socket.pause()
		},
		loseAnswers() {
			for (const target of targets) target.pause()
		},
		close() {
			server.close()
			cut()
		},
	}
}

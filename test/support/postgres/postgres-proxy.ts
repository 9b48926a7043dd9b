import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestDatabase } from '#test/support/test-database.ts'

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
	close(): void
}

/** Starts a proxy between the program and PostgreSQL. The caller drops the database. */
export async function startPostgresProxy({ owner }: TestDatabase): Promise<PostgresProxy> {
	let traffic: Traffic[] = []
	let texts: string[] = []
	const sockets = new Set<Socket>()
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
				// A parse message begins with the statement's name.
				if (type === 'P') texts.push(textAt(body, body.indexOf(0) + 1))
				if (type === 'Q') texts.push(textAt(body, 0))
			}
			target.write(chunk)
		})
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
		close() {
			server.close()
			cut()
		},
	}
}

type Message = { type: string; body: Buffer }

/** Splits the frontend's messages according to PostgreSQL's protocol; the first one has no type. */
function createMessageReader(): (chunk: Buffer) => Message[] {
	let rest = Buffer.alloc(0)
	let isStarted = false
	return (chunk) => {
		rest = Buffer.concat([rest, chunk])
		const messages: Message[] = []
		for (;;) {
			const head = isStarted ? 1 : 0
			if (rest.length < head + 4) return messages
			const length = head + rest.readInt32BE(head)
			if (rest.length < length) return messages
			const type = String.fromCharCode(rest[0] ?? 0)
			if (isStarted) messages.push({ type, body: rest.subarray(5, length) })
			isStarted = true
			rest = rest.subarray(length)
		}
	}
}

function textAt(bytes: Buffer, start: number): string {
	return bytes.toString('utf8', start, bytes.indexOf(0, start))
}

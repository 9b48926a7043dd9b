import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { loginAs } from '#platform/pg/login-role.ts'
import { createMessageReader, type Message, readParameters, statementText } from './frontend-messages.ts'

/** A transaction as it passed the router. */
export type RoutedTransaction = {
	/** The number of the server that got it. */
	server: number
	/** The shard key of its second statement; null for none. */
	key: string | null
	role: string
	statements: string[]
}

export type ShardRouter = {
	/** Settings with which the program connects through the router, and to the first server directly. */
	settings: { DATABASE_URL: string; DATABASE_DIRECT_URL: string; DATABASE_SHARDED: string }
	/** Transactions since the last call. */
	take(): RoutedTransaction[]
	close(): void
}

type Placement = {
	/** The server of a shard key. */
	serverOf: (key: string) => number
	/** The server of a transaction without a key, by what its first statements contain. Without an answer, the first server gets it. */
	lookUp?: (bytes: Buffer) => number | undefined
}

const keyStatement = /^set local pgdog\.sharding_key = '([0-9a-f-]{36})'$/

/**
 * Starts a router of transactions before several servers, in the way of a pooler: the second statement of a transaction may be
 * a shard key. It speaks as much of the protocol as the program does through a pooler. The first server has what is in one
 * place, and authenticates the client.
 */
export async function startShardRouter(
	servers: readonly pg.ClientConfig[],
	{ serverOf, lookUp = () => undefined }: Placement,
): Promise<ShardRouter> {
	const [home] = servers
	if (!home) throw new Error('a router needs a server')
	let transactions: RoutedTransaction[] = []
	const sockets = new Set<Socket>()
	const follow = (socket: Socket) => sockets.add(socket.on('error', () => socket.destroy()))

	const server = createServer((client) => {
		const first = home.host?.startsWith('/')
			? connect(`${home.host}/.s.PGSQL.${home.port}`)
			: connect(home.port ?? 5432, home.host ?? '127.0.0.1')
		const backends: (Socket | undefined)[] = [first]
		for (const socket of [client, first]) follow(socket)
		let held: Message[] = []
		let bound: RoutedTransaction | undefined
		let unanswered = 0
		let isReady = false
		let work = Promise.resolve()

		const listen = (socket: Socket) => {
			const answers = createMessageReader(true)
			socket.on('data', (chunk: Buffer) => {
				client.write(chunk)
				for (const { type, body } of answers(chunk)) {
					if (type !== 'Z') continue
					if (isReady) unanswered--
					isReady = true
					// The transaction has ended, and every statement is answered.
					if (unanswered === 0 && body[0] === 73) bound = undefined
				}
			})
			socket.on('close', () => client.end())
		}
		const backendOf = async (number: number): Promise<Socket> => {
			backends[number] ??= await openBackend(servers[number] ?? home).then((socket) => {
				follow(socket)
				listen(socket)
				return socket
			})
			return backends[number] as Socket
		}
		const note = (record: RoutedTransaction, { type, body }: Message) => {
			const text = statementText({ type, body })
			if (text !== undefined) record.statements.push(text)
			if (type === 'B' && record.role === '') record.role = readParameters(body)[0]?.toString() ?? ''
			if (type === 'Q' || type === 'S') unanswered++
		}
		/** A client sends the beginning of a transaction with its first statement in one piece. */
		const forward = async (messages: Message[]) => {
			held.push(...messages)
			if (!bound) {
				const texts = held.flatMap((one) => statementText(one) ?? [])
				// The second statement decides.
				if (/^begin/.test(texts[0] ?? '') && texts.length < 2) return
				const key = keyStatement.exec(texts[1] ?? '')?.[1] ?? null
				const number = key === null ? lookUp(Buffer.concat(held.map(({ bytes }) => bytes))) : serverOf(key)
				bound = { server: number ?? 0, key, role: '', statements: [] }
				transactions.push(bound)
			}
			const target = await backendOf(bound.server)
			for (const one of held) note(bound, one)
			target.write(Buffer.concat(held.map(({ bytes }) => bytes)))
			held = []
		}
		const reader = createMessageReader()
		client.on('data', (chunk: Buffer) => {
			work = work.then(async () => {
				const messages = reader(chunk)
				if (isReady) await forward(messages)
				else for (const { bytes } of messages) first.write(bytes)
			})
			work.catch(() => client.destroy())
		})
		client.on('close', () => {
			for (const backend of backends) backend?.destroy()
		})
		listen(first)
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	const addressOf = ({ host = '127.0.0.1', port = 5432 }: pg.ClientConfig) =>
		`postgres://${home.user}:${encodeURIComponent(String(home.password ?? ''))}@${encodeURIComponent(host)}:${port}/${home.database}`
	return {
		settings: {
			DATABASE_URL: addressOf({ port, host: '127.0.0.1' }),
			DATABASE_DIRECT_URL: addressOf(home),
			DATABASE_SHARDED: 'on',
		},
		take() {
			const taken = transactions
			transactions = []
			return taken
		},
		close() {
			server.close()
			for (const socket of sockets) socket.destroy()
		},
	}
}

/** A connection of the login role that is past its authentication. */
async function openBackend(owner: pg.ClientConfig): Promise<Socket> {
	const client = new pg.Client(loginAs(owner))
	await client.connect()
	const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
	stream.removeAllListeners('data')
	stream.removeAllListeners('end')
	stream.removeAllListeners('close')
	return stream
}
